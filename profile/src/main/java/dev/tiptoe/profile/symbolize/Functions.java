// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.profile.message.FunctionFields;
import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The distinct functions that resolved frames need, and their numbers in the profile: of those that
 * its function table has, and of those that are added to it. Not thread-safe.
 */
final class Functions {

  /**
   * A function.
   *
   * @param name the number of its name in {@link TextNumbers}
   * @param system the number of its name in the metadata
   * @param file the number of its file
   * @param startLine its first line; 0 when unknown
   */
  record Function(int name, int system, int file, long startLine) {}

  private final TextNumbers texts = new TextNumbers();
  private final FunctionFields fields;
  private final List<Function> functions = new ArrayList<>();
  private final Map<Function, Integer> numbers = new HashMap<>();

  /** By their indexes in the string table, from when those are known. */
  private final Map<Function, Integer> byIndexes = new HashMap<>();

  private long[] ids = {};
  private final List<Integer> added = new ArrayList<>();

  /** Creates an empty set for functions of a format. */
  Functions(FunctionFields fields) {
    this.fields = fields;
  }

  /** Returns the texts of the functions. */
  TextNumbers texts() {
    return texts;
  }

  int number(Function function) {
    Integer known = numbers.putIfAbsent(function, functions.size());
    if (known != null) {
      return known;
    }
    functions.add(function);
    return functions.size() - 1;
  }

  /** Begins to look for the functions in the profile's table; all texts have their places. */
  void beginPlaces() {
    ids = new long[functions.size()];
    for (int i = 0; i < ids.length; i++) {
      byIndexes.put(written(functions.get(i)), i);
    }
  }

  private Function written(Function function) {
    return new Function(
        texts.index(function.name()),
        texts.index(function.system()),
        texts.index(function.file()),
        function.startLine());
  }

  /**
   * Takes in a function of the table.
   *
   * @param id its ID, or its index
   */
  void inTable(FunctionFields function, long id) {
    Function found =
        function.isPlain()
            ? new Function(
                (int) function.name(),
                (int) function.system(),
                (int) function.file(),
                function.startLine())
            : null;
    Integer number = found == null ? null : byIndexes.get(found);
    if (number != null && ids[number] == 0) {
      ids[number] = id;
    }
  }

  /** Numbers the functions that the table lacks, from {@code next}. */
  void place(long next) {
    long id = next;
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] == 0) {
        ids[i] = id++;
        added.add(i);
      }
    }
  }

  /** Returns the ID of a function in the profile. */
  long id(int number) {
    return ids[number];
  }

  /** Returns whether nothing is added to the profile's tables. */
  boolean areAllThere() {
    return added.isEmpty() && texts.added() == 0;
  }

  /** Writes the functions that are added, as fields of a number. */
  void write(WireWriter out, int field, boolean emptyTable) {
    if (emptyTable && !added.isEmpty()) {
      out.field(field, new byte[0]);
    }
    for (int number : added) {
      out.varint(WireReader.message(field));
      Function of = written(functions.get(number));
      fields.write(out, ids[number], of.name(), of.system(), of.file(), of.startLine());
    }
  }

  /** Writes the texts that are added. */
  void writeTexts(WireWriter out, int field, boolean emptyTable) {
    texts.write(out, field, emptyTable);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.symbols.written.WrittenMethod.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects types, methods and written methods, and writes their sections. Mutable, not thread-safe.
 */
final class MethodTableWriter {

  static final int TYPE_NAME = 0;
  static final int TYPE_SHOWN = 1;
  static final int TYPE_FIRST_METHOD = 2;

  static final int METHOD_NAME = 0;
  static final int METHOD_SIGNATURE = 1;

  static final int WRITTEN_RID = 0;
  static final int WRITTEN_METHOD = 1;
  static final int WRITTEN_TEXT = 2;
  static final int WRITTEN_SOURCE = 3;

  /** Rows of numbers that grow. */
  private static final class Rows {

    private int[] numbers = new int[64 * BitRows.COLUMNS];
    private int count;

    void add(int... row) {
      if ((count + 1) * BitRows.COLUMNS > numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      }
      System.arraycopy(row, 0, numbers, count++ * BitRows.COLUMNS, row.length);
    }

    void number(int column, StringTableWriter texts) {
      for (int i = column; i < count * BitRows.COLUMNS; i += BitRows.COLUMNS) {
        numbers[i] = texts.number(numbers[i]);
      }
    }

    IndexOutput write() {
      return count == 0 ? new IndexOutput() : BitRows.write(numbers, count);
    }
  }

  private final StringTableWriter typeNames = new StringTableWriter();
  private final StringTableWriter shownTypes = new StringTableWriter();
  private final StringTableWriter names = new StringTableWriter();
  private final StringTableWriter signatures = new StringTableWriter();
  private final StringTableWriter writtenTexts = new StringTableWriter();
  private final Rows types = new Rows();
  private final Rows methods = new Rows();
  private final Rows written = new Rows();

  /** Begins a type with the next method; behind the last one, a type without methods. */
  void addType(String name, String shown) {
    types.add(typeNames.add(name), shownTypes.add(shown), methods.count + 1);
  }

  /** Adds the next method. */
  void addMethod(String name, String shownType, String member) {
    methods.add(names.add(name), signatures.add(MemberText.encode(name, shownType, member)));
  }

  /** Adds the next method, whose name is not known. */
  void addUnnamed() {
    methods.add(names.add(""), signatures.add(""));
  }

  /**
   * Adds the written method of a generated one, in the order of these.
   *
   * @param rid the generated method
   * @param writtenRid the written method; 0 where only its name is known
   * @param shown the shown name that the index has of the written method; else empty
   */
  void addWritten(int rid, int writtenRid, String shown, String text, Source source) {
    written.add(
        rid,
        writtenRid,
        writtenTexts.add(WrittenText.encode(shown, text)),
        MethodTable.SOURCES.indexOf(source));
  }

  /** Returns the sections, in their order. */
  List<IndexOutput> sections() {
    List<IndexOutput> sections = new ArrayList<>();
    IndexOutput namesOfTypes = typeNames.write();
    IndexOutput shown = shownTypes.write();
    types.number(TYPE_NAME, typeNames);
    types.number(TYPE_SHOWN, shownTypes);
    IndexOutput namesOfMethods = names.write();
    IndexOutput texts = signatures.write();
    methods.number(METHOD_NAME, names);
    methods.number(METHOD_SIGNATURE, signatures);
    IndexOutput ofWritten = writtenTexts.write();
    written.number(WRITTEN_TEXT, writtenTexts);
    sections.add(namesOfTypes);
    sections.add(shown);
    sections.add(types.write());
    sections.add(byName().write());
    sections.add(namesOfMethods);
    sections.add(texts);
    sections.add(methods.write());
    sections.add(written.write());
    sections.add(ofWritten);
    return sections;
  }

  /** The rows of types in the order of their names. */
  private Rows byName() {
    long[] order = new long[types.count];
    for (int i = 0; i < order.length; i++) {
      order[i] = ((long) types.numbers[i * BitRows.COLUMNS + TYPE_NAME] << 32) | i;
    }
    Arrays.sort(order);
    Rows rows = new Rows();
    for (long each : order) {
      rows.add((int) each);
    }
    return rows;
  }
}

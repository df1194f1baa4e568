// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Allowance;
import dev.tiptoe.cli.terminal.JsonRow;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.ResultSection;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.cli.terminal.Tsv;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Prints the names of the rows of one file. Not thread-safe.
 *
 * <p>A folder has hundreds of thousands of them, so printing one creates nothing but its token.
 */
final class NameRows {

  /** Where and how the rows of all files are printed. */
  record Layout(Terminal terminal, NameStyle style, Form form, Allowance allowance) {}

  /** How a row is printed. */
  enum Form {
    TEXT,
    TSV,
    JSON
  }

  private static final byte[] UNREADABLE = {'?'};

  private final String file;
  private final Image image;
  private final Layout layout;
  private final ResultSection section;
  private final Problems problems;
  private final Names names;
  private final Optional<UUID> mvid;

  /** The fields before the token, in each row. */
  private final byte[] rowStart;

  private final Names.Sink sink = this::print;
  private final Consumer<MetadataFormatException> damage = this::report;

  /** The token that is being named. */
  private Token token = new Token(0);

  NameRows(String file, Image image, Layout layout, ResultSection section, Problems problems) {
    this.file = file;
    this.image = image;
    this.layout = layout;
    this.section = section;
    this.problems = problems;
    this.mvid = readMvid();
    this.names = new Names(image, layout.style());
    this.rowStart = Tsv.bytes(file, mvid);
  }

  private Optional<UUID> readMvid() {
    try {
      return image.mvid();
    } catch (MetadataFormatException e) {
      problems.badInput(Problems.describe(file, e));
      return Optional.empty();
    }
  }

  /** Prints the name of every method. */
  void printMethods() {
    long before = problems.met();
    for (MethodDef method : image.methodDefs()) {
      if (problems.areTooMany(file, before)) {
        return;
      }
      print(method.token());
    }
  }

  /** Prints the name of a row, or why it has none. */
  void print(Token row) {
    token = row;
    if (!image.contains(row) || !layout.style().isNameable(row.table())) {
      problems.no();
      printNone();
      return;
    }
    try {
      names.write(row, damage, sink);
    } catch (MetadataFormatException e) {
      problems.badInput(row, Problems.describe(file, e));
      print(UNREADABLE, UNREADABLE.length);
    }
  }

  private void report(MetadataFormatException problem) {
    problems.badInput(token, String.valueOf(problem.getMessage()));
  }

  private void printNone() {
    if (layout.form() == Form.TSV) {
      section.add(rowStart).add(token).add("\t").end();
    } else if (layout.form() == Form.JSON) {
      section.add(json(token, "")).end();
    } else {
      String why = image.contains(token) ? "(no name in this style)" : "(no such row)";
      section.add("  ").add(token).add("  ").add(why).end();
    }
  }

  private void print(byte[] name, int length) {
    if (length == 0) {
      printNone();
    } else if (length > Allowance.SHORT) {
      printLong(token, new String(name, 0, length, StandardCharsets.UTF_8));
    } else if (layout.form() == Form.TSV) {
      section.add(rowStart).add(token).add("\t").field(name, length).end();
    } else if (layout.form() == Form.JSON) {
      section.add(json(token, new String(name, 0, length, StandardCharsets.UTF_8))).end();
    } else {
      section.add("  ").add(token).add("  ").part(name, length).end();
    }
  }

  private String json(Token row, String name) {
    return JsonRow.of(NamesCommand.COLUMNS, file, mvid, row, name);
  }

  /** Prints as much of a long name as is still allowed when its turn has come. */
  private void printLong(Token row, String name) {
    section.then(
        () -> {
          String allowed = layout.allowance().of(name);
          if (layout.form() == Form.TSV) {
            layout.terminal().row(file, mvid, row, allowed);
          } else if (layout.form() == Form.JSON) {
            layout.terminal().json(json(row, allowed));
          } else {
            layout.terminal().line("  " + row + "  " + allowed);
          }
        });
  }
}

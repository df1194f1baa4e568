// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static dev.tiptoe.testdata.command.SourceProgram.ending;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.SourceProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program that reads the schema; it is no part of the library, and compiled here. */
class TraceSchemaTest {

  private static final Path SOURCES = Path.of("src/main/schema");
  private static final Path SCHEMA = SOURCES.resolve("trace.schema");

  /** The least that is a schema; its record begins in line 13. */
  private static final String LEAST =
      """
      limit Most 7
      type HRESULT u32
      flags Bits u8
        1 One
        2 Two
      header File
        u8 first
      frame Frame
        u16 lane
        u16 type
      lane 0 Identity
      reader Facts
      record 1 Made | What was made.
        Bits bits
        list u64 ids
      """;

  @TempDir static Path classes;
  private static SourceProgram program;

  @TempDir Path folder;

  @BeforeAll
  static void compile() throws Exception {
    program = SourceProgram.compile(SOURCES.resolve("TraceSchema.java"), classes);
  }

  @AfterAll
  static void close() throws Exception {
    program.close();
  }

  private static Outcome run(Object... arguments) throws Exception {
    return program.run(arguments);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void schema_least_isWritten() throws Exception {
    Path header = folder.resolve("layout.h");
    assertEquals(ending(0), run("cpp", file("trace.schema", LEAST), header));
    assertEquals(
        1, Files.readAllLines(header).stream().filter("TIPTOE_AT(4, Made, bits);"::equals).count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      ignoreLeadingAndTrailingWhitespace = false,
      textBlock =
          """
          limit Most 7~  limit Most 7~1: an indented line that belongs to nothing
          limit Most 7~limits Most 7~1: 'limits' begins no statement
          limit Most 7~limit Most seven~1: 'seven' is no number
          limit Most 7~limit Most~1: not the 3 words of such a line
          limit Most 7~limit Most -1~1: -1 is not within 0 and 2147483647
          HRESULT u32~HRESULT u24~2: unknown type u24
          HRESULT u32~u16 u32~2: a second u16
          flags Bits u8~flags Bits i32~3: i32 is no unsigned number
            2 Two~  3 Two~5: 3 is not one bit
            2 Two~  1 Two~5: a second value 1 of Bits
            2 Two~  2 One~5: a second constant One
            2 Two~  512 Two~5: 512 is not within 0 and 255
            2 Two~  2 two~5: 'two' is no name here
          header File~frame File~8: a second frame
            u8 first~  u8~7: a field without a name
            u8 first~  u8 first 1~7: after the name only = and a value
            u8 first~  u8 first = 256~7: 256 is not within 0 and 255
            u8 first~  bytes[8] first = 00 11~7: not 8 bytes of two hexadecimal digits
            u8 first~  string first~7: only a record has a string
            u8 first~~8: File has no fields
            u16 type~  u16 lane~10: a second lane in Frame
          lane 0 Identity~~13: a record before the first lane
          reader Facts~~13: a record before the first reader
          reader Facts~reader facts~12: 'facts' is no name here
          record 1 Made~record 65536 Made~13: 65536 is not within 0 and 65535
          What was made~No more than {Least}~13: {Least} is neither a limit nor an enumeration
          Bits bits~list u8 bits\\n  u8 next~15: a field behind a list, string or octets
          list u64 ids~list u64 ids\\nrecord 1 Next\\n  u8 next~16: 1 is already the number of Made
          list u64 ids~list u64 ids\\nrecord 2 Made\\n  u8 next~16: a second Made
          """)
  void schema_damaged_isOneLineWithFileLineAndReason(String from, String to, String error)
      throws Exception {
    String text = LEAST.replace(from, to == null ? "" : to.replace("\\n", "\n"));
    Path schema = file("trace.schema", text);
    assertEquals(ending(1, schema + ":" + error), run("cpp", schema, folder.resolve("layout.h")));
  }

  @Test
  void page_otherThanTheSchema_isFoundAndRewritten() throws Exception {
    Path schema = file("trace.schema", LEAST);
    String empty = "<!-- trace.schema: %s -->\n<!-- end -->\n";
    String begin = empty.formatted("File") + empty.formatted("Frame") + empty.formatted("records");
    Path page = file("page.md", "# Page\n" + begin + "## 1 `Made`\n" + empty.formatted("Made"));
    Outcome differs = run("check", schema, page);
    Outcome written = run("page", schema, page);
    Outcome same = run("check", schema, page);
    Files.writeString(page, Files.readString(page).replace("    5 ", "    6 "));
    Outcome changed = run("check", schema, page);
    String reason =
        " is not the one that trace.schema gives; TraceSchema's mode page writes it anew";
    assertAll(
        () -> assertEquals(ending(1, page + ":3: the table of File" + reason), differs),
        () -> assertEquals(ending(0), written),
        () -> assertEquals(ending(0), same),
        () -> assertEquals(ending(1, page + ":26: the table of Made" + reason), changed));
  }

  @Test
  void page_withoutARecordOfTheSchema_getsASectionForIt() throws Exception {
    String empty = "<!-- trace.schema: %s -->\n<!-- end -->\n";
    String begin = empty.formatted("File") + empty.formatted("Frame") + empty.formatted("records");
    Path page =
        file("page.md", begin + "## 1 `Made`\n" + empty.formatted("Made") + "\nMore.\n\n## End\n");
    Path schema =
        file(
            "trace.schema",
            LEAST + "record 2 Next | What came next.\n  u8 a\nrecord 3 Last | The end.\n  u8 b\n");
    Outcome written = run("page", schema, page);
    Outcome same = run("check", schema, page);
    List<String> headings =
        Files.readAllLines(page).stream().filter(line -> line.matches("#.*|[MWT].*\\.")).toList();
    assertAll(
        () -> assertEquals(ending(0), written),
        () -> assertEquals(ending(0), same),
        () ->
            assertEquals(
                List.of(
                    "## 1 `Made`",
                    "More.",
                    "### 2 `Next`",
                    "What came next.",
                    "### 3 `Last`",
                    "The end.",
                    "## End"),
                headings));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          <!-- trace.schema: Files -->~1: a table of Files, of which there is none, or a second one
          <!-- trace.schema: File -->~1: no <!-- end --> behind the table of File
          <!-- trace.schema: Made -->~1: the heading above the table does not end with 1 `Made`
          nothing~1: no table of File
          """)
  void page_thatLacksWhatItNeeds_isRefused(String line, String error) throws Exception {
    Path page = file("page.md", line + "\n");
    assertEquals(ending(1, page + ":" + error), run("page", file("trace.schema", LEAST), page));
  }

  @Test
  void arguments_ofNoMode_areRefused() throws Exception {
    assertEquals(
        ending(2, "usage: java TraceSchema.java java|cpp|page|check SCHEMA TARGET"),
        run("rust", SCHEMA, folder));
  }
}

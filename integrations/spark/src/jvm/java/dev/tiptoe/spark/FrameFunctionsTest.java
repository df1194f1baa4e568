// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameFunctionsTest {

  private static final String EVERY_QUESTION =
      """
      SELECT tiptoe_name(m, t), tiptoe_written(m, t), tiptoe_system_name(m, t),
             tiptoe_file(m, t, il), tiptoe_line(m, t, il), tiptoe_frame(m, t, il),
             CASE WHEN tiptoe_reason(m, t, il) IS NULL THEN 'exact'
                  WHEN tiptoe_reason(m, t, il) LIKE 'at or after%%' THEN 'at or after'
                  ELSE 'none' END
      FROM (SELECT '%s' AS m, id + 100663296 AS t, il, id
            FROM range(1, %d) CROSS JOIN (VALUES (0), (7), (1048576)) AS offsets(il))
      ORDER BY id, il
      """;

  @TempDir private static Path folder = Path.of("");
  private static List<String> expected = List.of();
  private static UUID mvid = new UUID(0, 0);
  private static int methods;

  @BeforeAll
  static void index() throws IOException {
    new Fleet(0).index(folder);
    Image image = Image.open(TestAssembly.WRITTEN.path());
    mvid = image.mvid().orElseThrow();
    ImageSymbols symbols = ImageSymbols.of(image, PortablePdb.of(image));
    methods = symbols.methodCount();
    expected = new ArrayList<>();
    for (int rid = 1; rid <= methods; rid++) {
      for (int il : new int[] {0, 7, 1 << 20}) {
        expected.add(answers(symbols, Token.of(MethodDef.TABLE, rid), il));
      }
    }
  }

  /** Spark writes a value that is missing as {@code null}. */
  private static String answers(ImageSymbols symbols, Token token, int il) {
    MethodSymbol method = symbols.method(token);
    SourcePlace source = symbols.source(token, il);
    String line =
        source
            .known()
            .map(known -> known.document().path() + "|" + known.startLine())
            .orElse("null|null");
    String frame =
        source
            .known()
            .map(known -> " in " + known.document().path() + ":line " + known.startLine())
            .orElse("");
    String reason =
        source instanceof SourcePlace.Unknown
            ? "none"
            : ((SourcePlace.Known) source).precision() == SourcePlace.Precision.EXACT
                ? "exact"
                : "at or after";
    return String.join(
        "|",
        method.shown(),
        method.written().text(),
        method.systemName(),
        line,
        method.written().text() + frame,
        reason);
  }

  @BeforeEach
  void register() {
    FrameFunctions.register(LocalSpark.session(), IndexPlace.folder(folder));
  }

  @Test
  void frames_ofAllMethods_areThoseOfTheModule() {
    assertTrue(expected.size() > 300, expected.size() + " frames");
    assertEquals(expected, LocalSpark.rows(EVERY_QUESTION.formatted(mvid, methods + 1)));
  }

  @Test
  void frames_ofStoredIndexes_areThoseOfTheModule() {
    FrameFunctions.register(
        LocalSpark.session(),
        IndexPlace.stored(LocalSpark.session(), FarFileSystem.name(folder), 1 << 20));
    assertEquals(expected, LocalSpark.rows(EVERY_QUESTION.formatted(mvid, methods + 1)));
  }

  @Test
  void frames_ofIndexesThatTravelWithTheJob_areThoseOfTheModule() throws IOException {
    // The session keeps it, and gives it to the tests behind this one.
    Path added = Path.of("target", "indexes-that-travel").toAbsolutePath();
    new Fleet(0).index(added);
    LocalSpark.session().sparkContext().addFile(added.toString(), true);
    FrameFunctions.register(
        LocalSpark.session(), IndexPlace.added(String.valueOf(added.getFileName())));
    assertEquals(expected, LocalSpark.rows(EVERY_QUESTION.formatted(mvid, methods + 1)));
  }

  @Test
  void arguments_thatNameNothing_giveNullAndAReason() {
    record Wrong(String mvid, String token, String il, String reason) {}
    String known = "'" + mvid + "'";
    for (Wrong wrong :
        List.of(
            new Wrong("'x'", "100663297", "0", "'x' is no MVID"),
            new Wrong(
                "'" + Fleet.UNKNOWN + "'",
                "100663297",
                "0",
                "no module with the MVID " + Fleet.UNKNOWN + " was found"),
            new Wrong(known, "33554433", "0", "33554433 is no MethodDef token"),
            new Wrong(known, "4395630592", "0", "4395630592 is no MethodDef token"),
            new Wrong(known, "117440511", "0", "Written.exe has no method 0x06ffffff"),
            new Wrong(known, "100663297", "-1", "-1 is no IL offset"))) {
      String arguments = "(" + wrong.mvid + ", " + wrong.token + ", " + wrong.il + ")";
      assertEquals(
          "null|" + wrong.reason,
          LocalSpark.field("SELECT tiptoe_frame" + arguments + ", tiptoe_reason" + arguments));
    }
    assertEquals(
        "null|null|null",
        LocalSpark.field(
            "SELECT tiptoe_name(NULL, 1), tiptoe_line('x', NULL, 0), tiptoe_reason('x', 1, NULL)"));
    assertEquals(
        "null|null",
        LocalSpark.field(
            "SELECT tiptoe_method_at(%s, -1), tiptoe_il_at(%s, 4294967296)"
                .formatted(known, known)));
  }
}

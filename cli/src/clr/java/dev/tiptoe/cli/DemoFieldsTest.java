// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.trace.Trace;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From the ClassIDs of the demo program to their fields: what {@code fields} answers. */
class DemoFieldsTest {

  @Test
  void ship_hasItsStructsAndTheirParts() {
    List<List<String>> rows = fields("Tiptoe.Demo.Ship");
    assertEquals(
        List.of(
            "log Tiptoe.Demo.Ship+LogBook Demo.dll",
            "position Tiptoe.Demo.Position Demo.dll",
            "position.Latitude Tiptoe.Demo.Angle Demo.dll",
            "position.Latitude.Degrees System.Int16 System.Private.CoreLib.dll",
            "position.Latitude.Minutes System.Single System.Private.CoreLib.dll",
            "position.Longitude Tiptoe.Demo.Angle Demo.dll",
            "position.Longitude.Degrees System.Int16 System.Private.CoreLib.dll",
            "position.Longitude.Minutes System.Single System.Private.CoreLib.dll",
            "mooring Tiptoe.Demo.Mooring Demo.dll",
            "mooring.value__ System.Byte System.Private.CoreLib.dll",
            "<Name>k__BackingField System.String System.Private.CoreLib.dll"),
        rows.stream().map(row -> row.get(1) + " " + row.get(5) + " " + row.get(6)).toList());
  }

  @Test
  void enumThatIsOnlyAFieldsType_isPublishedByRule() {
    List<String> mooring = row("Tiptoe.Demo.Ship", "mooring");
    assertEquals(List.of("", "loaded", "published"), mooring.subList(8, 11));
    assertTrue(mooring.get(11).contains("is the type of field 'mooring' of Tiptoe.Demo.Ship"));
  }

  @Test
  void dictionaryEntry_hasTheArgumentsOfItsClassID() {
    String entry =
        "System.Collections.Generic.Dictionary`2+Entry<System.String,"
            + "Tiptoe.Demo.CustomsHouse+Rate>";
    List<String> value = row(entry, "value");
    assertEquals("Tiptoe.Demo.CustomsHouse+Rate", value.get(5));
    assertEquals(id("Tiptoe.Demo.CustomsHouse+Rate"), value.get(8));
    assertEquals("System.Int64", row(entry, "value.perKilogram.Pence").get(5));
  }

  @Test
  void canonicalForm_showsNoArgument() {
    List<String> content = row("Tiptoe.Demo.Crate`1<System.__Canon>", "content");
    assertEquals("?", content.get(5));
    assertEquals("not-seen", content.get(9));
  }

  @Test
  void id_thatWasNotMet_isANoteAndTheAnswerNo() {
    assertEquals(
        new Outcome(1, "", "tiptoe: " + DemoTrace.file() + ": no fact named 0x1\n"),
        TiptoeRun.tiptoe("fields", DemoTrace.file(), "0x1", "--tsv"));
  }

  @Test
  void fields_withoutTsv_areATree() {
    Outcome outcome =
        TiptoeRun.tiptoe("fields", DemoTrace.file(), id("Tiptoe.Demo.Ship")).expect(0);
    assertEquals(id("Tiptoe.Demo.Ship") + "  Tiptoe.Demo.Ship", outcome.lines().get(0));
    assertTrue(
        outcome.lines().stream()
            .anyMatch(
                line -> line.startsWith("    instance Latitude: Tiptoe.Demo.Angle  Demo.dll")),
        outcome.out());
  }

  /**
   * The recording is complete, so whatever rules take for announced or usable must have been
   * announced.
   */
  @Test
  void rules_claimNothingThatTheRuntimeDidNotAnnounce() throws IOException {
    Trace trace = DemoTrace.read();
    assertTrue(trace.map().now().isComplete(Coverage.Kind.CLASSES));
    List<Loaded<ClassID>> claims =
        trace
            .map()
            .now()
            .classes()
            .filter(type -> type.shape() instanceof ClassShape.Defined)
            .map(type -> (Loaded<ClassID>) trace.end().loadedness(type.id()))
            .filter(claim -> claim.atLeast() != Level.PUBLISHED)
            .toList();
    assertFalse(claims.isEmpty());
    claims.forEach(
        claim ->
            assertTrue(
                claim.evidence().stream().anyMatch(DemoFieldsTest::isAnnounced), claim::why));
    long implied =
        claims.stream()
            .filter(claim -> claim.evidence().stream().anyMatch(Evidence::isImplied))
            .count();
    assertTrue(implied > 10, () -> implied + " by rule");
  }

  private static boolean isAnnounced(Evidence evidence) {
    return evidence.isObservedAs(EvidenceKind.ANNOUNCED);
  }

  private static List<String> row(String type, String path) {
    return fields(type).stream().filter(row -> row.get(1).equals(path)).findFirst().orElseThrow();
  }

  private static List<List<String>> fields(String type) {
    return TiptoeRun.tiptoe("fields", DemoTrace.file(), id(type), "--tsv")
        .expect(0)
        .expectSilence()
        .rows();
  }

  private static String id(String name) {
    return TiptoeRun.tiptoe("ids", DemoTrace.file(), "--tsv").expect(0).rows().stream()
        .filter(row -> row.get(0).equals("class") && row.get(6).equals(name))
        .map(row -> row.get(1))
        .findFirst()
        .orElseThrow();
  }
}

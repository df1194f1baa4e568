// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the tokens of the demo program to its run-time IDs: what {@code lookup} answers. */
class DemoLookupTest {

  @Test
  void lookup_ofATypeInUse_givesItsIDAndSaysWhy() throws IOException {
    Token token = DemoTrace.typeDef("Tiptoe.Demo.Harbour");
    List<String> row = lookup(token).expect(0).rows().get(0);
    assertEquals("loaded", row.get(0));
    assertEquals(ids("Tiptoe.Demo.Harbour"), Set.of(row.get(2)));
    assertEquals(List.of("Demo.dll", token.toString()), row.subList(3, 5));
    assertTrue(row.get(5).startsWith("Tiptoe.Demo.Harbour: " + row.get(1) + ", because it "));
  }

  @Test
  void lookup_ofAGenericType_givesTheIDsOfItsInstantiations() throws IOException {
    List<String> row = lookup("Tiptoe.Demo.Crate`1").expect(0).rows().get(0);
    Map<String, String> names = names();
    Set<String> instantiations =
        Arrays.stream(row.get(2).split(",", -1))
            .map(id -> names.getOrDefault(id, id))
            .collect(Collectors.toSet());
    assertEquals(
        Set.of(
            "Tiptoe.Demo.Crate`1<Tiptoe.Demo.Coffee>",
            "Tiptoe.Demo.Crate`1<Tiptoe.Demo.Tea>",
            "Tiptoe.Demo.Crate`1<Tiptoe.Demo.Piano>",
            "Tiptoe.Demo.Crate`1<Tiptoe.Demo.Parrot>",
            "Tiptoe.Demo.Crate`1<System.__Canon>"),
        instantiations);
  }

  @Test
  void lookup_ofAnEnumThatIsOnlyAFieldsType_isPublishedByRuleAndHasNoID() throws IOException {
    List<String> row = lookup("Tiptoe.Demo.Mooring").expect(0).rows().get(0);
    assertEquals(List.of("loaded", "published", ""), row.subList(0, 3));
    String chain =
        "Tiptoe\\.Demo\\.Mooring: published, because it is the type of field 'mooring' of "
            + "Tiptoe\\.Demo\\.Ship, which "
            // Which methods were caught on a stack is a matter of luck, and so by which way it is
            // known.
            + "(.+ which )?(was announced|was executing) at [0-9.]+ m?s";
    assertTrue(row.get(5).matches(chain), row.get(5));
    assertEquals(Set.of(), ids("Tiptoe.Demo.Mooring"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Tiptoe.Demo.SeaSerpent", "Tiptoe.Demo.GhostLight"})
  void lookup_ofATypeThatTheProgramNeverTouches_wasNeverAnnounced(String type) throws IOException {
    List<String> row = lookup(type).expect(1).rows().get(0);
    assertEquals(List.of("never-announced", "", ""), row.subList(0, 3));
    assertTrue(row.get(5).startsWith(type + ": never announced up to "), row.get(5));
  }

  @Test
  void lookup_ofAGenericTypeThatTheProgramNeverTouches_isNotSeen() throws IOException {
    List<String> row = lookup("Tiptoe.Demo.Treasure`1").expect(1).rows().get(0);
    assertEquals(List.of("not-seen", "", ""), row.subList(0, 3));
  }

  @Test
  void lookup_ofAMethodThatRan_givesItsFunctionID() throws IOException {
    String name = "Tiptoe.Demo.Lighthouse+Lamp::Burn():System.Void";
    List<String> row = lookup(DemoTrace.methodDef(name)).expect(0).rows().get(0);
    assertEquals(List.of("loaded", "usable"), row.subList(0, 2));
    assertEquals(ids(name), Set.of(row.get(2)));
    assertTrue(row.get(5).contains("was executing at "), row.get(5));
  }

  @Test
  void lookup_ofAMethodThatNeverRan_isNotSeen() throws IOException {
    Token token = DemoTrace.methodDef("Tiptoe.Demo.SeaSerpent::Rise():System.Void");
    assertEquals("not-seen", lookup(token).expect(1).rows().get(0).get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0x02ffffff", "0x06ffffff", "0x02000000"})
  void lookup_ofARowThatDoesNotExist_saysSo(String token) {
    List<String> row = lookup(Token.parse(token).orElseThrow()).expect(1).rows().get(0);
    assertEquals("not-seen", row.get(0));
    assertTrue(row.get(5).endsWith("its module has no such row"), row.get(5));
  }

  @Test
  void lookup_inAModuleThatIsNotLoaded_isANoteAndTheAnswerNo() {
    Outcome outcome =
        TiptoeRun.tiptoe(
            "lookup", DemoTrace.file(), "--module", "Atlantis", "--token", "0x02000001");
    assertEquals(
        new Outcome(
            1,
            "",
            "tiptoe: "
                + DemoTrace.file()
                + ": no module Atlantis was loaded; 'tiptoe ids' lists what was\n"),
        outcome);
  }

  @Test
  void lookup_ofAReference_isAboutWhatItLeadsTo() throws IOException {
    Image demo = Image.open(TestAssembly.DEMO.path());
    TypeRef object =
        demo.rows(TypeRef.TABLE, TypeRef::new).stream()
            .filter(row -> row.namespace().equals("System") && row.name().equals("Object"))
            .findFirst()
            .orElseThrow();
    List<String> type = lookup(object.token()).expect(0).rows().get(0);
    assertEquals(List.of("loaded", object.token().toString()), List.of(type.get(0), type.get(4)));
    assertTrue(type.get(5).startsWith("System.Object: "), type.get(5));
    List<String> instantiation = lookup(Token.of(TypeSpec.TABLE, 1)).rows().get(0);
    assertTrue(instantiation.get(5).contains("<"), instantiation.get(5));
    MemberRef constructor =
        demo.rows(MemberRef.TABLE, MemberRef::new).stream()
            .filter(row -> row.name().equals(".ctor") && row.parent().equals(object.token()))
            .findFirst()
            .orElseThrow();
    List<String> method = lookup(constructor.token()).rows().get(0);
    assertTrue(method.get(5).contains(" in System.Private.CoreLib.dll: "), method.get(5));
  }

  @Test
  void lookup_ofATokenThatIsNoTypeAndNoMethod_isAMistake() {
    Outcome outcome =
        TiptoeRun.tiptoe("lookup", DemoTrace.file(), "--module", "Demo", "--token", "0x04000001");
    assertEquals(2, outcome.status());
    assertTrue(outcome.err().contains("0x04000001 is neither a type"), outcome.err());
  }

  @Test
  void lookup_withoutTsv_beginsWithTheAnswerAndNamesTheIDs() throws IOException {
    String token = DemoTrace.typeDef("Tiptoe.Demo.Crate`1").toString();
    Outcome outcome =
        TiptoeRun.tiptoe("lookup", DemoTrace.file(), "--module", "Demo", "--token", token)
            .expect(0);
    // Usable if a method of it was caught on a stack, which is a matter of luck.
    assertTrue(List.of("loaded usable", "loaded announced").contains(outcome.lines().get(0)));
    assertTrue(outcome.out().contains("  Tiptoe.Demo.Crate`1<Tiptoe.Demo.Tea>\n"), outcome.out());
    assertEquals(7, outcome.lines().size(), outcome.out());
  }

  private static Outcome lookup(String type) throws IOException {
    return lookup(DemoTrace.typeDef(type));
  }

  private static Outcome lookup(Token token) {
    return TiptoeRun.tiptoe(
            "lookup", DemoTrace.file(), "--module", "Demo", "--token", token.toString(), "--tsv")
        .expectSilence();
  }

  /** The IDs that {@code ids} gives a name. */
  private static Set<String> ids(String name) {
    return names().entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static Map<String, String> names() {
    return TiptoeRun.tiptoe("ids", DemoTrace.file(), "--tsv").expect(0).rows().stream()
        .filter(row -> List.of("class", "function").contains(row.get(0)))
        .collect(Collectors.toMap(row -> row.get(1), row -> row.get(6), (a, b) -> b));
  }
}

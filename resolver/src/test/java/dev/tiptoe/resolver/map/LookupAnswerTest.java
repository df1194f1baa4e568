// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.LookupAnswer.Kind;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NeverAnnounced;
import dev.tiptoe.resolver.map.LookupAnswer.NotPublished;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.LookupAnswer.Reason;
import dev.tiptoe.resolver.map.LookupAnswer.Unloaded;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The common methods of each answer. */
final class LookupAnswerTest {

  private static final String APPLE = "Apple";
  private static final Evidence ANNOUNCED =
      new Evidence.Observed(EvidenceKind.ANNOUNCED, 12_300_000);

  static Stream<LookupAnswer<ClassID>> notLoaded() {
    return Stream.of(
        new NotSeen<>(APPLE, Reason.NOT_MET, "no fact named it"),
        new NeverAnnounced<>(APPLE, 1),
        new NotPublished<>(APPLE, 1),
        new Unloaded<>(APPLE, 1));
  }

  @Test
  void loaded_tellsItsIdsLevelAndEvidence() {
    ClassID id = new ClassID(7);
    LookupAnswer<ClassID> answer =
        new Loaded<>(APPLE, Level.ANNOUNCED, List.of(id), List.of(ANNOUNCED));
    assertEquals(Kind.LOADED, answer.kind());
    assertEquals(true, answer.isLoaded());
    assertEquals(List.of(id), answer.ids());
    assertEquals(Optional.of(Level.ANNOUNCED), answer.level());
    assertEquals(List.of(ANNOUNCED), answer.evidence());
    assertEquals("announced, because it was announced at 12.3 ms", answer.inWords());
    assertEquals("Apple: announced, because it was announced at 12.3 ms", answer.why());
  }

  @ParameterizedTest
  @MethodSource("notLoaded")
  void anyOtherAnswer_hasNoIdsNoLevelAndNoEvidence(LookupAnswer<ClassID> answer) {
    assertEquals(false, answer.isLoaded());
    assertEquals(List.of(), answer.ids());
    assertEquals(Optional.empty(), answer.level());
    assertEquals(List.of(), answer.evidence());
    assertEquals("Apple: " + answer.inWords(), answer.why());
  }

  @Test
  void kinds_ofAllAnswers_areDifferentAndWrittenAsTablesPrintThem() {
    assertEquals(
        List.of("not-seen", "never-announced", "not-published", "unloaded"),
        notLoaded().map(answer -> answer.kind().toString()).toList());
    assertEquals("loaded", Kind.LOADED.toString());
  }
}

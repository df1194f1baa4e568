// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.answer.Binding;
import dev.tiptoe.resolver.answer.Hop;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.MemberResolution.ArrayMethod;
import dev.tiptoe.resolver.answer.MemberResolution.FieldOf;
import dev.tiptoe.resolver.answer.MemberResolution.Member;
import dev.tiptoe.resolver.answer.MemberResolution.Method;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.Tier;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Kind;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The common methods of the answers about references. */
final class ResolutionsTest {

  private final Image image =
      Image.of("Port.dll", ImageBuilder.assembly("Port", "1.0.0.0").build().buffer());
  private final LoadedImage port = new LoadedImage(new ModuleID(1), image, 0);
  private final LoadedImage copy = new LoadedImage(new ModuleID(2), image, 1);

  @Test
  void typeResolved_isItsOnlyCandidate() {
    TypeResolution.Resolved one = in(port, Tier.EXACT);
    assertEquals(Kind.RESOLVED, one.kind());
    assertTrue(one.isResolved());
    assertSame(one, one.resolved().orElseThrow());
    assertEquals(List.of(one), one.candidates());
    assertEquals(Optional.of(Tier.EXACT), one.worstTier());
  }

  @Test
  void typeAmbiguous_hasCandidatesAndTheWorstOfTheirTiers() {
    TypeResolution several =
        new TypeResolution.Ambiguous(List.of(in(port, Tier.EXACT), in(copy, Tier.HIGHER)));
    assertEquals(Kind.AMBIGUOUS, several.kind());
    assertFalse(several.isResolved());
    assertEquals(Optional.empty(), several.resolved());
    assertEquals(2, several.candidates().size());
    assertEquals(Optional.of(Tier.HIGHER), several.worstTier());
  }

  @Test
  void typeUnresolved_hasNoCandidateAndNoTier() {
    TypeResolution none =
        new TypeResolution.Unresolved(TypeResolution.Reason.NOT_LOADED, "it is not loaded");
    assertEquals(Kind.UNRESOLVED, none.kind());
    assertEquals("unresolved", none.kind().toString());
    assertFalse(none.isResolved());
    assertEquals(Optional.empty(), none.resolved());
    assertEquals(List.of(), none.candidates());
    assertEquals(Optional.empty(), none.worstTier());
  }

  @Test
  void typeUnresolved_mayHaveCandidatesThatItReports() {
    TypeResolution none =
        new TypeResolution.Unresolved(
            TypeResolution.Reason.REFUSED, "it is refused", List.of(in(copy, Tier.REFUSED)));
    assertFalse(none.isResolved());
    assertEquals(Optional.empty(), none.resolved());
    assertEquals(1, none.candidates().size());
    assertEquals(Optional.of(Tier.REFUSED), none.worstTier());
    assertEquals(3, none.parts());
    assertTrue(none.why().startsWith("it is refused; it may be 0x02000001 of Port.dll"), none::why);
  }

  @Test
  void hop_toWhatTheRuntimeRefuses_isBoundOnlyWhereThatWasObserved() {
    Token via = new Token(0x01000001);
    assertTrue(new Hop(port, via, copy, Tier.OTHER, Binding.POSSIBLE).isBound());
    assertFalse(new Hop(port, via, copy, Tier.REFUSED, Binding.OWN_CONTEXT).isBound());
    assertTrue(new Hop(port, via, copy, Tier.REFUSED, Binding.OBSERVED).isBound());
  }

  @Test
  void member_ofEachKind_tellsWhereItIsDefined() {
    Member method = new Method(port, new MethodDef(image, 1));
    assertEquals(Optional.of(port), method.definedIn());
    assertEquals(Optional.of(new Token(0x06000001)), method.definition());
    Member field = new FieldOf(copy, new Field(image, 1));
    assertEquals(Optional.of(copy), field.definedIn());
    assertEquals(Optional.of(new Token(0x04000001)), field.definition());
    assertEquals(Optional.empty(), ArrayMethod.GET.definedIn());
    assertEquals(Optional.empty(), ArrayMethod.GET.definition());
  }

  @Test
  void memberResolution_ofEachKind_tellsItsCandidates() {
    RuntimeType type = new RuntimeType.Canonical();
    MemberResolution.Resolved one = new MemberResolution.Resolved(ArrayMethod.GET, type, List.of());
    MemberResolution.Resolved other =
        new MemberResolution.Resolved(ArrayMethod.SET, type, List.of());
    MemberResolution several = new MemberResolution.Ambiguous(List.of(one, other));
    MemberResolution none =
        new MemberResolution.Unresolved(MemberResolution.Reason.NOT_LOADED, "it is not loaded");
    assertEquals(
        List.of(Kind.RESOLVED, Kind.AMBIGUOUS, Kind.UNRESOLVED),
        List.of(one.kind(), several.kind(), none.kind()));
    assertEquals(List.of(one), one.candidates());
    assertSame(one, one.resolved().orElseThrow());
    assertTrue(one.isResolved());
    assertEquals(List.of(one, other), several.candidates());
    assertEquals(Optional.empty(), several.resolved());
    assertFalse(several.isResolved());
    assertEquals(List.of(), none.candidates());
    assertEquals(Optional.empty(), none.resolved());
  }

  private TypeResolution.Resolved in(LoadedImage module, Tier tier) {
    Hop hop = new Hop(port, new Token(0x01000001), module, tier, Binding.POSSIBLE);
    return new TypeResolution.Resolved(module, new TypeDef(image, 1), List.of(hop));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.True;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unasked;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Wrong;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassShape.Defined;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Claims about each ClassID: that its TypeDef with its type arguments has this ClassID and no
 * other, and how far it was loaded before the first question.
 */
final class ClassClaims {

  private record Has(ClassFact fact, Defined shape, LookupAnswer<ClassID> loaded) implements Claim {

    @Override
    public ClrQuestion question() {
      return ClrQuestion.classOf(shape.module(), shape.typeDef(), shape.typeArguments());
    }

    @Override
    public ClaimVerdict judge(Reply reply, Announced announced) {
      if (Hresult.isFailure(reply.hresult()) || reply.id() == 0) {
        return new Unasked(Hresult.describe(reply.hresult()));
      }
      if (reply.id() != fact.id().value()) {
        return new Wrong(
            fact.id() + " is " + shape + ", and the CLR gives 0x" + Long.toHexString(reply.id()));
      }
      if (!(loaded instanceof Loaded<ClassID> claim)) {
        return new Wrong(fact.id() + " is met and not claimed to be loaded: " + loaded.why());
      }
      if (claim.atLeast() != Level.PUBLISHED && reply.announced().contains(fact.id())) {
        return new Wrong("the question announced it; claimed: " + claim.why());
      }
      return claim.atLeast() == Level.USABLE && !reply.announced().isEmpty()
          ? new Wrong("the question loaded types that it needs; claimed: " + claim.why())
          : new True("ID, " + claim.atLeast().inWords());
    }
  }

  private ClassClaims() {}

  /** Returns the claims of these facts; counts those that cannot be tested. */
  static Stream<Claim> of(
      Stream<ClassFact> facts, LoadedMetadata modules, Loadedness loadedness, ClaimTally tally) {
    return facts.flatMap(fact -> claim(fact, modules, loadedness, tally).stream());
  }

  private static Optional<Claim> claim(
      ClassFact fact, LoadedMetadata modules, Loadedness loadedness, ClaimTally tally) {
    Optional<String> obstacle = obstacle(fact.shape(), modules);
    obstacle.ifPresent(why -> tally.unasked(why, 1));
    return obstacle.isPresent()
        ? Optional.empty()
        : Optional.of(new Has(fact, (Defined) fact.shape(), loadedness.of(fact.id())));
  }

  private static Optional<String> obstacle(ClassShape shape, LoadedMetadata modules) {
    if (!(shape instanceof Defined defined)) {
      return Optional.of(
          shape instanceof ClassShape.Array ? "arrays have no token" : "composites have no token");
    }
    int arity =
        modules.type(defined.module(), defined.typeDef()).map(LoadedMetadata::arity).orElse(0);
    return arity > defined.typeArguments().size()
        ? Optional.of("a generic definition has no type arguments")
        : Optional.empty();
  }
}

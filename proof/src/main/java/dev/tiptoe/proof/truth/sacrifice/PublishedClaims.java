// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Missed;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.True;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unclaimed;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Wrong;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Claims about each TypeDef that is not generic and has a method that is not generic: whether it is
 * published. They must be tested first: the question loads nothing, and all others do.
 */
final class PublishedClaims {

  private record Is(
      ModuleID module, TypeDef type, MethodDef method, LookupAnswer<ClassID> claim, IdView live)
      implements Claim {

    @Override
    public ClrQuestion question() {
      return ClrQuestion.lookUp(module, method.token());
    }

    @Override
    public ClaimVerdict judge(Reply reply, Announced announced) {
      boolean published = !Hresult.isFailure(reply.hresult());
      if (claim instanceof Loaded<ClassID> loaded) {
        return published
            ? new True(loaded.atLeast().inWords())
            : new Wrong(
                LoadedMetadata.name(type)
                    + ": the look-up returns "
                    + Hresult.describe(reply.hresult())
                    + "; claimed: "
                    + claim.why());
      }
      if (live.observedClassIDs(module, type.token()) instanceof Loaded<ClassID>) {
        return new Unclaimed("published by another thread meanwhile");
      }
      return published
          ? new Missed("published, and " + claim.getClass().getSimpleName())
          : new Unclaimed("not published");
    }
  }

  private PublishedClaims() {}

  /**
   * Returns the claims about all types of these modules; counts those that cannot be tested.
   *
   * @param live the trace as of now: threads of the runtime's own may not be done yet
   */
  static Stream<Claim> of(
      LoadedMetadata modules, Loadedness loadedness, IdView live, ClaimTally tally) {
    return modules.types().flatMap(type -> claim(type, loadedness, live, tally).stream());
  }

  private static Optional<Claim> claim(
      Map.Entry<ModuleID, TypeDef> of, Loadedness loadedness, IdView live, ClaimTally tally) {
    ModuleID module = of.getKey();
    TypeDef type = of.getValue();
    Optional<MethodDef> method =
        type.methods().stream().filter(each -> each.genericParameters().isEmpty()).findFirst();
    if (type.isGeneric() || method.isEmpty()) {
      tally.unasked(type.isGeneric() ? "generic" : "without a method to ask by", 1);
      return Optional.empty();
    }
    return method.map(
        known -> new Is(module, type, known, loadedness.classIDs(module, type.token()), live));
  }
}

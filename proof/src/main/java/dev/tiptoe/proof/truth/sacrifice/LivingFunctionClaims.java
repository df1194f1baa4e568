// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.True;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unasked;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Wrong;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.FunctionFact;
import java.util.List;
import java.util.stream.Stream;

/**
 * Claims about each FunctionID that is valid: that it is still valid and has the same meaning. A
 * question about an invalid one ends the process.
 */
final class LivingFunctionClaims {

  private static final int MODULE = 1;
  private static final int TOKEN = 2;
  private static final int ARGUMENTS = 3;

  private record Lives(FunctionFact fact) implements Claim {

    @Override
    public ClrQuestion question() {
      return ClrQuestion.infoOf(fact.id());
    }

    @Override
    public ClaimVerdict judge(Reply reply, Announced announced) {
      if (Hresult.isFailure(reply.hresult())) {
        return new Unasked(Hresult.describe(reply.hresult()));
      }
      FunctionShape shape = fact.shape();
      List<ClassID> arguments = reply.values().stream().skip(ARGUMENTS).map(ClassID::new).toList();
      boolean same =
          shape.methodDef().rid() == (reply.values().get(TOKEN).intValue() & 0xFFFFFF)
              && (shape.methodDef().isNil() || shape.module().value() == reply.values().get(MODULE))
              && arguments.equals(shape.typeArguments());
      return same
          ? new True("lives")
          : new Wrong(fact.id() + " is " + shape + ", and the CLR gives " + reply.values());
    }
  }

  private LivingFunctionClaims() {}

  /** Returns the claims of these facts. */
  static Stream<Claim> of(Stream<FunctionFact> facts) {
    return facts.map(Lives::new);
  }
}

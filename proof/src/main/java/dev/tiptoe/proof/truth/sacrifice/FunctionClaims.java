// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.True;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unasked;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Wrong;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.map.FunctionFact;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Claims about each FunctionID: that its MethodDef, of its class and with its type arguments, has
 * it.
 */
final class FunctionClaims {

  private record Has(FunctionFact fact) implements Claim {

    @Override
    public ClrQuestion question() {
      FunctionShape shape = fact.shape();
      return ClrQuestion.functionOf(
          shape.module(), shape.methodDef(), shape.declaringClass(), shape.typeArguments());
    }

    @Override
    public ClaimVerdict judge(Reply reply, Announced announced) {
      if (Hresult.isFailure(reply.hresult()) || reply.id() == 0) {
        return new Unasked(Hresult.describe(reply.hresult()));
      }
      return reply.id() == fact.id().value()
          ? new True("ID")
          : new Wrong(
              fact.id()
                  + " is "
                  + fact.shape()
                  + ", and the CLR gives 0x"
                  + Long.toHexString(reply.id()));
    }
  }

  private FunctionClaims() {}

  /** Returns the claims of these facts; counts those that cannot be tested. */
  static Stream<Claim> of(Stream<FunctionFact> facts, ClaimTally tally) {
    return facts.flatMap(
        fact -> {
          Optional<String> obstacle = obstacle(fact.shape());
          obstacle.ifPresent(why -> tally.unasked(why, 1));
          return obstacle.isPresent() ? Stream.empty() : Stream.of(new Has(fact));
        });
  }

  private static Optional<String> obstacle(FunctionShape shape) {
    if (shape.methodDef().isNil()) {
      return Optional.of("dynamic methods have no token");
    }
    return shape.declaringClass().isNone()
        ? Optional.of("shared code, for which the runtime gives no declaring class")
        : Optional.empty();
  }
}

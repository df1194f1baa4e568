// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.cli.witness.sacrifice.Verdict.True;
import dev.tiptoe.cli.witness.sacrifice.Verdict.Unasked;
import dev.tiptoe.cli.witness.sacrifice.Verdict.Wrong;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassShape.Defined;
import dev.tiptoe.resolver.map.ClassFact;
import java.util.Optional;
import java.util.stream.Stream;

/** Of each ClassID: that its TypeDef with its type arguments has it, and no other. */
final class ClassClaims {

  private record Has(ClassFact fact, Defined shape) implements Claim {

    @Override
    public Question question() {
      return Question.classOf(shape.module(), shape.typeDef(), shape.typeArguments());
    }

    @Override
    public Verdict judge(Reply reply, Announced announced) {
      if (Hresult.isFailure(reply.hresult()) || reply.id() == 0) {
        return new Unasked(Hresult.describe(reply.hresult()));
      }
      return reply.id() == fact.id().value()
          ? new True("ID")
          : new Wrong(
              fact.id()
                  + " is "
                  + shape
                  + ", of which the CLR says 0x"
                  + Long.toHexString(reply.id()));
    }
  }

  private ClassClaims() {}

  /** The claims of these facts; what cannot be asked is counted. */
  static Stream<Claim> of(Stream<ClassFact> facts, Modules modules, Tally tally) {
    return facts.flatMap(fact -> claim(fact, modules, tally).stream());
  }

  private static Optional<Claim> claim(ClassFact fact, Modules modules, Tally tally) {
    Optional<String> obstacle = obstacle(fact.shape(), modules);
    obstacle.ifPresent(why -> tally.unasked(why, 1));
    return obstacle.isPresent()
        ? Optional.empty()
        : Optional.of(new Has(fact, (Defined) fact.shape()));
  }

  private static Optional<String> obstacle(ClassShape shape, Modules modules) {
    if (!(shape instanceof Defined defined)) {
      return Optional.of(
          shape instanceof ClassShape.Array ? "arrays have no token" : "composites have no token");
    }
    int arity = modules.type(defined.module(), defined.typeDef()).map(Modules::arity).orElse(0);
    return arity > defined.typeArguments().size()
        ? Optional.of("a generic definition has no type arguments")
        : Optional.empty();
  }
}

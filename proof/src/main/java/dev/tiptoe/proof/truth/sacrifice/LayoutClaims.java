// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.True;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unasked;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Wrong;
import dev.tiptoe.resolver.feed.ClassShape.Defined;
import dev.tiptoe.resolver.map.ClassFact;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Claims about each ClassID: that these are its own instance fields. */
final class LayoutClaims {

  private record Has(ClassFact fact, TypeDef type, List<Long> fields) implements Claim {

    @Override
    public ClrQuestion question() {
      return ClrQuestion.layoutOf(fact.id());
    }

    @Override
    public ClaimVerdict judge(Reply reply, Announced announced) {
      if (Hresult.isFailure(reply.hresult())) {
        return new Unasked(Hresult.describe(reply.hresult()));
      }
      List<Long> laidOut =
          reply.values().stream().skip(1).map(each -> each & 0xFFFFFFFFL).sorted().toList();
      return laidOut.equals(fields)
          ? new True("instance fields")
          : new Wrong(
              fact.id()
                  + " "
                  + LoadedMetadata.name(type)
                  + ": fields "
                  + fields
                  + ", laid out "
                  + laidOut);
    }
  }

  private LayoutClaims() {}

  /** Returns the claims of these facts; counts types without metadata. */
  static Stream<Claim> of(Stream<ClassFact> facts, LoadedMetadata modules, ClaimTally tally) {
    return facts
        .filter(fact -> fact.shape() instanceof Defined)
        .flatMap(fact -> claim(fact, (Defined) fact.shape(), modules, tally).stream());
  }

  private static Optional<Claim> claim(
      ClassFact fact, Defined shape, LoadedMetadata modules, ClaimTally tally) {
    Optional<TypeDef> type = modules.type(shape.module(), shape.typeDef());
    if (type.isEmpty()) {
      tally.unasked("its metadata is not available", 1);
    }
    return type.map(known -> new Has(fact, known, instanceFields(known)));
  }

  private static List<Long> instanceFields(TypeDef type) {
    return type.fields().stream()
        .filter(field -> !field.isStatic())
        .map(field -> (long) field.token().value())
        .sorted()
        .toList();
  }
}

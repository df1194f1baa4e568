// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Claims about each TypeDef that is not generic: how far it was loaded before the first question.
 */
final class TypeDefClaims {

  private TypeDefClaims() {}

  /** Returns the claims about all types of these modules; counts those that cannot be tested. */
  static Stream<Claim> of(LoadedMetadata modules, Loadedness loadedness, ClaimTally tally) {
    return modules.types().flatMap(type -> claim(type, loadedness, tally));
  }

  private static Stream<Claim> claim(
      Map.Entry<ModuleID, TypeDef> of, Loadedness loadedness, ClaimTally tally) {
    TypeDef type = of.getValue();
    if (type.isGeneric()) {
      tally.unasked("generic, and asked with its type arguments where they are known", 1);
      return Stream.empty();
    }
    ClrQuestion question = ClrQuestion.classOf(of.getKey(), type.token(), List.of());
    return Stream.of(new LoadedSoFar(question, loadedness.classIDs(of.getKey(), type.token())));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.resolver.field.FieldType;
import dev.tiptoe.resolver.field.Fields;
import dev.tiptoe.resolver.field.FieldsAnswer;
import dev.tiptoe.resolver.field.FieldsAnswer.Listed;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.reference.RuntimeType;
import dev.tiptoe.resolver.reference.RuntimeType.Defined;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Claims about the type of each field of a loaded type, usually an instantiation: how far it was
 * loaded before the first question.
 */
final class FieldTypeClaims {

  private final Fields fields;
  private final ClaimTally tally;
  private final Map<RuntimeType, FieldType> types = new LinkedHashMap<>();

  private FieldTypeClaims(Fields fields, ClaimTally tally) {
    this.fields = fields;
    this.tally = tally;
  }

  /** Returns the claims about the fields of these types; counts those that cannot be tested. */
  static Stream<Claim> of(Stream<ClassFact> facts, Fields fields, ClaimTally tally) {
    FieldTypeClaims claims = new FieldTypeClaims(fields, tally);
    facts.forEach(fact -> claims.collect(fields.of(fact.id())));
    return claims.types.values().stream().flatMap(type -> claims.claim(type).stream());
  }

  private void collect(FieldsAnswer answer) {
    if (answer instanceof Listed listed) {
      listed.fields().forEach(field -> collect(field.type()));
    }
  }

  private void collect(FieldType type) {
    if (types.putIfAbsent(type.type(), type) == null) {
      type.embedded().ifPresent(this::collect);
    }
  }

  private Optional<Claim> claim(FieldType type) {
    if (!(type.type() instanceof Defined defined)) {
      tally.unasked("no class or struct: " + type.type().getClass().getSimpleName(), 1);
      return Optional.empty();
    }
    Optional<List<ClassID>> arguments = arguments(defined);
    if (arguments.isEmpty()) {
      tally.unasked("a type argument without a known ClassID", 1);
    }
    return arguments.map(
        known ->
            new LoadedSoFar(
                ClrQuestion.classOf(
                    defined.definition().module(), defined.definition().typeDef(), known),
                type.loadedness()));
  }

  private Optional<List<ClassID>> arguments(Defined type) {
    List<ClassID> known =
        type.typeArguments().stream().flatMap(argument -> idOf(argument).stream()).toList();
    return known.size() == type.typeArguments().size() ? Optional.of(known) : Optional.empty();
  }

  private Optional<ClassID> idOf(RuntimeType type) {
    return fields.loadedness().of(type) instanceof Loaded<ClassID> loaded
            && loaded.ids().size() == 1
        ? Optional.of(loaded.ids().get(0))
        : Optional.empty();
  }
}

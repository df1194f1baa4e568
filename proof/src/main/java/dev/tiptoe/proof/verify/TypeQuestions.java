// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static dev.tiptoe.proof.verify.ComparedAnswer.blob;
import static dev.tiptoe.proof.verify.ComparedAnswer.name;
import static dev.tiptoe.proof.verify.ComparedAnswer.number;
import static dev.tiptoe.proof.verify.ComparedAnswer.row;
import static dev.tiptoe.proof.verify.ComparedAnswer.skipped;
import static dev.tiptoe.proof.verify.ComparedAnswer.token;

import dev.tiptoe.metadata.image.ClassLayout;
import dev.tiptoe.metadata.image.GenericParam;
import dev.tiptoe.metadata.image.GenericParamConstraint;
import dev.tiptoe.metadata.image.InterfaceImpl;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import java.util.List;

/** Questions about types, defined here or elsewhere, and their parameters. */
final class TypeQuestions {

  private TypeQuestions() {}

  static List<Question<?>> all() {
    return List.of(
        Question.of(
            "GetTypeDefProps",
            TypeDef.TABLE,
            TypeDef::new,
            name(type -> Questions.qualified(type.namespace(), type.name())),
            number("flags", TypeDef::flags),
            token("base type", TypeDef::extendsType)),
        Question.of(
                "GetNestedClassProps",
                TypeDef.TABLE,
                TypeDef::new,
                row("enclosing type", TypeDef::enclosing))
            .answeredWhere(type -> type.enclosing().isPresent()),
        Question.of(
                "GetClassLayout",
                TypeDef.TABLE,
                TypeDef::new,
                number(
                    "packing size", type -> type.layout().map(ClassLayout::packingSize).orElse(0)),
                new ComparedAnswer<TypeDef>("field offsets", Shape.OFFSETS, TypeQuestions::offsets),
                number("class size", type -> type.layout().map(ClassLayout::classSize).orElse(0)))
            .answeredWhere(TypeQuestions::isLaidOut),
        Question.of(
            "GetTypeRefProps",
            TypeRef.TABLE,
            TypeRef::new,
            token("resolution scope", TypeRef::resolutionScope),
            name(type -> Questions.qualified(type.namespace(), type.name()))),
        Question.of(
            "GetInterfaceImplProps",
            InterfaceImpl.TABLE,
            InterfaceImpl::new,
            token("class", row -> row.implementingType().token()),
            token("interface", InterfaceImpl::interfaceType)),
        Question.of(
            "GetTypeSpecFromToken",
            TypeSpec.TABLE,
            TypeSpec::new,
            blob("signature", TypeSpec::signature)),
        Question.of(
            "GetGenericParamProps",
            GenericParam.TABLE,
            GenericParam::new,
            number("number", GenericParam::number),
            number("flags", GenericParam::flags),
            token("owner", GenericParam::owner),
            skipped(),
            name(GenericParam::name)),
        Question.of(
            "GetGenericParamConstraintProps",
            GenericParamConstraint.TABLE,
            GenericParamConstraint::new,
            token("parameter", row -> row.parameter().token()),
            token("constraint", GenericParamConstraint::constraint)));
  }

  private static boolean isLaidOut(TypeDef type) {
    return type.layout().isPresent()
        || type.fields().stream().anyMatch(field -> field.offset().isPresent());
  }

  private static Object offsets(TypeDef type) {
    return type.fields().stream()
        .map(field -> field.token() + " at " + field.offset().orElse(-1))
        .toList();
  }
}

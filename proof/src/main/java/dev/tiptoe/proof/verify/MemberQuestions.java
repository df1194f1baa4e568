// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static dev.tiptoe.proof.verify.ComparedAnswer.blob;
import static dev.tiptoe.proof.verify.ComparedAnswer.constant;
import static dev.tiptoe.proof.verify.ComparedAnswer.count;
import static dev.tiptoe.proof.verify.ComparedAnswer.name;
import static dev.tiptoe.proof.verify.ComparedAnswer.number;
import static dev.tiptoe.proof.verify.ComparedAnswer.row;
import static dev.tiptoe.proof.verify.ComparedAnswer.token;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Event;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSemantics;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.TypeDef;
import java.util.List;

/** Questions about methods, fields, properties, events and what refers to them. */
final class MemberQuestions {

  private static final int OTHER = 4;

  private MemberQuestions() {}

  static List<Question<?>> all() {
    return List.of(
        Question.of(
            "GetMethodProps",
            MethodDef.TABLE,
            MethodDef::new,
            token("class", method -> owner(method.declaringType())),
            name(MethodDef::name),
            number("flags", MethodDef::flags),
            blob("signature", MethodDef::signature),
            number("RVA", MethodDef::rva),
            number("implementation flags", MethodDef::implFlags)),
        Question.of(
            "GetFieldProps",
            Field.TABLE,
            Field::new,
            token("class", field -> owner(field.declaringType())),
            name(Field::name),
            number("flags", Field::flags),
            blob("signature", Field::signature),
            constant(Field::constant)),
        Question.of(
            "GetParamProps",
            Param.TABLE,
            Param::new,
            token("method", param -> param.method().token()),
            number("sequence", Param::sequence),
            name(Param::name),
            number("flags", Param::flags),
            constant(Param::constant)),
        Question.of(
            "GetPropertyProps",
            Property.TABLE,
            Property::new,
            token("class", property -> property.declaringType().token()),
            name(Property::name),
            number("flags", Property::flags),
            blob("type", Property::signature),
            constant(Property::constant),
            row("setter", Property::setter),
            row("getter", Property::getter),
            count("other methods", property -> others(property.semantics()))),
        Question.of(
            "GetEventProps",
            Event.TABLE,
            Event::new,
            token("class", event -> event.declaringType().token()),
            name(Event::name),
            number("flags", Event::flags),
            token("type", Event::eventType),
            row("add method", Event::adder),
            row("remove method", Event::remover),
            row("fire method", Event::raiser),
            count("other methods", event -> others(event.semantics()))),
        Question.of(
            "GetMemberRefProps",
            MemberRef.TABLE,
            MemberRef::new,
            token("parent", MemberRef::parent),
            name(MemberRef::name),
            blob("signature", MemberRef::signature)),
        Question.of(
            "GetMethodSpecProps",
            MethodSpec.TABLE,
            MethodSpec::new,
            token("method", MethodSpec::method),
            blob("instantiation", MethodSpec::instantiation)));
  }

  /** What belongs to the module and not to a type has no class for the CLR. */
  private static Token owner(TypeDef type) {
    return type.rid() == 1 ? new Token(0) : type.token();
  }

  private static int others(List<MethodSemantics> semantics) {
    return (int) semantics.stream().filter(row -> (row.semantics() & OTHER) != 0).count();
  }
}

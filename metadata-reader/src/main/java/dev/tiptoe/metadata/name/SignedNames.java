// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Event;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.Property;
import java.util.function.Consumer;

/**
 * Writes names in which a member is followed by its whole signature: {@code N.Type::Name
 * signature}.
 */
abstract class SignedNames extends RowNames {

  /**
   * A style's notation around signatures.
   *
   * @param space written between a member's name and its signature
   * @param colon written before a type that is the whole signature
   * @param unknownMethod written for a method's unreadable signature
   * @param unknownArguments written for unreadable type arguments
   */
  record Notation(String space, String colon, String unknownMethod, String unknownArguments) {}

  private final Notation notation;

  private final Consumer<Field> fieldType;
  private final Consumer<MethodDef> methodSignature;
  private final Consumer<MemberRef> memberSignature;
  private final Consumer<Property> propertySignature;
  private final Consumer<MethodSpec> instantiation;

  SignedNames(Image image, TypeNames names, Notation notation) {
    super(image, names, "::");
    this.notation = notation;
    this.fieldType = field -> fieldType(new Cursor(field.signature()));
    this.methodSignature = this::methodSignature;
    this.memberSignature = member -> memberSignature(new Cursor(member.signature()));
    this.propertySignature = property -> propertySignature(new Cursor(property.signature()));
    this.instantiation = spec -> types().instantiation(new Cursor(spec.instantiation()));
  }

  abstract void fieldType(Cursor signature);

  abstract void methodSignature(Cursor signature);

  abstract void propertySignature(Cursor signature);

  /** Writes the signature of a method that is defined here. */
  void methodSignature(MethodDef method) {
    methodSignature(new Cursor(method.signature()));
  }

  @Override
  final void field(Field field) {
    super.field(field);
    text.add(notation.space()).add(notation.colon());
    salvaged(field, fieldType, "?");
  }

  @Override
  void member(MethodDef method) {
    name(method);
    text.add(notation.space());
    signature(method);
  }

  @Override
  final void signature(MethodDef method) {
    salvaged(method, methodSignature, notation.unknownMethod());
  }

  @Override
  final void property(Property property) {
    memberOf(property.declaringType());
    name(property);
    text.add(notation.space());
    salvaged(property, propertySignature, notation.colon() + "?");
  }

  @Override
  final void event(Event event) {
    memberOf(event.declaringType());
    name(event);
    Token type = event.eventType();
    if (!type.isNil()) {
      text.add(notation.space()).add(notation.colon());
      referred(type);
    }
  }

  @Override
  final void memberRef(MemberRef member) {
    parent(member);
    dot();
    name(member);
    text.add(notation.space());
    salvaged(member, memberSignature, notation.unknownMethod());
  }

  private void memberSignature(Cursor signature) {
    if (isField(signature)) {
      text.add(notation.colon());
      fieldType(signature);
    } else {
      methodSignature(signature);
    }
  }

  /** Both styles write the arguments behind the method. */
  @Override
  final void methodSpec(MethodSpec spec) {
    row(spec.method());
    salvaged(spec, instantiation, notation.unknownArguments());
  }
}

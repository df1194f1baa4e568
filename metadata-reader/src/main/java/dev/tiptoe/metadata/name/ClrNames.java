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
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.TypeSpec;
import java.util.function.Consumer;

/**
 * Names as the runtime has them in its method events: {@code N.Outer+Inner`1::M instance void
 * (int32)}, which are the event's three texts, joined.
 */
final class ClrNames extends RowNames {

  private final TypeNames names;
  private final ClrTypes types;
  private final ClrSignature signatures;

  private final Consumer<Token> type;
  private final Consumer<Field> fieldType;
  private final Consumer<MethodDef> methodSignature;
  private final Consumer<MemberRef> memberSignature;
  private final Consumer<Property> propertySignature;
  private final Consumer<MethodSpec> instantiation;

  ClrNames(Image image, TypeNames names) {
    super(image);
    this.names = names;
    this.types = new ClrTypes(image, text, names);
    this.signatures = new ClrSignature(image, text);
    this.type = types::type;
    this.fieldType = field -> signatures.field(new Cursor(field.signature()));
    this.methodSignature = method -> signatures.method(new Cursor(method.signature()));
    this.memberSignature = member -> memberSignature(new Cursor(member.signature()));
    this.propertySignature = property -> signatures.property(new Cursor(property.signature()));
    this.instantiation = spec -> types.instantiation(new Cursor(spec.instantiation()));
  }

  @Override
  void type(Token token) {
    names.write(token.value(), text);
  }

  @Override
  void typeSpec(TypeSpec spec) {
    requireRow(spec);
    salvaged(spec.token(), type, "?");
  }

  @Override
  void field(Field field) {
    type(field.declaringType().token());
    text.add("::");
    name(field);
    text.add(' ');
    salvaged(field, fieldType, "?");
  }

  @Override
  void method(MethodDef method) {
    declaringType(method);
    text.add("::");
    member(method);
  }

  @Override
  void declaringType(MethodDef method) {
    type(method.declaringType().token());
  }

  @Override
  void member(MethodDef method) {
    name(method);
    text.add(' ');
    signature(method);
  }

  @Override
  void signature(MethodDef method) {
    salvaged(method, methodSignature, "?");
  }

  @Override
  void property(Property property) {
    type(property.declaringType().token());
    text.add("::");
    name(property);
    text.add(' ');
    salvaged(property, propertySignature, "?");
  }

  @Override
  void event(Event event) {
    type(event.declaringType().token());
    text.add("::");
    name(event);
    if (!event.eventType().isNil()) {
      text.add(' ');
      salvaged(event.eventType(), type, "?");
    }
  }

  @Override
  void memberRef(MemberRef member) {
    parent(member);
    text.add("::");
    name(member);
    text.add(' ');
    salvaged(member, memberSignature, "?");
  }

  private void parent(MemberRef member) {
    Token parent = member.parent();
    switch (parent.table()) {
      case ModuleRef.TABLE -> text.add("<Module>");
      case MethodDef.TABLE -> declaringType(new MethodDef(image, parent.rid()));
      default -> salvaged(parent, type, "?");
    }
  }

  private void memberSignature(Cursor signature) {
    if (isField(signature)) {
      signatures.field(signature);
    } else {
      signatures.method(signature);
    }
  }

  /** The runtime writes the arguments behind the name. */
  @Override
  void methodSpec(MethodSpec spec) {
    row(spec.method());
    salvaged(spec, instantiation, "[?]");
  }
}

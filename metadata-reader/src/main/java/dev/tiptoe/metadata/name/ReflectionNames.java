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
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.MethodHead;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.table.Cells;
import dev.tiptoe.metadata.table.RunOwners;
import dev.tiptoe.metadata.table.TableSchema;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Names as reflection has them: {@code N.Outer+Inner`1::M`1(!0,!!0[]):System.Void}. */
final class ReflectionNames extends RowNames {

  private static final int SIGNATURE = TableSchema.ECMA_335.columnOf(MethodDef.TABLE, "Signature");

  private static final int METHOD_LIST = TableSchema.ECMA_335.columnOf(TypeDef.TABLE, "MethodList");

  private final TypeNames names;
  private final ReflectionTypes types;

  private final Cells signatures;
  private final Cells methodNames;
  private @Nullable RunOwners owners;

  private final Consumer<Token> type;
  private final Consumer<Field> fieldType;
  private final Consumer<MethodDef> methodSignature;
  private final Consumer<MemberRef> memberSignature;
  private final Consumer<Property> propertySignature;
  private final Consumer<MethodSpec> instantiation;

  ReflectionNames(Image image, TypeNames names) {
    super(image);
    this.names = names;
    this.types = new ReflectionTypes(image, text, names);
    this.signatures = image.tables().cells(MethodDef.TABLE, SIGNATURE);
    this.methodNames = image.tables().cells(MethodDef.TABLE, NAMES[MethodDef.TABLE]);
    this.type = types::type;
    this.fieldType = field -> fieldType(new Cursor(field.signature()));
    this.methodSignature = method -> methodSignature(types.beginAt(signatures.at(method.rid())));
    this.memberSignature = member -> memberSignature(new Cursor(member.signature()));
    this.propertySignature = property -> propertySignature(new Cursor(property.signature()));
    this.instantiation = spec -> instantiation(new Cursor(spec.instantiation()));
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
    salvaged(field, fieldType, ":?");
  }

  @Override
  void method(MethodDef method) {
    declaringType(method);
    text.add("::");
    member(method);
  }

  @Override
  void declaringType(MethodDef method) {
    if (owners == null) {
      owners = image.tables().owners(TypeDef.TABLE, METHOD_LIST);
    }
    int type = owners.of(method.rid());
    names.write(TypeDef.TABLE << 24 | type, text);
  }

  @Override
  void member(MethodDef method) {
    text.string(methodNames.at(method.rid()));
    signature(method);
  }

  @Override
  void signature(MethodDef method) {
    salvaged(method, methodSignature, "(?):?");
  }

  @Override
  void property(Property property) {
    type(property.declaringType().token());
    text.add("::");
    name(property);
    salvaged(property, propertySignature, ":?");
  }

  @Override
  void event(Event event) {
    type(event.declaringType().token());
    text.add("::");
    name(event);
    if (!event.eventType().isNil()) {
      text.add(':');
      salvaged(event.eventType(), type, "?");
    }
  }

  @Override
  void memberRef(MemberRef member) {
    Token parent = member.parent();
    switch (parent.table()) {
      case ModuleRef.TABLE -> text.add("<Module>");
      case MethodDef.TABLE -> declaringType(new MethodDef(image, parent.rid()));
      default -> salvaged(parent, type, "?");
    }
    text.add("::");
    name(member);
    salvaged(member, memberSignature, "(?):?");
  }

  @Override
  void methodSpec(MethodSpec spec) {
    row(spec.method());
    salvaged(spec, instantiation, "<?>");
  }

  /** Writes {@code `arity(parameters):returnType}. */
  private void methodSignature(SignatureParser reading) {
    MethodHead head = reading.methodHead();
    if (head.arity() > 0) {
      text.add('`').add(head.arity());
    }
    parameters(head, reading);
  }

  /** Writes {@code :type}; of an indexer {@code (parameters):type}. */
  private void propertySignature(Cursor signature) {
    SignatureParser reading = types.begin(signature);
    MethodHead head = reading.propertyHead();
    if (head.parameters() > 0) {
      parameters(head, reading);
    } else {
      text.add(':');
      reading.type(types);
    }
  }

  private void parameters(MethodHead head, SignatureParser reading) {
    int returnType = text.length();
    reading.type(types);
    int parameters = text.length();
    text.add('(');
    for (int i = 0; i < head.parameters(); i++) {
      reading.skipSentinel(head);
      types.argument(i);
      reading.type(types);
    }
    text.add("):");
    // It stands first in the signature and last in the name.
    text.moveToEnd(returnType, parameters);
  }

  private void memberSignature(Cursor signature) {
    if (isField(signature)) {
      fieldType(signature);
    } else {
      methodSignature(types.begin(signature));
    }
  }

  private void fieldType(Cursor signature) {
    SignatureParser reading = types.begin(signature);
    reading.fieldHead();
    text.add(':');
    reading.type(types);
  }

  private void instantiation(Cursor signature) {
    types.instantiation(signature);
  }
}

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
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.CallingConvention;
import dev.tiptoe.metadata.signature.ElementType;
import dev.tiptoe.metadata.signature.MethodHead;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.signature.SignatureSkipper;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Documentation IDs: {@code M:System.Collections.Generic.List`1.Add(`0)}.
 *
 * <p>What refers to a member has the ID of that member: its type without arguments, and nothing of
 * a method's arguments.
 */
final class DocIdNames extends RowNames {

  /** Overloads of these may differ in their return type alone. */
  private static final Set<String> CONVERSIONS =
      Set.of("op_Implicit", "op_Explicit", "op_CheckedExplicit");

  private final TypeNames names;
  private final DocIdTypes types;

  private final Consumer<Token> type;
  private final Consumer<Token> definition;
  private final Consumer<MethodDef> methodSignature;
  private final Consumer<MemberRef> memberSignature;
  private final Consumer<Property> propertySignature;

  /** Whether the return type belongs to the ID of the method that is being written. */
  private boolean conversion;

  DocIdNames(Image image, TypeNames names) {
    super(image);
    this.names = names;
    this.types = new DocIdTypes(image, text, names);
    this.type = types::type;
    this.definition = this::definition;
    this.methodSignature = method -> methodSignature(new Cursor(method.signature()));
    this.memberSignature = member -> methodSignature(new Cursor(member.signature()));
    this.propertySignature = property -> propertySignature(new Cursor(property.signature()));
  }

  @Override
  void type(Token token) {
    text.add("T:");
    names.write(token.value(), text);
  }

  @Override
  void typeSpec(TypeSpec spec) {
    requireRow(spec);
    text.add("T:");
    types.restart();
    salvaged(spec.token(), type, "?");
  }

  @Override
  void field(Field field) {
    text.add("F:");
    names.write(field.declaringType().token().value(), text);
    text.add('.');
    name(field);
  }

  @Override
  void method(MethodDef method) {
    text.add("M:");
    declaringType(method);
    text.add('.');
    member(method);
  }

  @Override
  void declaringType(MethodDef method) {
    names.write(method.declaringType().token().value(), text);
  }

  @Override
  void member(MethodDef method) {
    conversion = CONVERSIONS.contains(escapedName(method));
    salvaged(method, methodSignature, "(?)");
  }

  @Override
  void signature(MethodDef method) {
    conversion = CONVERSIONS.contains(method.name());
    salvaged(method, methodSignature, "(?)");
  }

  @Override
  void property(Property property) {
    text.add("P:");
    names.write(property.declaringType().token().value(), text);
    text.add('.');
    escapedName(property);
    salvaged(property, propertySignature, "(?)");
  }

  @Override
  void event(Event event) {
    text.add("E:");
    names.write(event.declaringType().token().value(), text);
    text.add('.');
    escapedName(event);
  }

  @Override
  void memberRef(MemberRef member) {
    boolean field = isField(member);
    text.add(field ? "F:" : "M:");
    Token parent = member.parent();
    switch (parent.table()) {
      case ModuleRef.TABLE -> text.add("<Module>");
      case MethodDef.TABLE -> declaringType(new MethodDef(image, parent.rid()));
      default -> salvaged(parent, definition, "?");
    }
    text.add('.');
    if (field) {
      name(member);
    } else {
      conversion = CONVERSIONS.contains(escapedName(member));
      salvaged(member, memberSignature, "(?)");
    }
  }

  @Override
  void methodSpec(MethodSpec spec) {
    row(spec.method());
  }

  /** Writes the type, or what it instantiates. */
  private void definition(Token token) {
    types.restart();
    if (token.table() != TypeSpec.TABLE) {
      types.type(token);
      return;
    }
    Cursor signature = new Cursor(new TypeSpec(image, token.rid()).signature());
    if (signature.peek() == ElementType.GENERICINST) {
      signature.u8();
    }
    types.begin(signature).type(types);
  }

  /**
   * Writes the name of a member that may implement one of an interface, so that its dots and
   * brackets are none of the ID's.
   */
  private String escapedName(Row row) {
    int begin = text.length();
    name(row);
    String name = text.cut(begin);
    int alias = name.indexOf("::");
    String withoutAlias = alias < 0 ? name : name.substring(alias + "::".length());
    text.add(withoutAlias.replace('.', '#').replace('<', '{').replace('>', '}'));
    return name;
  }

  private void methodSignature(Cursor signature) {
    types.restart();
    SignatureParser reading = types.begin(signature);
    MethodHead head = reading.methodHead();
    if (head.arity() > 0) {
      text.add("``").add(head.arity());
    }
    int returnType = signature.position();
    reading.type(SignatureSkipper.INSTANCE);
    parameters(head, reading);
    if (conversion) {
      text.add('~');
      signature.moveTo(returnType);
      reading.type(types);
    }
  }

  private void propertySignature(Cursor signature) {
    types.restart();
    SignatureParser reading = types.begin(signature);
    MethodHead head = reading.propertyHead();
    reading.type(SignatureSkipper.INSTANCE);
    parameters(head, reading);
  }

  /** Writes the declared parameters, if there are any; more may follow those of a vararg method. */
  private void parameters(MethodHead head, SignatureParser reading) {
    boolean vararg = head.callingConvention() == CallingConvention.VARARG;
    int declared = 0;
    while (declared < head.parameters() && !reading.skipSentinel(head)) {
      text.add(declared == 0 ? '(' : ',');
      reading.type(types);
      declared++;
    }
    if (declared > 0) {
      text.add(vararg ? ",)" : ")");
    } else if (vararg) {
      text.add("()");
    }
  }
}

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
 * Writes documentation IDs: {@code M:System.Collections.Generic.List`1.Add(`0)}.
 *
 * <p>A reference to a member has the ID of that member: its type without arguments, and no
 * arguments of a method.
 */
final class DocIdNames extends RowNames {

  /** Overloads of these may differ in their return type alone. */
  private static final Set<String> CONVERSIONS =
      Set.of("op_Implicit", "op_Explicit", "op_CheckedExplicit");

  private final DocIdTypes types;

  private final Consumer<MethodDef> methodSignature;
  private final Consumer<MemberRef> memberSignature;
  private final Consumer<Property> propertySignature;

  /** Whether the return type belongs to the ID of the method being written. */
  private boolean conversion;

  DocIdNames(Image image, TypeNames names) {
    super(image, names, ".");
    this.types = new DocIdTypes(image, text, names);
    this.methodSignature = method -> methodSignature(new Cursor(method.signature()));
    this.memberSignature = member -> methodSignature(new Cursor(member.signature()));
    this.propertySignature = property -> propertySignature(new Cursor(property.signature()));
  }

  @Override
  void row(Token token) {
    text.add(kind(token));
    super.row(token);
  }

  /** Returns the prefix of an ID; that of a MethodSpec is its method's. */
  private String kind(Token token) {
    return switch (token.table()) {
      case Field.TABLE -> "F:";
      case MethodDef.TABLE -> "M:";
      case MemberRef.TABLE -> isField(new MemberRef(image, token.rid())) ? "F:" : "M:";
      case MethodSpec.TABLE -> "";
      case Property.TABLE -> "P:";
      case Event.TABLE -> "E:";
      default -> "T:";
    };
  }

  @Override
  TypeWriter types() {
    return types;
  }

  @Override
  void member(MethodDef method) {
    conversion = CONVERSIONS.contains(escapedName(method));
    salvaged(method, methodSignature, "(?)");
  }

  @Override
  void signature(MethodDef method) {
    conversion = CONVERSIONS.contains(nameIn(method));
    salvaged(method, methodSignature, "(?)");
  }

  @Override
  void property(Property property) {
    memberOf(property.declaringType());
    escapedName(property);
    salvaged(property, propertySignature, "(?)");
  }

  @Override
  void event(Event event) {
    memberOf(event.declaringType());
    escapedName(event);
  }

  @Override
  void memberRef(MemberRef member) {
    parent(member);
    dot();
    if (isField(member)) {
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

  /** Writes the type, or the type that it instantiates. */
  @Override
  void owner(Token token) {
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
   * Writes the name of a member that may implement one of an interface, replacing dots and
   * brackets, which have a meaning in the ID.
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
    SignatureParser reading = types.begin(signature);
    MethodHead head = reading.propertyHead();
    reading.type(SignatureSkipper.INSTANCE);
    parameters(head, reading);
  }

  /**
   * Writes the declared parameters, if there are any; those of a vararg method may be followed by
   * more.
   */
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

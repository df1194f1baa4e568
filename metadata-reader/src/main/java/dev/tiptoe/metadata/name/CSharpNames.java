// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Event;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.parser.ElementType;
import dev.tiptoe.metadata.parser.SignatureParser;
import dev.tiptoe.metadata.parser.SignatureSkipper;
import dev.tiptoe.metadata.table.CodedIndex;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes names as in C#, without return types, and without namespaces except for {@linkplain
 * Namesakes namesakes}: {@code List<T>.Enumerator.MoveNext()}, {@code Half.explicit operator
 * short(Half)}, {@code List<T>.this[int].get}.
 *
 * <p>Compiler-generated members, such as the method of a lambda, keep their generated name.
 */
final class CSharpNames extends RowNames {

  private final CSharpTypes types;
  private final CSharpSignature signatures;
  private final CSharpMembers members;

  private final Consumer<MemberRef> memberParameters;
  private final Consumer<MemberRef> memberReturnType;

  CSharpNames(Image image, TypeNames names) {
    super(image, names, ".");
    this.types = new CSharpTypes(image, text, names);
    this.signatures = new CSharpSignature(text, types);
    this.members = new CSharpMembers(this, types, signatures);
    this.memberParameters =
        member -> signatures.method(new Cursor(member.signature()), Optional.empty());
    this.memberReturnType = member -> signatures.returnType(new Cursor(member.signature()));
  }

  @Override
  TypeWriter types() {
    return types;
  }

  @Override
  void typeSpec(TypeSpec spec) {
    free();
    super.typeSpec(spec);
  }

  @Override
  void member(MethodDef method) {
    members.method(method, List.of());
  }

  @Override
  void signature(MethodDef method) {
    members.signature(method);
  }

  @Override
  void property(Property property) {
    memberOf(property.declaringType());
    members.property(property, property.getter().or(property::setter));
  }

  @Override
  void event(Event event) {
    memberOf(event.declaringType());
    members.event(event, event.adder().or(event::remover));
  }

  @Override
  void memberRef(MemberRef member) {
    memberRef(member, List.of());
  }

  @Override
  void methodSpec(MethodSpec spec) {
    free();
    List<String> arguments = arguments(spec);
    Token method = spec.method();
    if (method.table() == MethodDef.TABLE) {
      MethodDef definition = new MethodDef(image, method.rid());
      declaringType(definition);
      dot();
      members.method(definition, arguments);
    } else {
      memberRef(new MemberRef(image, method.rid()), arguments);
    }
  }

  private void memberRef(MemberRef member, List<String> arguments) {
    Token parent = member.parent();
    free();
    parent(member);
    dot();
    types.scope(parent.table() == TypeSpec.TABLE ? argumentsOf(parent) : List.of(), arguments);
    if (isField(member)) {
      name(member);
    } else {
      members.methodName(nameIn(member), definition(parent), member, memberReturnType);
      salvaged(member, memberParameters, "(?)");
    }
  }

  /** Forgets the names of type parameters, which are not known here. */
  private void free() {
    types.scope(List.of(), List.of());
  }

  private List<String> arguments(MethodSpec spec) {
    int mark = text.length();
    try {
      SignatureParser reading = types.begin(new Cursor(spec.instantiation()));
      return signatures.arguments(reading, reading.instantiationHead());
    } catch (MetadataFormatException e) {
      damaged(e);
      text.giveUp(mark);
      return List.of("?");
    }
  }

  /** Returns the names of the arguments of an instantiation; empty for another type. */
  private List<String> argumentsOf(Token spec) {
    int mark = text.length();
    try {
      Cursor signature = new Cursor(new TypeSpec(image, spec.rid()).signature());
      SignatureParser reading = types.begin(signature);
      if (signature.peek() == ElementType.GENERICINST) {
        signature.u8();
        reading.type(SignatureSkipper.INSTANCE);
        return signatures.arguments(reading, signature.compressed());
      }
    } catch (MetadataFormatException e) {
      // The damage was reported when the type was written.
      text.giveUp(mark);
    }
    return List.of();
  }

  /** Returns the type that a MemberRef's parent is or instantiates; 0 for none. */
  private int definition(Token parent) {
    if (parent.table() == TypeDef.TABLE || parent.table() == TypeRef.TABLE) {
      return parent.value();
    }
    if (parent.table() == MethodDef.TABLE) {
      return new MethodDef(image, parent.rid()).declaringType().token().value();
    }
    if (parent.table() != TypeSpec.TABLE) {
      return 0;
    }
    try {
      Cursor signature = new Cursor(new TypeSpec(image, parent.rid()).signature());
      int first = signature.u8();
      int kind = first == ElementType.GENERICINST ? signature.u8() : first;
      int token =
          kind == ElementType.CLASS || kind == ElementType.VALUETYPE
              ? CodedIndex.typeDefOrRefEncoded(signature.compressed())
              : 0;
      return token >>> 24 == TypeSpec.TABLE ? 0 : Math.max(token, 0);
    } catch (MetadataFormatException e) {
      return 0;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Event;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodImpl;
import dev.tiptoe.metadata.image.MethodSemantics;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.ElementType;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.signature.SignatureSkipper;
import dev.tiptoe.metadata.table.CodedIndex;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Names as C# writes them, without namespaces and return types: {@code
 * List<T>.Enumerator.MoveNext()}, {@code Half.explicit operator short(Half)}, {@code
 * List<T>.this[int].get}.
 *
 * <p>What the compiler made up, such as the method of a lambda, has the name that it was given.
 */
final class CSharpNames extends RowNames {

  private static final int VIRTUAL = 0x40;
  private static final int NEW_SLOT = 0x100;
  private static final int SPECIAL_NAME = 0x800;

  /** Bytes of the signature of a method without parameters and without a result. */
  private static final int FINALIZER_LENGTH = 3;

  private final TypeNames names;
  private final CSharpTypes types;
  private final CSharpSignature signatures;
  private final Implementations implementations;

  private final Consumer<Token> type;
  private final Consumer<MethodDef> methodParameters;
  private final Consumer<MethodDef> returnType;
  private final Consumer<MemberRef> memberParameters;
  private final Consumer<MemberRef> memberReturnType;

  /** The type whose members were named last, and its type parameters. */
  private Optional<TypeDef> scoped = Optional.empty();

  private List<String> ownParameters = List.of();

  /** What the type parameters of the method are called in its name, or stand for. */
  private List<String> methodArguments = List.of();

  CSharpNames(Image image, TypeNames names) {
    super(image);
    this.names = names;
    this.types = new CSharpTypes(image, text, names);
    this.signatures = new CSharpSignature(text, types);
    this.implementations = new Implementations(image);
    this.type = types::type;
    this.methodParameters =
        method -> signatures.method(new Cursor(method.signature()), Optional.of(method));
    this.returnType = method -> signatures.returnType(new Cursor(method.signature()));
    this.memberParameters =
        member -> signatures.method(new Cursor(member.signature()), Optional.empty());
    this.memberReturnType = member -> signatures.returnType(new Cursor(member.signature()));
  }

  @Override
  void clear() {
    super.clear();
    methodArguments = List.of();
  }

  @Override
  void type(Token token) {
    names.write(token.value(), text);
  }

  @Override
  void typeSpec(TypeSpec spec) {
    requireRow(spec);
    free();
    types.restart();
    salvaged(spec.token(), type, "?");
  }

  @Override
  void field(Field field) {
    type(field.declaringType().token());
    text.add('.');
    name(field);
  }

  @Override
  void method(MethodDef method) {
    declaringType(method);
    text.add('.');
    member(method);
  }

  @Override
  void declaringType(MethodDef method) {
    type(method.declaringType().token());
  }

  @Override
  void member(MethodDef method) {
    List<MethodSemantics> roles =
        (method.flags() & SPECIAL_NAME) == 0 ? List.of() : method.semantics();
    if (!roles.isEmpty() && accessor(roles.get(0), method)) {
      return;
    }
    TypeDef owner = method.declaringType();
    scope(owner, method);
    String name = method.name();
    int dot = name.lastIndexOf('.');
    if (dot > 0 && interfaceOf(method)) {
      text.add(name.substring(dot + 1));
      list(methodArguments);
    } else if (isFinalizer(owner, method, name)) {
      text.add('~').add(simpleName(owner.token().value()));
    } else if (name.equals(".cctor")) {
      text.add("static ").add(simpleName(owner.token().value()));
    } else {
      methodName(name, owner.token().value(), method, returnType);
    }
    salvaged(method, methodParameters, "(?)");
    methodArguments = List.of();
  }

  @Override
  void signature(MethodDef method) {
    scope(method.declaringType(), method);
    list(methodArguments);
    salvaged(method, methodParameters, "(?)");
    methodArguments = List.of();
  }

  @Override
  void property(Property property) {
    type(property.declaringType().token());
    text.add('.');
    propertyMember(property, property.getter().or(property::setter));
  }

  @Override
  void event(Event event) {
    type(event.declaringType().token());
    text.add('.');
    eventMember(event, event.adder().or(event::remover));
  }

  @Override
  void memberRef(MemberRef member) {
    memberRef(member, List.of());
  }

  @Override
  void methodSpec(MethodSpec spec) {
    free();
    types.restart();
    List<String> arguments = arguments(spec);
    Token method = spec.method();
    if (method.table() == MethodDef.TABLE) {
      MethodDef definition = new MethodDef(image, method.rid());
      declaringType(definition);
      text.add('.');
      methodArguments = arguments;
      member(definition);
      methodArguments = List.of();
    } else {
      memberRef(new MemberRef(image, method.rid()), arguments);
    }
  }

  private void memberRef(MemberRef member, List<String> arguments) {
    Token parent = member.parent();
    free();
    types.restart();
    List<String> ofType = List.of();
    switch (parent.table()) {
      case ModuleRef.TABLE -> text.add("<Module>");
      case MethodDef.TABLE -> declaringType(new MethodDef(image, parent.rid()));
      case TypeSpec.TABLE -> {
        salvaged(parent, type, "?");
        ofType = argumentsOf(parent);
      }
      default -> salvaged(parent, type, "?");
    }
    text.add('.');
    types.scope(ofType, arguments);
    if (isField(member)) {
      name(member);
    } else {
      methodArguments = arguments;
      methodName(member.name(), definition(parent), member, memberReturnType);
      methodArguments = List.of();
      salvaged(member, memberParameters, "(?)");
    }
  }

  /** Writes a method's name and type parameters as its declaration has them. */
  private <T> void methodName(String name, int owner, T method, Consumer<T> returned) {
    String conversion = CSharpKeywords.conversion(name);
    String operator = CSharpKeywords.operator(name);
    if (!conversion.isEmpty()) {
      text.add(conversion);
      salvaged(method, returned, "?");
    } else if (!operator.isEmpty()) {
      text.add("operator ").add(operator);
    } else if (name.equals(".ctor") && owner != 0) {
      text.add(simpleName(owner));
    } else {
      text.add(name);
    }
    list(methodArguments);
  }

  private void list(List<String> parameters) {
    for (int i = 0; i < parameters.size(); i++) {
      text.add(i == 0 ? "<" : ", ").add(parameters.get(i));
    }
    text.add(parameters.isEmpty() ? "" : ">");
  }

  /** Writes an accessor as part of what it belongs to; false when that cannot be. */
  private boolean accessor(MethodSemantics role, MethodDef method) {
    Token association = role.association();
    boolean known = association.table() == Property.TABLE || association.table() == Event.TABLE;
    String word =
        switch (role.semantics()) {
          case MethodSemantics.SETTER -> ".set";
          case MethodSemantics.GETTER -> ".get";
          case MethodSemantics.ADD_ON -> ".add";
          case MethodSemantics.REMOVE_ON -> ".remove";
          case MethodSemantics.FIRE -> ".raise";
          default -> "";
        };
    if (!known || word.isEmpty()) {
      return false;
    }
    if (association.table() == Property.TABLE) {
      propertyMember(new Property(image, association.rid()), Optional.of(method));
    } else {
      eventMember(new Event(image, association.rid()), Optional.of(method));
    }
    if (role.semantics() == MethodSemantics.SETTER) {
      salvaged(method, setter -> text.add(isInit(setter) ? ".init" : word), ".?");
    } else {
      text.add(word);
    }
    return true;
  }

  private void propertyMember(Property property, Optional<MethodDef> accessor) {
    TypeDef owner = property.declaringType();
    types.scope(parametersOf(owner), List.of());
    String name = memberName(property.name(), accessor);
    int begin = text.length();
    text.add(name);
    int end = text.length();
    salvaged(property, row -> signatures.property(new Cursor(row.signature()), accessor), "[?]");
    if (text.length() > end) {
      text.replace(begin, name, "this");
    }
  }

  private void eventMember(Event event, Optional<MethodDef> accessor) {
    TypeDef owner = event.declaringType();
    types.scope(parametersOf(owner), List.of());
    text.add(memberName(event.name(), accessor));
  }

  /** Writes the interface that a member implements explicitly; gives the name that is left. */
  private String memberName(String name, Optional<MethodDef> accessor) {
    int dot = name.lastIndexOf('.');
    boolean explicit = dot > 0 && accessor.filter(this::interfaceOf).isPresent();
    return explicit ? name.substring(dot + 1) : name;
  }

  /** Writes the interface whose method a method implements explicitly; false when there is none. */
  private boolean interfaceOf(MethodDef method) {
    Optional<MethodImpl> implementation = implementations.of(method);
    implementation.ifPresent(this::writeInterface);
    return implementation.isPresent();
  }

  private void writeInterface(MethodImpl implementation) {
    Token declaration = implementation.declaration();
    Token parent =
        declaration.table() == MethodDef.TABLE
            ? new MethodDef(image, declaration.rid()).declaringType().token()
            : new MemberRef(image, declaration.rid()).parent();
    types.restart();
    salvaged(parent, type, "?");
    text.add('.');
  }

  private static boolean isFinalizer(TypeDef owner, MethodDef method, String name) {
    int flags = method.flags();
    return name.equals("Finalize")
        && (flags & VIRTUAL) != 0
        && ((flags & NEW_SLOT) == 0 || isObject(owner))
        && returnsNothing(method);
  }

  /** Whether a method has neither parameters nor a result. */
  private static boolean returnsNothing(MethodDef method) {
    try {
      Bytes signature = method.signature();
      return signature.length() == FINALIZER_LENGTH
          && signature.u8(1) == 0
          && signature.u8(2) == ElementType.VOID;
    } catch (MetadataFormatException e) {
      // It is told when the signature is written.
      return false;
    }
  }

  /** Whether a type is the root of all others, where the finalizer begins. */
  private static boolean isObject(TypeDef type) {
    return type.extendsType().isNil() && !type.isInterface();
  }

  /** Whether a setter may only be called as an object is made: a modifier says so. */
  private boolean isInit(MethodDef setter) {
    Cursor signature = new Cursor(setter.signature());
    SignatureParser reading = types.begin(signature);
    reading.methodHead();
    if (signature.peek() != ElementType.CMOD_REQD) {
      return false;
    }
    signature.u8();
    int modifier = CodedIndex.typeDefOrRefEncoded(signature.compressed());
    return modifier >>> 24 != TypeSpec.TABLE && simpleName(modifier).equals("IsExternalInit");
  }

  /** A type's own name, without arity and whatever is around it. */
  private String simpleName(int typeToken) {
    int begin = text.length();
    TypeRow.of(image, typeToken).writeSourceName(text);
    NestedTypes.Notation.withoutArity(text, begin);
    return text.cut(begin);
  }

  private void scope(TypeDef owner, MethodDef method) {
    List<String> ofMethod =
        methodArguments.isEmpty()
            ? CSharpTypes.namesOf(method.genericParameters())
            : methodArguments;
    methodArguments = ofMethod;
    types.scope(parametersOf(owner), ofMethod);
    types.restart();
  }

  /** The type parameters of a type; those of the last one are kept, for its other members. */
  private List<String> parametersOf(TypeDef owner) {
    if (scoped.isEmpty() || !scoped.get().equals(owner)) {
      ownParameters = CSharpTypes.namesOf(owner.genericParameters());
      scoped = Optional.of(owner);
    }
    return ownParameters;
  }

  /** Nobody knows here what type parameters are called. */
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

  /** What the arguments of an instantiation are called; none of another type. */
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
      // It was told when the type was written.
      text.giveUp(mark);
    }
    return List.of();
  }

  /** The type that a MemberRef's parent is or instantiates; 0 for none. */
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

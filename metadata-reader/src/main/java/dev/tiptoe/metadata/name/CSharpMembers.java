// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Event;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodImpl;
import dev.tiptoe.metadata.image.MethodSemantics;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.ElementType;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.metadata.table.CodedIndex;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes the names of members behind their type: constructors, finalizers and operators, the
 * accessors of properties and events, and explicit implementations of interfaces. Mutable, not
 * thread-safe.
 */
final class CSharpMembers {

  private static final int VIRTUAL = 0x40;
  private static final int NEW_SLOT = 0x100;
  private static final int SPECIAL_NAME = 0x800;

  /** The length of the signature of a method without parameters and without a result. */
  private static final int FINALIZER_LENGTH = 3;

  private final Image image;
  private final NameText text;
  private final RowNames names;
  private final CSharpTypes types;
  private final CSharpSignature signatures;
  private final Implementations implementations;

  private final Consumer<MethodDef> methodParameters;
  private final Consumer<MethodDef> returnType;

  /** The type whose members were named last, and its type parameters. */
  private Optional<TypeDef> scoped = Optional.empty();

  private List<String> ownParameters = List.of();

  /** Creates an instance that writes to the text of {@code names}. */
  CSharpMembers(RowNames names, CSharpTypes types, CSharpSignature signatures) {
    this.image = names.image;
    this.text = names.text;
    this.names = names;
    this.types = types;
    this.signatures = signatures;
    this.implementations = new Implementations(image);
    this.methodParameters =
        method -> signatures.method(new Cursor(method.signature()), Optional.of(method));
    this.returnType = method -> signatures.returnType(new Cursor(method.signature()));
  }

  /**
   * Writes a method, with the arguments for its type parameters, or with an empty list for the
   * parameters' names.
   */
  void method(MethodDef method, List<String> arguments) {
    List<MethodSemantics> roles =
        (method.flags() & SPECIAL_NAME) == 0 ? List.of() : method.semantics();
    if (!roles.isEmpty() && accessor(roles.get(0), method)) {
      return;
    }
    TypeDef owner = method.declaringType();
    scope(owner, method, arguments);
    String name = names.nameIn(method);
    int dot = name.lastIndexOf('.');
    if (dot > 0 && interfaceOf(method)) {
      text.add(name.substring(dot + 1));
      typeParameters();
    } else if (isFinalizer(owner, method, name)) {
      text.add('~').add(simpleName(owner.token().value()));
    } else if (name.equals(".cctor")) {
      text.add("static ").add(simpleName(owner.token().value()));
    } else {
      methodName(name, owner.token().value(), method, returnType);
    }
    names.salvaged(method, methodParameters, "(?)");
  }

  /** Writes type parameters and parameters of a method. */
  void signature(MethodDef method) {
    scope(method.declaringType(), method, List.of());
    typeParameters();
    names.salvaged(method, methodParameters, "(?)");
  }

  /** Writes a method's name and type parameters as in its declaration. */
  <T> void methodName(String name, int owner, T method, Consumer<T> returned) {
    String conversion = CSharpKeywords.conversion(name);
    String operator = CSharpKeywords.operator(name);
    if (!conversion.isEmpty()) {
      text.add(conversion);
      names.salvaged(method, returned, "?");
    } else if (!operator.isEmpty()) {
      text.add("operator ").add(operator);
    } else if (name.equals(".ctor") && owner != 0) {
      text.add(simpleName(owner));
    } else {
      text.add(name);
    }
    typeParameters();
  }

  private void typeParameters() {
    List<String> parameters = types.methodParameters();
    for (int i = 0; i < parameters.size(); i++) {
      text.add(i == 0 ? "<" : ", ").add(parameters.get(i));
    }
    text.add(parameters.isEmpty() ? "" : ">");
  }

  /**
   * Writes an accessor as part of its property or event. Returns false when that is not possible.
   */
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
      property(new Property(image, association.rid()), Optional.of(method));
    } else {
      event(new Event(image, association.rid()), Optional.of(method));
    }
    if (role.semantics() == MethodSemantics.SETTER) {
      names.salvaged(method, setter -> text.add(isInit(setter) ? ".init" : word), ".?");
    } else {
      text.add(word);
    }
    return true;
  }

  /** Writes a property, with the interface that {@code accessor} implements explicitly. */
  void property(Property property, Optional<MethodDef> accessor) {
    TypeDef owner = property.declaringType();
    types.scope(parametersOf(owner), List.of());
    String name = memberName(names.nameIn(property), accessor);
    int begin = text.length();
    text.add(name);
    int end = text.length();
    names.salvaged(
        property, row -> signatures.property(new Cursor(row.signature()), accessor), "[?]");
    if (text.length() > end) {
      text.replace(begin, name, "this");
    }
  }

  /** Writes an event, with the interface that {@code accessor} implements explicitly. */
  void event(Event event, Optional<MethodDef> accessor) {
    TypeDef owner = event.declaringType();
    types.scope(parametersOf(owner), List.of());
    text.add(memberName(names.nameIn(event), accessor));
  }

  /** Writes the interface that a member implements explicitly. Returns the rest of the name. */
  private String memberName(String name, Optional<MethodDef> accessor) {
    int dot = name.lastIndexOf('.');
    boolean explicit = dot > 0 && accessor.filter(this::interfaceOf).isPresent();
    return explicit ? name.substring(dot + 1) : name;
  }

  /**
   * Writes the interface whose method a method implements explicitly. Returns false when there is
   * none.
   */
  private boolean interfaceOf(MethodDef method) {
    Optional<MethodImpl> implementation = implementations.of(method);
    implementation.ifPresent(this::writeInterface);
    return implementation.isPresent();
  }

  private void writeInterface(MethodImpl implementation) {
    Token declaration = implementation.declaration();
    if (declaration.table() == MethodDef.TABLE) {
      names.referred(new MethodDef(image, declaration.rid()).declaringType().token());
    } else {
      names.parent(new MemberRef(image, declaration.rid()));
    }
    text.add('.');
  }

  private static boolean isFinalizer(TypeDef owner, MethodDef method, String name) {
    int flags = method.flags();
    return name.equals("Finalize")
        && (flags & VIRTUAL) != 0
        && ((flags & NEW_SLOT) == 0 || isObject(owner))
        && returnsNothing(method);
  }

  /** Returns whether a method has neither parameters nor a result. */
  private static boolean returnsNothing(MethodDef method) {
    try {
      Bytes signature = method.signature();
      return signature.length() == FINALIZER_LENGTH
          && signature.u8(1) == 0
          && signature.u8(2) == ElementType.VOID;
    } catch (MetadataFormatException e) {
      // The damage is reported when the signature is written.
      return false;
    }
  }

  /** Returns whether a type is {@code System.Object}, which declares the first finalizer. */
  private static boolean isObject(TypeDef type) {
    return type.extendsType().isNil() && !type.isInterface();
  }

  /** Returns whether a setter is an init accessor, as a modifier marks it. */
  private boolean isInit(MethodDef setter) {
    Cursor signature = new Cursor(setter.signature());
    SignatureParser reading = types.begin(signature);
    reading.methodHead();
    if (signature.peek() != ElementType.CMOD_REQD) {
      return false;
    }
    signature.u8();
    int modifier = CodedIndex.typeDefOrRefEncoded(signature.compressed());
    if (modifier == -1) {
      throw signature.damaged("a modifier that is in no table");
    }
    return modifier >>> 24 != TypeSpec.TABLE && simpleName(modifier).equals("IsExternalInit");
  }

  /** Returns a type's own name, without arity and enclosing types. */
  private String simpleName(int typeToken) {
    int begin = text.length();
    TypeRow.of(image, typeToken).writeSourceName(text);
    NestedTypes.Notation.withoutArity(text, begin);
    return text.cut(begin);
  }

  private void scope(TypeDef owner, MethodDef method, List<String> arguments) {
    types.scope(
        parametersOf(owner),
        arguments.isEmpty()
            ? CSharpTypeName.parameters(method.genericParameters(), text)
            : arguments);
  }

  /**
   * Returns the type parameters of a type; those of the last type are cached, for its other
   * members.
   */
  private List<String> parametersOf(TypeDef owner) {
    if (scoped.isEmpty() || !scoped.get().equals(owner)) {
      ownParameters = CSharpTypeName.parameters(owner.genericParameters(), text);
      scoped = Optional.of(owner);
    }
    return ownParameters;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.MethodDef;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer to "which method or field does this reference lead to?": one, several, or none.
 *
 * <p>Every answer tells its {@linkplain #kind kind}, the members it {@linkplain #candidates may
 * lead to} and its reason {@linkplain #why in words}. The records below hold what only their kind
 * has. Immutable.
 */
public sealed interface MemberResolution {

  /** Which of the three answers this is. */
  TypeResolution.Kind kind();

  /** The members that the reference may lead to: one, several, or none. */
  List<Resolved> candidates();

  /** The one member that the reference leads to; empty where it may be several, or none. */
  default Optional<Resolved> resolved() {
    return Optional.empty();
  }

  /** Whether the reference leads to one member. */
  default boolean isResolved() {
    return kind() == TypeResolution.Kind.RESOLVED;
  }

  /** The answer in words. */
  String why();

  /**
   * To one member.
   *
   * @param member the member
   * @param declaringType the type that has it, with the type arguments that the reference gives it
   *     or its derived type
   * @param methodArguments those of a MethodSpec, as type trees; empty for all others
   */
  record Resolved(Member member, RuntimeType declaringType, List<RuntimeType> methodArguments)
      implements MemberResolution {

    /** Copies the list. */
    public Resolved {
      methodArguments = List.copyOf(methodArguments);
    }

    @Override
    public TypeResolution.Kind kind() {
      return TypeResolution.Kind.RESOLVED;
    }

    @Override
    public List<Resolved> candidates() {
      return List.of(this);
    }

    @Override
    public Optional<Resolved> resolved() {
      return Optional.of(this);
    }

    @Override
    public String why() {
      return member.toString();
    }
  }

  /**
   * To several members, in modules that may equally well be meant.
   *
   * @param candidates two or more
   */
  record Ambiguous(List<Resolved> candidates) implements MemberResolution {

    /** Copies the list. */
    public Ambiguous {
      candidates = List.copyOf(candidates);
    }

    @Override
    public TypeResolution.Kind kind() {
      return TypeResolution.Kind.AMBIGUOUS;
    }

    @Override
    public String why() {
      return candidates.stream().map(Resolved::why).collect(Collectors.joining("; or "));
    }
  }

  /**
   * Nowhere.
   *
   * @param reason why
   * @param detail what exactly is missing, in words
   */
  record Unresolved(Reason reason, String detail) implements MemberResolution {

    static Unresolved of(TypeResolution.Unresolved type) {
      Reason reason =
          switch (type.reason()) {
            case NOT_LOADED -> Reason.NOT_LOADED;
            case REFUSED -> Reason.REFUSED;
            case NO_SUCH_TYPE -> Reason.NO_SUCH_TYPE;
            case CIRCULAR -> Reason.CIRCULAR;
            case NO_SUCH_ROW -> Reason.NO_SUCH_ROW;
            case DAMAGED -> Reason.DAMAGED;
          };
      return new Unresolved(reason, type.why());
    }

    @Override
    public TypeResolution.Kind kind() {
      return TypeResolution.Kind.UNRESOLVED;
    }

    @Override
    public List<Resolved> candidates() {
      return List.of();
    }

    @Override
    public String why() {
      return detail;
    }
  }

  /** Why a reference leads nowhere. */
  enum Reason {
    /** A type on the way is in an assembly or module that is not loaded. */
    NOT_LOADED,
    /** A type on the way is in an assembly that the runtime refuses for the reference. */
    REFUSED,
    /** A type on the way is in no module that it should be in. */
    NO_SUCH_TYPE,
    /** The type is there, and neither it nor its base types have such a member. */
    NO_SUCH_MEMBER,
    /** A base type, or a type in a signature, may be several, and it matters which. */
    AMBIGUOUS_TYPE,
    /** Types on the way lead in a circle, or further than is followed. */
    CIRCULAR,
    /** The module that refers has no such row. */
    NO_SUCH_ROW,
    /** A row or signature on the way cannot be read, or says what the CLR refuses. */
    DAMAGED
  }

  /** A method or field that a reference may lead to. */
  sealed interface Member {

    /** The loaded module that defines it; empty for what has no row. */
    default Optional<LoadedImage> definedIn() {
      return Optional.empty();
    }

    /** Its MethodDef or Field token; empty for what has no row. */
    default Optional<Token> definition() {
      return Optional.empty();
    }
  }

  /**
   * A method that has a row.
   *
   * @param module the loaded module that defines it
   * @param row its MethodDef
   */
  record Method(LoadedImage module, MethodDef row) implements Member {
    /** Its token. */
    public Token token() {
      return row.token();
    }

    @Override
    public Optional<LoadedImage> definedIn() {
      return Optional.of(module);
    }

    @Override
    public Optional<Token> definition() {
      return Optional.of(token());
    }

    @Override
    public String toString() {
      return row.token() + " of " + module;
    }
  }

  /**
   * A field.
   *
   * @param module the loaded module that defines it
   * @param row its Field
   */
  record FieldOf(LoadedImage module, Field row) implements Member {
    /** Its token. */
    public Token token() {
      return row.token();
    }

    @Override
    public Optional<LoadedImage> definedIn() {
      return Optional.of(module);
    }

    @Override
    public Optional<Token> definition() {
      return Optional.of(token());
    }

    @Override
    public String toString() {
      return row.token() + " of " + module;
    }
  }

  /** A method that the runtime makes for each array type, and that has no row. */
  enum ArrayMethod implements Member {
    /** {@code .ctor}, of the lengths or of the lower bounds and lengths. */
    CONSTRUCTOR,
    /** {@code Get}. */
    GET,
    /** {@code Set}. */
    SET,
    /** {@code Address}. */
    ADDRESS;

    /** As messages write it. */
    @Override
    public String toString() {
      return "array " + name().toLowerCase(Locale.ROOT);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

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
 * <p>Every answer has a {@linkplain #kind kind}, the {@linkplain #candidates possible members} and
 * a {@linkplain #why reason in words}. The records below have what is specific to their kind.
 * Immutable.
 */
public sealed interface MemberResolution {

  /** Returns the kind of this answer. */
  TypeResolution.Kind kind();

  /** Returns the members that the reference may lead to: one, several, or none. */
  List<Resolved> candidates();

  /** Returns the member that the reference leads to; empty when it may be several, or none. */
  default Optional<Resolved> resolved() {
    return Optional.empty();
  }

  /** Returns whether the reference leads to one member. */
  default boolean isResolved() {
    return kind() == TypeResolution.Kind.RESOLVED;
  }

  /** Returns the answer in words. */
  String why();

  /**
   * The reference leads to one member.
   *
   * @param member the member
   * @param declaringType the type that has it, with the type arguments that follow from the
   *     reference
   * @param methodArguments the arguments of a MethodSpec; empty for all others
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
   * The reference may lead to several members, in modules that fit equally well.
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
   * The reference leads nowhere.
   *
   * @param reason the kind of reason
   * @param detail the missing item, as text
   */
  record Unresolved(Reason reason, String detail) implements MemberResolution {

    /** Nowhere, since its type is not resolved. */
    public static Unresolved of(TypeResolution.Unresolved type) {
      Reason reason =
          switch (type.reason()) {
            case NOT_LOADED -> Reason.NOT_LOADED;
            case REFUSED -> Reason.REFUSED;
            case CONTEXT_UNKNOWN -> Reason.CONTEXT_UNKNOWN;
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

  /** The reasons why a reference leads nowhere. */
  enum Reason {
    /** A type on the way is in an assembly or module that is not loaded. */
    NOT_LOADED,
    /** A type on the way is in an assembly that the runtime refuses for the reference. */
    REFUSED,
    /**
     * A type on the way is in an assembly that the runtime refuses for the reference, unless the
     * load context supplied it; the contexts are not known.
     */
    CONTEXT_UNKNOWN,
    /** A type on the way is missing from the module that it should be in. */
    NO_SUCH_TYPE,
    /** The type exists, but neither it nor its base types have such a member. */
    NO_SUCH_MEMBER,
    /** A base type, or a type in a signature, may be several types, with different results. */
    AMBIGUOUS_TYPE,
    /** Types on the way form a cycle, or a chain beyond the limit. */
    CIRCULAR,
    /** The referring module has no such row. */
    NO_SUCH_ROW,
    /** A row or signature on the way cannot be read, or is one that the CLR refuses. */
    DAMAGED
  }

  /** A method or field that a reference may lead to. */
  sealed interface Member {

    /** Returns the loaded module that defines it; empty for a member without a row. */
    default Optional<LoadedImage> definedIn() {
      return Optional.empty();
    }

    /** Returns its MethodDef or Field token; empty for a member without a row. */
    default Optional<Token> definition() {
      return Optional.empty();
    }
  }

  /**
   * A method with a row.
   *
   * @param module the loaded module that defines it
   * @param row its MethodDef
   */
  record Method(LoadedImage module, MethodDef row) implements Member {
    /** Returns its token. */
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
    /** Returns its token. */
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

  /** A method that the runtime makes for each array type, without a row. */
  enum ArrayMethod implements Member {
    /** {@code .ctor}, with the lengths, or the lower bounds and lengths. */
    CONSTRUCTOR,
    /** {@code Get}. */
    GET,
    /** {@code Set}. */
    SET,
    /** {@code Address}. */
    ADDRESS;

    /** Returns the form for messages. */
    @Override
    public String toString() {
      return "array " + name().toLowerCase(Locale.ROOT);
    }
  }
}

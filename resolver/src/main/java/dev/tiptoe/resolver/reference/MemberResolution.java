// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.MethodDef;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where a reference to a method or field leads: to one, to several, or nowhere. */
public sealed interface MemberResolution {

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
            case NO_SUCH_TYPE -> Reason.NO_SUCH_TYPE;
            case CIRCULAR -> Reason.CIRCULAR;
            case DAMAGED -> Reason.DAMAGED;
          };
      return new Unresolved(reason, type.detail());
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
    /** A type on the way is in no module that it should be in. */
    NO_SUCH_TYPE,
    /** The type is there, and neither it nor its base types have such a member. */
    NO_SUCH_MEMBER,
    /** A base type, or a type in a signature, may be several, and it matters which. */
    AMBIGUOUS_TYPE,
    /** Types on the way lead in a circle, or further than is followed. */
    CIRCULAR,
    /** A row or signature on the way cannot be read, or says what the CLR refuses. */
    DAMAGED
  }

  /** A method or field that a reference may lead to. */
  sealed interface Member {}

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

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.metadata.signature.TypeSignature.ByRef;
import dev.tiptoe.metadata.signature.TypeSignature.FunctionPointer;
import dev.tiptoe.metadata.signature.TypeSignature.GeneralArray;
import dev.tiptoe.metadata.signature.TypeSignature.GenericInstance;
import dev.tiptoe.metadata.signature.TypeSignature.MethodParameter;
import dev.tiptoe.metadata.signature.TypeSignature.Modified;
import dev.tiptoe.metadata.signature.TypeSignature.Named;
import dev.tiptoe.metadata.signature.TypeSignature.Pinned;
import dev.tiptoe.metadata.signature.TypeSignature.Pointer;
import dev.tiptoe.metadata.signature.TypeSignature.SzArray;
import dev.tiptoe.metadata.signature.TypeSignature.TypeParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares signatures of two modules as the CLR does: element by element, a type by its TypeDef, a
 * parameter by its number, custom modifiers of the same kind in the same order, a class never equal
 * to a value type, and {@code string} never equal to a reference to System.String.
 *
 * <p>Used for one reference, not thread-safe. It counts the comparisons, and gives up far beyond
 * the length of normal signatures. When a type is not known, or there was too much to compare,
 * {@link #doubt} has the reason.
 */
final class SignatureMatch {

  private static final int MOST_PARTS = 100_000;
  private static final int DEEPEST = 250;

  /** The results of a comparison. */
  enum Verdict {
    SAME,
    DIFFERENT,
    /** A type that decides is not known. */
    UNKNOWN
  }

  /**
   * The place of a signature.
   *
   * @param module the module whose tokens it has
   * @param arguments the arguments for parameters of the generic type; null when they remain
   *     parameters
   */
  record Place(LoadedImage module, @Nullable Arguments arguments) {}

  private final TypeRefResolver resolver;
  private final SearchWork work;
  private Optional<TypeResolution> doubt = Optional.empty();
  private int parts;
  private int depth;

  SignatureMatch(TypeRefResolver resolver, SearchWork work) {
    this.resolver = resolver;
    this.work = work;
  }

  /** Returns why a comparison was undecided, if one was. */
  Optional<TypeResolution> doubt() {
    return doubt;
  }

  /** Compares a call with a method; types behind a sentinel belong to the call alone. */
  Verdict methods(MethodSignature call, Place from, MethodSignature method, Place in) {
    return shapes(call, method) && call.declared() == method.declared()
        ? all(types(call, call.declared()), from, types(method, method.declared()), in)
        : Verdict.DIFFERENT;
  }

  private static boolean shapes(MethodSignature one, MethodSignature other) {
    return one.convention() == other.convention()
        && one.hasThis() == other.hasThis()
        && one.explicitThis() == other.explicitThis()
        && one.arity() == other.arity();
  }

  private static List<TypeSignature> types(MethodSignature method, int parameters) {
    List<TypeSignature> types = new ArrayList<>();
    types.add(method.returnType());
    types.addAll(method.parameters().subList(0, parameters));
    return types;
  }

  private Verdict all(List<TypeSignature> ones, Place from, List<TypeSignature> others, Place in) {
    Verdict all = ones.size() == others.size() ? Verdict.SAME : Verdict.DIFFERENT;
    for (int i = 0; i < ones.size() && all != Verdict.DIFFERENT; i++) {
      all = and(all, types(ones.get(i), from, others.get(i), in));
    }
    return all;
  }

  private static Verdict and(Verdict one, Verdict other) {
    return one == Verdict.DIFFERENT || other == Verdict.SAME ? one : other;
  }

  /** Compares two types, given the arguments for their parameters. */
  Verdict types(TypeSignature one, Place from, TypeSignature other, Place in) {
    work.add(1);
    if (++parts > MOST_PARTS || depth > DEEPEST) {
      return unknown(
          new TypeResolution.Unresolved(TypeResolution.Reason.CIRCULAR, "a type without end"));
    }
    depth++;
    Verdict verdict = compare(one, from, other, in);
    depth--;
    return verdict;
  }

  private Verdict compare(TypeSignature one, Place from, TypeSignature other, Place in) {
    Arguments arguments = in.arguments();
    if (other instanceof TypeParameter parameter
        && arguments != null
        && !arguments.types().isEmpty()) {
      return parameter.number() < arguments.types().size()
          ? types(
              one,
              from,
              arguments.types().get(parameter.number()),
              new Place(arguments.module(), arguments.next()))
          : Verdict.DIFFERENT;
    }
    if (one instanceof Named named && other instanceof Named second) {
      return named(named, from.module(), second, in.module());
    }
    if (one instanceof GenericInstance instance && other instanceof GenericInstance second) {
      Verdict generic = types(instance.type(), from, second.type(), in);
      return generic == Verdict.DIFFERENT
          ? generic
          : and(generic, all(instance.arguments(), from, second.arguments(), in));
    }
    if (one instanceof FunctionPointer pointer && other instanceof FunctionPointer second) {
      return pointers(pointer.method(), from, second.method(), in);
    }
    if (one instanceof Modified modified && other instanceof Modified second) {
      return modified(modified, from, second, in);
    }
    return wrapped(one, from, other, in);
  }

  private Verdict pointers(MethodSignature one, Place from, MethodSignature other, Place in) {
    return shapes(one, other)
        ? all(
            types(one, one.parameters().size()), from, types(other, other.parameters().size()), in)
        : Verdict.DIFFERENT;
  }

  private Verdict modified(Modified one, Place from, Modified other, Place in) {
    if (one.required() != other.required()) {
      return Verdict.DIFFERENT;
    }
    Verdict modifiers = modifiers(one.modifier(), from, other.modifier(), in);
    return modifiers == Verdict.DIFFERENT
        ? modifiers
        : and(modifiers, types(one.type(), from, other.type(), in));
  }

  /** Only a modifier may be a TypeSpec. */
  private Verdict modifiers(Token one, Place from, Token other, Place in) {
    if (one.table() == TypeSpec.TABLE && other.table() == TypeSpec.TABLE) {
      return types(specified(one, from), from, specified(other, in), in);
    }
    return tokens(one, from.module(), other, in.module());
  }

  private static TypeSignature specified(Token spec, Place in) {
    return TypeSignature.of(new TypeSpec(in.module().image(), spec.rid()).signature());
  }

  private Verdict wrapped(TypeSignature one, Place from, TypeSignature other, Place in) {
    if (one instanceof SzArray array && other instanceof SzArray second) {
      return types(array.element(), from, second.element(), in);
    }
    if (one instanceof GeneralArray array && other instanceof GeneralArray second) {
      return array.shape().equals(second.shape())
          ? types(array.element(), from, second.element(), in)
          : Verdict.DIFFERENT;
    }
    if (one instanceof Pointer pointer && other instanceof Pointer second) {
      return types(pointer.target(), from, second.target(), in);
    }
    if (one instanceof ByRef reference && other instanceof ByRef second) {
      return types(reference.target(), from, second.target(), in);
    }
    if (one instanceof Pinned pinned && other instanceof Pinned second) {
      return types(pinned.type(), from, second.type(), in);
    }
    return isSimple(one) && one.equals(other) ? Verdict.SAME : Verdict.DIFFERENT;
  }

  private static boolean isSimple(TypeSignature type) {
    return type instanceof PrimitiveType
        || type instanceof TypeParameter
        || type instanceof MethodParameter;
  }

  private Verdict named(Named one, LoadedImage from, Named other, LoadedImage in) {
    return one.valueType() == other.valueType()
        ? tokens(one.token(), from, other.token(), in)
        : Verdict.DIFFERENT;
  }

  private Verdict tokens(Token one, LoadedImage from, Token other, LoadedImage in) {
    if (from.equals(in) && one.equals(other)) {
      return Verdict.SAME;
    }
    if (isSpec(one) || isSpec(other) || !haveOneName(one, from, other, in)) {
      return Verdict.DIFFERENT;
    }
    TypeResolution first = resolve(one, from);
    TypeResolution second = resolve(other, in);
    if (first instanceof TypeResolution.Resolved left
        && second instanceof TypeResolution.Resolved right) {
      return left.module().equals(right.module()) && left.type().equals(right.type())
          ? Verdict.SAME
          : Verdict.DIFFERENT;
    }
    return unknown(first instanceof TypeResolution.Resolved ? second : first);
  }

  private static boolean isSpec(Token token) {
    return token.table() == TypeSpec.TABLE;
  }

  /**
   * Returns whether two names are equal. A forwarder keeps the name, so types of different names
   * are different.
   */
  private static boolean haveOneName(Token one, LoadedImage from, Token other, LoadedImage in) {
    return name(one, from).equals(name(other, in));
  }

  private static String name(Token token, LoadedImage in) {
    return token.table() == TypeDef.TABLE
        ? new TypeDef(in.image(), token.rid()).name()
        : new TypeRef(in.image(), token.rid()).name();
  }

  private TypeResolution resolve(Token token, LoadedImage in) {
    return token.table() == TypeDef.TABLE
        ? new TypeResolution.Resolved(in, new TypeDef(in.image(), token.rid()), List.of())
        : resolver.resolve(in, new TypeRef(in.image(), token.rid()));
  }

  private Verdict unknown(TypeResolution why) {
    doubt = doubt.isPresent() ? doubt : Optional.of(why);
    return Verdict.UNKNOWN;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.signature.CallingConvention;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.reference.MemberResolution.ArrayMethod;
import dev.tiptoe.resolver.reference.SignatureMatch.Place;
import dev.tiptoe.resolver.reference.SignatureMatch.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The methods that the runtime makes for an array type: {@code Get}, {@code Set}, {@code Address},
 * and constructors of its lengths, of its lower bounds and lengths, or for a vector of vectors, of
 * one length or more.
 *
 * @ecma II.14.2
 */
final class ArrayMethods {

  private final LoadedImage from;
  private final TypeSignature element;
  private final boolean vector;
  private final int rank;

  ArrayMethods(LoadedImage from, TypeSignature element, boolean vector, int rank) {
    this.from = from;
    this.element = element;
    this.vector = vector;
    this.rank = rank;
  }

  /** Returns the method of that name and signature. */
  Optional<ArrayMethod> find(String name, MethodSignature wanted, SignatureMatch match) {
    Place own = new Place(from, null);
    return signatures(name)
        .filter(each -> match.methods(wanted, own, each, own) == Verdict.SAME)
        .findFirst()
        .map(found -> kind(name));
  }

  private static ArrayMethod kind(String name) {
    return switch (name) {
      case "Get" -> ArrayMethod.GET;
      case "Set" -> ArrayMethod.SET;
      case "Address" -> ArrayMethod.ADDRESS;
      default -> ArrayMethod.CONSTRUCTOR;
    };
  }

  private Stream<MethodSignature> signatures(String name) {
    return switch (name) {
      case "Get" -> Stream.of(method(element, rank));
      case "Set" -> Stream.of(method(PrimitiveType.VOID, rank, element));
      case "Address" -> Stream.of(method(new TypeSignature.ByRef(element), rank));
      case ".ctor" -> lengths().mapToObj(count -> method(PrimitiveType.VOID, count));
      default -> Stream.of();
    };
  }

  /** Returns how many numbers the constructors take. */
  private IntStream lengths() {
    return vector ? IntStream.rangeClosed(1, nesting()) : IntStream.of(rank, 2 * rank);
  }

  private int nesting() {
    int nesting = 1;
    TypeSignature inner = element;
    while (inner instanceof TypeSignature.SzArray array) {
      nesting++;
      inner = array.element();
    }
    return nesting;
  }

  private static MethodSignature method(
      TypeSignature returnType, int numbers, TypeSignature... behind) {
    List<TypeSignature> parameters =
        Stream.concat(
                Collections.<TypeSignature>nCopies(numbers, PrimitiveType.I4).stream(),
                Stream.of(behind))
            .toList();
    return new MethodSignature(
        CallingConvention.DEFAULT, true, false, 0, returnType, parameters, parameters.size());
  }
}

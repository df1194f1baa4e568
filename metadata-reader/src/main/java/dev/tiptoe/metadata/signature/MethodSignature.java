// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The signature of a method, of a call, or of a function pointer's target. Immutable; equal when
 * composed of the same parts.
 *
 * @param convention its calling convention
 * @param hasThis whether it has a {@code this}
 * @param explicitThis whether that is the first of the parameters
 * @param arity the number of generic parameters
 * @param returnType its return type, {@link PrimitiveType#VOID} for none
 * @param parameters all parameters, including those behind a sentinel
 * @param declared how many of them precede the sentinel; all, if there is none
 * @ecma II.23.2.1 to II.23.2.3
 */
public record MethodSignature(
    CallingConvention convention,
    boolean hasThis,
    boolean explicitThis,
    int arity,
    TypeSignature returnType,
    List<TypeSignature> parameters,
    int declared)
    implements Signature {

  /** Copies the list. */
  public MethodSignature {
    parameters = List.copyOf(parameters);
    if (arity < 0 || declared < 0 || declared > parameters.size()) {
      throw new IllegalArgumentException(
          "arity " + arity + " and " + declared + " declared of " + parameters);
    }
  }

  MethodSignature(
      MethodHead head, TypeSignature returnType, List<TypeSignature> parameters, int declared) {
    this(
        head.callingConvention(),
        head.hasThis(),
        head.hasExplicitThis(),
        head.arity(),
        returnType,
        parameters,
        declared);
  }

  /**
   * Reads the signature in a method's blob.
   *
   * @throws MetadataFormatException when it is damaged, or not a method's
   */
  public static MethodSignature of(Bytes blob) {
    return SignatureReader.read(blob, SignatureReader::method);
  }

  /** Returns the signature in ILAsm's form, such as {@code instance !!0 <1>(class 0x01000002)}. */
  @Override
  public String toString() {
    List<String> all =
        parameters.stream()
            .map(TypeSignature::toString)
            .collect(Collectors.toCollection(ArrayList::new));
    if (declared < all.size()) {
      all.add(declared, "...");
    }
    return (hasThis ? "instance " : "")
        + (explicitThis ? "explicit " : "")
        + (convention == CallingConvention.DEFAULT ? "" : keyword() + " ")
        + returnType
        + " "
        + (arity == 0 ? "" : "<" + arity + ">")
        + all.stream().collect(Collectors.joining(", ", "(", ")"));
  }

  private String keyword() {
    return convention.name().toLowerCase(Locale.ROOT);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;
import java.util.List;
import java.util.Optional;

/**
 * A method of InstanceMethodEntryPoints: a generic method, or one of a generic type, with its type
 * arguments. Immutable.
 *
 * <p>Source: "Method Signatures" in readytorun-format.md.
 *
 * @param flags {@code ReadyToRunMethodSigFlags}
 * @param module the module override index of the module with the token {@code method}
 * @param owner the type of the method; empty when it is the method's own declaring type
 * @param method a MethodDef or MemberRef
 * @param arguments the type arguments of the method itself; empty when it is not generic
 * @param constraint the type for which a constrained call was resolved
 */
public record InstanceSignature(
    int flags,
    int module,
    Optional<ZapSig> owner,
    Token method,
    List<ZapSig> arguments,
    Optional<ZapSig> constraint) {

  /** A method that is entered with a boxed {@code this}. */
  public static final int UNBOXING_STUB = 0x01;

  /** A method that is entered without the hidden argument of shared code. */
  public static final int INSTANTIATING_STUB = 0x02;

  static final int METHOD_INSTANTIATION = 0x04;
  static final int SLOT_INSTEAD_OF_TOKEN = 0x08;
  static final int MEMBER_REF_TOKEN = 0x10;
  static final int CONSTRAINED = 0x20;
  static final int OWNER_TYPE = 0x40;
  static final int UPDATE_CONTEXT = 0x80;

  /** The variant of a method that the runtime itself suspends. */
  public static final int ASYNC_VARIANT = 0x100;

  /** Copies the list. */
  public InstanceSignature {
    arguments = List.copyOf(arguments);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;
import java.util.List;
import java.util.Optional;

/**
 * What a method of InstanceMethodEntryPoints is: a generic method, or one of a generic type, with
 * what it was instantiated over. Immutable.
 *
 * <p>Source: "Method Signatures" in readytorun-format.md.
 *
 * @param flags {@code ReadyToRunMethodSigFlags}
 * @param module the module override index of the module whose token {@code method} is
 * @param owner the type that has the method; empty where the method's own declaring type says it
 * @param method a MethodDef or MemberRef
 * @param arguments what the method itself is instantiated over; empty when it is not generic
 * @param constraint the type that a constrained call was resolved for
 */
record InstanceSignature(
    int flags,
    int module,
    Optional<ZapSig> owner,
    Token method,
    List<ZapSig> arguments,
    Optional<ZapSig> constraint) {

  /** Entered with a boxed {@code this}. */
  public static final int UNBOXING_STUB = 0x01;

  /** Entered without the hidden argument of shared code. */
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

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

/**
 * Composes the parts of ReadyToRun signatures beyond those of ECMA-335, in the way of {@link
 * SignatureBlobs}.
 *
 * <p>Source: "Method Signatures" in readytorun-format.md.
 */
public final class ZapSignatures {

  private static final int METHOD_INSTANTIATION = 0x04;
  private static final int MEMBER_REF_TOKEN = 0x10;
  private static final int OWNER_TYPE = 0x40;
  private static final int UPDATE_CONTEXT = 0x80;

  private ZapSignatures() {}

  /** The type argument of shared code. */
  public static byte[] canon() {
    return new byte[] {0x3e};
  }

  /** Returns a type whose token belongs to another module. */
  public static byte[] inModule(int module, byte[] type) {
    return joined(new byte[] {0x3f}, Compressed.unsigned(module), type);
  }

  /** A method of an instantiated type. */
  public static byte[] methodOf(byte[] owner, int methodDef, byte[]... arguments) {
    int flags = OWNER_TYPE | (arguments.length > 0 ? METHOD_INSTANTIATION : 0);
    return joined(Compressed.unsigned(flags), owner, rid(methodDef), list(arguments));
  }

  /** An instantiated method of a type that is not. */
  public static byte[] method(int methodDef, byte[]... arguments) {
    return joined(Compressed.unsigned(METHOD_INSTANTIATION), rid(methodDef), list(arguments));
  }

  /** Returns a method by a reference of another module. */
  public static byte[] memberRef(int module, byte[] owner, int memberRef, byte[]... arguments) {
    int flags = UPDATE_CONTEXT | OWNER_TYPE | MEMBER_REF_TOKEN;
    int instantiated = arguments.length > 0 ? METHOD_INSTANTIATION : 0;
    return joined(
        Compressed.unsigned(flags | instantiated),
        Compressed.unsigned(module),
        owner,
        rid(memberRef),
        list(arguments));
  }

  private static byte[] rid(int token) {
    return Compressed.unsigned(token & 0xffffff);
  }

  private static byte[] list(byte[]... types) {
    return types.length == 0
        ? new byte[0]
        : joined(Compressed.unsigned(types.length), joined(types));
  }

  private static byte[] joined(byte[]... parts) {
    LittleEndian all = new LittleEndian();
    for (byte[] part : parts) {
      all.bytes(part);
    }
    return all.toArray();
  }
}

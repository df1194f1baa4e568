// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.body.Opcode;
import dev.tiptoe.metadata.body.OperandKind;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tokens of methods and fields in the IL of methods. Methods that lie near one another
 * are read from the file together, and no objects are created for instructions. Not thread-safe.
 */
final class CodeReader {

  private static final int AT_ONCE = 1 << 14;

  private static final int TWO_BYTES = 0xfe;
  private static final byte UNKNOWN = -1;
  private static final byte SWITCH = -2;

  /** The size of the operand of each opcode, or one of the values above; two bytes come second. */
  private static final byte[] SIZES = new byte[0x200];

  /** Whether the operand of an opcode is the token of a method or field. */
  private static final boolean[] IS_MEMBER = new boolean[0x200];

  static {
    for (int i = 0; i < SIZES.length; i++) {
      Opcode opcode = Opcode.of(i < 0x100 ? i : TWO_BYTES << 8 | (i & 0xff)).orElse(null);
      SIZES[i] = opcode == null ? UNKNOWN : size(opcode.operand());
      IS_MEMBER[i] = opcode != null && isMember(opcode.operand());
    }
  }

  private final Image image;
  private final AtomicLong left;
  private @Nullable Bytes near;
  private int nearRva;

  /**
   * Creates a reader.
   *
   * @param left how many bytes of IL may still be read from the module: methods of a damaged one
   *     may share theirs
   */
  CodeReader(Image image, AtomicLong left) {
    this.image = image;
    this.left = left;
  }

  private static byte size(OperandKind operand) {
    return operand == OperandKind.INLINE_SWITCH ? SWITCH : (byte) operand.size();
  }

  private static boolean isMember(OperandKind operand) {
    return operand == OperandKind.INLINE_METHOD
        || operand == OperandKind.INLINE_FIELD
        || operand == OperandKind.INLINE_TOK;
  }

  /** Passes each token of a method or field in a method's IL; damaged IL up to the damage. */
  void members(MethodDef method, IntConsumer tokens) {
    try {
      Bytes code = code(method);
      if (left.addAndGet(-code.length()) >= 0) {
        members(code, tokens);
      }
    } catch (MetadataFormatException damage) {
      // The tokens read so far stay.
    }
  }

  private static void members(Bytes code, IntConsumer tokens) {
    int at = 0;
    while (at < code.length()) {
      int first = code.u8(at++);
      int opcode = first == TWO_BYTES ? 0x100 | code.u8(at++) : first;
      int size = SIZES[opcode];
      if (size == UNKNOWN) {
        return;
      }
      if (IS_MEMBER[opcode]) {
        tokens.accept(code.i32(at));
      }
      long next = at + (size == SWITCH ? 4 + 4L * code.size(at) : size);
      at = (int) Math.min(next, code.length());
    }
  }

  // ---- bodies

  private Bytes code(MethodDef method) {
    int rva = method.rva();
    if (rva == 0 || !isIl(method)) {
      return image.bytes().slice(0, 0);
    }
    Bytes known = near;
    if (known == null || rva - nearRva < 0 || rva - nearRva >= known.length()) {
      known = readNear(rva);
    }
    try {
      return code(known, rva);
    } catch (MetadataFormatException cut) {
      return rva == nearRva ? whole(method) : code(method, rva);
    }
  }

  /** Reads again from the body on: it was not wholly near. */
  private Bytes code(MethodDef method, int rva) {
    try {
      return code(readNear(rva), rva);
    } catch (MetadataFormatException cut) {
      return whole(method);
    }
  }

  private Bytes readNear(int rva) {
    Bytes bytes = image.fromRva(rva).sliceUpTo(0, AT_ONCE).inMemory();
    near = bytes;
    nearRva = rva;
    return bytes;
  }

  private Bytes code(Bytes bytes, int rva) {
    int offset = rva - nearRva;
    return MethodBody.read(bytes.slice(offset, bytes.length() - offset)).code();
  }

  private Bytes whole(MethodDef method) {
    return Body.of(method) instanceof MethodBody body ? body.code() : image.bytes().slice(0, 0);
  }

  /** {@code MethodImplAttributes.CodeTypeMask}. */
  private static boolean isIl(MethodDef method) {
    return (method.implFlags() & 3) == 0;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.StandAloneSig;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.List;

/**
 * The body of a method in IL. Immutable.
 *
 * <pre>
 *  tiny   |size:6|2:2|                                               then the code
 *  fat    |3:3 more sections:1 init locals:1 ...|header size:4|
 *         |max stack:16|code size:32|locals' signature:32|           then the code and sections
 * </pre>
 *
 * @param maxStack the greatest number of values on the stack
 * @param initLocals whether locals are initialised to zero
 * @param localVarSig the StandAloneSig of the locals; nil for none
 * @param code the IL, not copied
 * @param clauses the protected blocks, inner ones before outer ones
 * @ecma II.25.4
 */
public record MethodBody(
    int maxStack, boolean initLocals, Token localVarSig, Bytes code, List<ExceptionClause> clauses)
    implements Body {

  private static final int FORMAT = 0x7;
  private static final int TINY = 0x2;
  private static final int FAT = 0x3;
  private static final int MORE_SECTS = 0x8;
  private static final int INIT_LOCALS = 0x10;

  private static final int MAX_STACK = 2;
  private static final int CODE_SIZE = 4;
  private static final int LOCAL_VAR_SIG_TOK = 8;
  private static final int FAT_WORDS = 3;

  private static final int TINY_MAX_STACK = 8;

  /** Copies the list. */
  public MethodBody {
    clauses = List.copyOf(clauses);
  }

  /**
   * Reads the body at the beginning of {@code bytes}.
   *
   * @throws MetadataFormatException when it is damaged
   */
  public static MethodBody read(Bytes bytes) {
    Bytes code = code(bytes).inMemory();
    if (isTiny(bytes.u8(0))) {
      return new MethodBody(TINY_MAX_STACK, false, new Token(0), code, List.of());
    }
    int flags = bytes.u16(0);
    List<ExceptionClause> clauses =
        (flags & MORE_SECTS) == 0
            ? List.of()
            : ExceptionClauses.read(bytes, 4 * (flags >>> 12) + code.length());
    return new MethodBody(
        bytes.u16(MAX_STACK),
        (flags & INIT_LOCALS) != 0,
        new Token(bytes.i32(LOCAL_VAR_SIG_TOK)),
        code,
        clauses);
  }

  /** Returns the IL of the body at the beginning of {@code bytes}. */
  static Bytes code(Bytes bytes) {
    int first = bytes.u8(0);
    if (isTiny(first)) {
      return bytes.slice(1, first >> 2);
    }
    if ((first & FORMAT) != FAT) {
      throw bytes.damaged(0, "0x" + Integer.toHexString(first) + " begins no method body");
    }
    int words = bytes.u16(0) >>> 12;
    if (words < FAT_WORDS) {
      throw bytes.damaged(0, "a method header of " + words + " words");
    }
    return bytes.slice(4 * words, bytes.size(CODE_SIZE));
  }

  /** The size of a tiny body begins in the third bit of the format. */
  private static boolean isTiny(int first) {
    return (first & FORMAT >> 1) == TINY;
  }

  /**
   * The types of the locals.
   *
   * @param image the module of the method
   * @throws MetadataFormatException when there is no such row, or the signature is damaged
   */
  public List<TypeSignature> locals(Image image) {
    if (localVarSig.value() == 0) {
      return List.of();
    }
    if (localVarSig.table() != StandAloneSig.TABLE) {
      throw code.damaged(0, localVarSig + " holds no signature of locals");
    }
    StandAloneSig row = new StandAloneSig(image, localVarSig.rid());
    try {
      if (Signature.of(row.signature()) instanceof Signature.OfLocals locals) {
        return locals.types();
      }
    } catch (MetadataFormatException e) {
      throw e.about(localVarSig);
    }
    throw row.signature().damaged(0, localVarSig + " is no signature of locals");
  }

  /**
   * Returns the instructions, each read on demand. An iterator throws {@link
   * MetadataFormatException} where there is no whole instruction, and ends there.
   */
  public Iterable<Instruction> instructions() {
    return () -> new InstructionReader(code);
  }
}

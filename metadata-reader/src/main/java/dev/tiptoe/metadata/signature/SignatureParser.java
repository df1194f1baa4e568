// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.table.CodedIndex;

/**
 * Walks the types of a signature and tells a {@link SignatureVisitor} what it meets.
 *
 * <p>Depth and size are bounded, so no signature, however damaged, exhausts the stack or the time.
 * Mutable, for one thread.
 *
 * @ecma II.23.2
 */
public final class SignatureParser {

  private static final int DEEPEST = 200;
  private static final int MOST_PARTS = 100_000;

  private static final int GENERIC = 0x10;
  private static final int FIELD = 0x06;
  private static final int GENERIC_INSTANCE = 0x0a;

  /** What a signature and all that it names have used up together. */
  private static final class Used {
    int depth;
    int parts;
  }

  private final Cursor cursor;
  private final Used used;

  /** A parser that reads where {@code cursor} stands. */
  public SignatureParser(Cursor cursor) {
    this(cursor, new Used());
  }

  private SignatureParser(Cursor cursor, Used used) {
    this.cursor = cursor;
    this.used = used;
  }

  /**
   * A parser for another signature that the one being read names, that of a TypeSpec: depth and
   * size count together, so one that names itself comes to an end.
   */
  public SignatureParser inside(Cursor other) {
    return new SignatureParser(other, used);
  }

  /**
   * Reads the head of a method's signature, up to its return type.
   *
   * @return number of generic parameters and of parameters
   */
  public MethodHead methodHead() {
    int convention = cursor.u8();
    if ((convention & 0xf) > 0x5 && (convention & 0xf) != 0x9 && (convention & 0xf) != 0xb) {
      throw cursor.damaged("0x" + Integer.toHexString(convention) + " begins no method signature");
    }
    int arity = (convention & GENERIC) != 0 ? cursor.compressed() : 0;
    return new MethodHead(convention, arity, cursor.compressed());
  }

  /**
   * The head of a method's signature.
   *
   * @param convention the calling convention and its flags
   * @param arity number of generic parameters
   * @param parameters number of parameters, without the return type
   */
  public record MethodHead(int convention, int arity, int parameters) {}

  /** Reads what a field's signature begins with. */
  public void fieldHead() {
    int convention = cursor.u8();
    if ((convention & 0xf) != FIELD) {
      throw cursor.damaged("0x" + Integer.toHexString(convention) + " begins no field signature");
    }
  }

  /** Reads what a MethodSpec's instantiation begins with: the number of type arguments. */
  public int instantiationHead() {
    int convention = cursor.u8();
    if (convention != GENERIC_INSTANCE) {
      throw cursor.damaged("0x" + Integer.toHexString(convention) + " begins no instantiation");
    }
    return cursor.compressed();
  }

  /** Whether a parameter list continues behind a sentinel, which is then passed over. */
  public void skipSentinel() {
    if (!cursor.atEnd() && cursor.peek() == ElementType.SENTINEL) {
      cursor.u8();
    }
  }

  /** Reads one type, of any form that a signature may hold. */
  public void type(SignatureVisitor visitor) {
    if (++used.depth > DEEPEST) {
      throw cursor.damaged("types nested deeper than " + DEEPEST);
    }
    if (++used.parts > MOST_PARTS) {
      throw cursor.damaged("a signature of more than " + MOST_PARTS + " parts");
    }
    unwrapped(cursor.u8(), visitor);
    used.depth--;
  }

  private void unwrapped(int code, SignatureVisitor visitor) {
    switch (code) {
      case ElementType.CLASS, ElementType.VALUETYPE ->
          visitor.type(typeToken(), code == ElementType.VALUETYPE);
      case ElementType.VAR -> visitor.typeParameter(cursor.compressed());
      case ElementType.MVAR -> visitor.methodParameter(cursor.compressed());
      case ElementType.SZARRAY -> {
        type(visitor);
        visitor.szArray();
      }
      case ElementType.PTR -> {
        type(visitor);
        visitor.pointer();
      }
      case ElementType.BYREF -> {
        type(visitor);
        visitor.byRef();
      }
      case ElementType.ARRAY -> array(visitor);
      case ElementType.GENERICINST -> genericInstance(visitor);
      case ElementType.FNPTR -> functionPointer(visitor);
      case ElementType.CMOD_REQD, ElementType.CMOD_OPT -> {
        visitor.modifier(typeToken(), code == ElementType.CMOD_REQD);
        type(visitor);
      }
      // Pinned is a property of the local, not of its type.
      case ElementType.PINNED -> type(visitor);
      default -> {
        if (!ElementType.isPrimitive(code)) {
          throw cursor.damaged("0x" + Integer.toHexString(code) + " begins no type");
        }
        visitor.primitive(code);
      }
    }
  }

  private Token typeToken() {
    Token token = CodedIndex.typeDefOrRefEncoded(cursor.compressed());
    if (token.isNil()) {
      throw cursor.damaged("a type token that names no row");
    }
    return token;
  }

  private void array(SignatureVisitor visitor) {
    type(visitor);
    int rank = cursor.compressed();
    if (rank == 0 || rank > 32) {
      throw cursor.damaged("an array of rank " + rank);
    }
    for (int sizes = cursor.compressed(); sizes > 0; sizes--) {
      cursor.compressed();
    }
    for (int lowerBounds = cursor.compressed(); lowerBounds > 0; lowerBounds--) {
      cursor.compressedSigned();
    }
    visitor.array(rank);
  }

  private void genericInstance(SignatureVisitor visitor) {
    // The generic type is a CLASS or VALUETYPE, possibly behind custom modifiers.
    type(visitor);
    int count = cursor.compressed();
    visitor.beginArguments(count);
    for (int i = 0; i < count; i++) {
      visitor.argument(i);
      type(visitor);
    }
    visitor.endArguments();
  }

  private void functionPointer(SignatureVisitor visitor) {
    MethodHead head = methodHead();
    visitor.beginFunctionPointer();
    type(visitor);
    visitor.beginParameters(head.parameters());
    for (int i = 0; i < head.parameters(); i++) {
      skipSentinel();
      visitor.argument(i);
      type(visitor);
    }
    visitor.endFunctionPointer();
  }
}

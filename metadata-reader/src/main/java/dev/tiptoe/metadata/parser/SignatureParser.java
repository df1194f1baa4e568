// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.parser;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.table.CodedIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Parses a signature and passes its parts to a {@link SignatureVisitor}.
 *
 * <p>Depth and size are bounded, so no signature, however damaged, exhausts the stack or the time.
 * Bytes behind a whole signature are ignored, as by the runtime. The walk creates no objects except
 * a {@link MethodHead} for each method and the shapes of general arrays. Mutable, not thread-safe.
 *
 * @ecma II.23.2
 */
public final class SignatureParser {

  private static final int DEEPEST = 200;
  private static final int MOST_PARTS = 100_000;

  /** The highest rank of an array; the runtime's own limit. */
  public static final int HIGHEST_RANK = 32;

  private static final int RID = 0xffffff;

  /** A bit for each calling convention that begins a method's signature. */
  private static final int CONVENTIONS = 0x3f | 1 << 0x9 | 1 << 0xb;

  /** What a field's signature begins with. */
  public static final int FIELD = 0x06;

  /** What the signature of locals begins with. */
  public static final int LOCAL_SIG = 0x07;

  /** What a property's signature begins with. */
  public static final int PROPERTY = 0x08;

  /** What an instantiation begins with. */
  public static final int GENERIC_INSTANCE = 0x0a;

  private final Cursor cursor;

  /**
   * The parser that counts for all signatures nested by reference; this one, if it is the first of
   * them.
   */
  private final SignatureParser outermost;

  private int depth;
  private int parts;
  private int mostParts = MOST_PARTS;
  private String whyNoMore = "";

  /** Creates a parser at the position of {@code cursor}. */
  public SignatureParser(Cursor cursor) {
    this.cursor = cursor;
    this.outermost = this;
  }

  private SignatureParser(Cursor cursor, SignatureParser outermost) {
    this.cursor = cursor;
    this.outermost = outermost;
  }

  /**
   * Creates a parser for another signature to which the current one refers, that of a TypeSpec.
   * Depth and size count together, so a cycle of references ends.
   */
  public SignatureParser inside(Cursor other) {
    return new SignatureParser(other, outermost);
  }

  /** Returns how many types were read, including nested ones and those in referenced signatures. */
  public int parts() {
    return outermost.parts;
  }

  /** Lowers how many types may be read before the signature is refused, with the reason. */
  public void limit(int parts, String why) {
    outermost.mostParts = Math.min(MOST_PARTS, parts);
    outermost.whyNoMore = why;
  }

  /**
   * Resets the counts, after the cursor was aimed at another signature to which no other refers.
   */
  public void restart() {
    depth = 0;
    parts = 0;
    mostParts = MOST_PARTS;
    whyNoMore = "";
  }

  /** Reads the head of a method's signature, up to its return type. */
  public MethodHead methodHead() {
    int convention = cursor.u8();
    if ((CONVENTIONS >>> (convention & 0xf) & 1) == 0) {
      throw begins(convention, "method signature");
    }
    int arity = (convention & MethodHead.GENERIC) != 0 ? cursor.compressed() : 0;
    return new MethodHead(convention, arity, cursor.compressed());
  }

  /** Reads the beginning of a field's signature; its type follows. */
  public void fieldHead() {
    head(FIELD, "field signature");
  }

  /**
   * Reads the beginning of a property's signature; its type follows, then its parameters.
   *
   * @return the number of parameters; bit 0x20 of {@link MethodHead#convention} is set when the
   *     property has a {@code this}
   */
  public MethodHead propertyHead() {
    int first = head(PROPERTY, "property signature");
    return new MethodHead(first & ~0xf, 0, cursor.compressed());
  }

  /** Reads the beginning of the signature of locals and returns the number of locals. */
  public int localsHead() {
    head(LOCAL_SIG, "signature of locals");
    return cursor.compressed();
  }

  /**
   * Reads the beginning of a MethodSpec's instantiation and returns the number of type arguments.
   */
  public int instantiationHead() {
    int first = cursor.u8();
    if (first != GENERIC_INSTANCE) {
      throw begins(first, "instantiation");
    }
    return cursor.compressed();
  }

  private int head(int kind, String what) {
    int first = cursor.u8();
    if ((first & 0xf) != kind) {
      throw begins(first, what);
    }
    return first;
  }

  private MetadataFormatException begins(int code, String what) {
    return cursor.damaged("0x" + Integer.toHexString(code) + " begins no " + what);
  }

  /**
   * Skips a sentinel, which precedes the first argument that a call adds; {@code head} decides
   * whether it is allowed.
   *
   * @return whether there was one
   */
  public boolean skipSentinel(MethodHead head) {
    if (!head.takesMore() || cursor.atEnd() || cursor.peek() != ElementType.SENTINEL) {
      return false;
    }
    cursor.u8();
    return true;
  }

  /** Reads a whole method's signature, with the calls of a function pointer. */
  public void method(SignatureVisitor visitor) {
    MethodHead head = methodHead();
    visitor.beginMethod(head);
    type(visitor);
    visitor.beginParameters(head.parameters());
    boolean declared = true;
    for (int i = 0; i < head.parameters(); i++) {
      if (declared && skipSentinel(head)) {
        declared = false;
        visitor.sentinel();
      }
      visitor.argument(i);
      type(visitor);
    }
    visitor.endMethod();
  }

  /** Reads one type, of any form that a signature may contain. */
  public void type(SignatureVisitor visitor) {
    SignatureParser all = outermost;
    if (++all.depth > DEEPEST) {
      throw tooDeep();
    }
    if (++all.parts > all.mostParts) {
      throw cursor.damaged("a signature of more than " + all.mostParts + " parts" + all.whyNoMore);
    }
    unwrapped(cursor.u8(), visitor);
    all.depth--;
  }

  /**
   * Reads the rest of a type after its first byte. Only the common types are here, so that the
   * method is small enough to be inlined.
   */
  private void unwrapped(int code, SignatureVisitor visitor) {
    if (ElementType.isPrimitive(code)) {
      visitor.primitive(code);
    } else if (code == ElementType.CLASS || code == ElementType.VALUETYPE) {
      visitor.type(typeToken(), code == ElementType.VALUETYPE);
    } else {
      composed(code, visitor);
    }
  }

  private void composed(int code, SignatureVisitor visitor) {
    switch (code) {
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
      case ElementType.ARRAY -> {
        type(visitor);
        array(visitor);
      }
      case ElementType.GENERICINST -> genericInstance(visitor);
      case ElementType.FNPTR -> method(visitor);
      case ElementType.CMOD_REQD, ElementType.CMOD_OPT -> {
        int modifier = typeToken();
        type(visitor);
        visitor.modifier(modifier, code == ElementType.CMOD_REQD);
      }
      case ElementType.PINNED -> {
        type(visitor);
        visitor.pinned();
      }
      case ElementType.INTERNAL, ElementType.CMOD_INTERNAL -> throw internal(code);
      default -> throw begins(code, "type");
    }
  }

  /** Reads the shape of a general array. */
  private void array(SignatureVisitor visitor) {
    int rank = cursor.compressed();
    if (rank == 0 || rank > HIGHEST_RANK) {
      throw cursor.damaged("an array of rank " + rank);
    }
    List<Integer> sizes = perDimension(rank, Cursor::compressed);
    visitor.array(rank, sizes, perDimension(rank, Cursor::compressedSigned));
  }

  private List<Integer> perDimension(int rank, ToIntFunction<Cursor> number) {
    int count = cursor.compressed();
    if (count > rank) {
      throw cursor.damaged(count + " sizes or lower bounds for an array of rank " + rank);
    }
    List<Integer> numbers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      numbers.add(number.applyAsInt(cursor));
    }
    return numbers;
  }

  private MetadataFormatException internal(int code) {
    String reason = " holds an address, which only a running process can use";
    return cursor.damaged("0x" + Integer.toHexString(code) + reason);
  }

  private int typeToken() {
    int token = CodedIndex.typeDefOrRefEncoded(cursor.compressed());
    if (token == -1 || (token & RID) == 0) {
      throw cursor.damaged("a type token that names no row");
    }
    return token;
  }

  private MetadataFormatException tooDeep() {
    return cursor.damaged("types nested deeper than " + DEEPEST);
  }

  private void genericInstance(SignatureVisitor visitor) {
    genericType(visitor);
    int count = cursor.compressed();
    visitor.beginArguments(count);
    for (int i = 0; i < count; i++) {
      visitor.argument(i);
      type(visitor);
    }
    visitor.endArguments();
  }

  /** Reads the type that is instantiated, which may have modifiers of its own. */
  private void genericType(SignatureVisitor visitor) {
    int first = cursor.peek();
    if (first == ElementType.CLASS || first == ElementType.VALUETYPE) {
      type(visitor);
      return;
    }
    if (!isModifier(first)) {
      throw cursor.damaged("an instantiation of 0x" + Integer.toHexString(first));
    }
    if (++outermost.depth > DEEPEST) {
      throw tooDeep();
    }
    boolean required = cursor.u8() == ElementType.CMOD_REQD;
    int modifier = typeToken();
    genericType(visitor);
    visitor.modifier(modifier, required);
    outermost.depth--;
  }

  private static boolean isModifier(int code) {
    return code == ElementType.CMOD_REQD || code == ElementType.CMOD_OPT;
  }
}

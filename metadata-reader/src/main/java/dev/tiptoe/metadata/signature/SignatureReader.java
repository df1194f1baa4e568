// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Builds the model of a signature from a parser's calls. Mutable, not thread-safe.
 *
 * <p>It is a stack machine: a type is pushed, a wrapping call replaces the topmost one, and the end
 * of a list takes everything that was pushed since its beginning. So memory is proportional to the
 * bytes that were read, never to a count that they claim.
 */
final class SignatureReader implements SignatureVisitor {

  private static final int KIND = 0xf;

  /** A list of arguments or parameters that has begun. */
  private static final class Open {
    final MethodHead head;
    final int start;
    int sentinel = -1;

    Open(MethodHead head, int start) {
      this.head = head;
      this.start = start;
    }
  }

  /** The head that represents a list of type arguments. */
  private static final MethodHead NO_METHOD = new MethodHead(0, 0, 0);

  private final Cursor cursor;
  private final SignatureParser parser;
  private final List<TypeSignature> types = new ArrayList<>();
  private final Deque<Open> open = new ArrayDeque<>();

  /** Creates a reader of the signature at the position of {@code cursor}. */
  SignatureReader(Cursor cursor) {
    this.cursor = cursor;
    this.parser = new SignatureParser(cursor);
  }

  /** Returns the result of reading all of a blob. */
  static <T> T read(Bytes blob, Function<SignatureReader, T> reading) {
    return reading.apply(new SignatureReader(new Cursor(blob)));
  }

  /** Reads a type. */
  TypeSignature type() {
    parser.type(this);
    return pop();
  }

  /** Reads a method. */
  MethodSignature method() {
    parser.method(this);
    return ((TypeSignature.FunctionPointer) pop()).method();
  }

  /** Reads any signature. */
  Signature signature() {
    return switch (cursor.peek() & KIND) {
      case SignatureParser.FIELD -> field();
      case SignatureParser.PROPERTY -> property();
      case SignatureParser.LOCAL_SIG -> new Signature.OfLocals(types(parser.localsHead()));
      case SignatureParser.GENERIC_INSTANCE ->
          new Signature.Instantiation(types(parser.instantiationHead()));
      default -> method();
    };
  }

  private Signature field() {
    parser.fieldHead();
    return new Signature.OfField(type());
  }

  private Signature property() {
    MethodHead head = parser.propertyHead();
    return new Signature.OfProperty(head.hasThis(), type(), types(head.parameters()));
  }

  private List<TypeSignature> types(int count) {
    for (int i = 0; i < count; i++) {
      parser.type(this);
    }
    return popFrom(0);
  }

  private TypeSignature pop() {
    return types.remove(types.size() - 1);
  }

  private List<TypeSignature> popFrom(int start) {
    List<TypeSignature> last = types.subList(start, types.size());
    List<TypeSignature> copy = List.copyOf(last);
    last.clear();
    return copy;
  }

  @Override
  public void primitive(int elementType) {
    types.add(PrimitiveType.of(elementType).orElseThrow());
  }

  @Override
  public void type(int token, boolean valueType) {
    types.add(new TypeSignature.Named(new Token(token), valueType));
  }

  @Override
  public void typeParameter(int number) {
    types.add(new TypeSignature.TypeParameter(number));
  }

  @Override
  public void methodParameter(int number) {
    types.add(new TypeSignature.MethodParameter(number));
  }

  @Override
  public void beginArguments(int count) {
    open.push(new Open(NO_METHOD, types.size()));
  }

  @Override
  public void argument(int index) {}

  @Override
  public void endArguments() {
    List<TypeSignature> arguments = popFrom(open.pop().start);
    types.add(new TypeSignature.GenericInstance(pop(), arguments));
  }

  @Override
  public void beginMethod(MethodHead head) {
    open.push(new Open(head, types.size()));
  }

  @Override
  public void beginParameters(int count) {}

  @Override
  public void sentinel() {
    Open method = open.element();
    method.sentinel = types.size() - method.start - 1;
  }

  @Override
  public void endMethod() {
    Open method = open.pop();
    List<TypeSignature> parameters = popFrom(method.start + 1);
    int declared = method.sentinel < 0 ? parameters.size() : method.sentinel;
    MethodSignature signature = new MethodSignature(method.head, pop(), parameters, declared);
    types.add(new TypeSignature.FunctionPointer(signature));
  }

  @Override
  public void szArray() {
    types.add(new TypeSignature.SzArray(pop()));
  }

  @Override
  public void array(ArrayShape shape) {
    types.add(new TypeSignature.GeneralArray(pop(), shape));
  }

  @Override
  public void pointer() {
    types.add(new TypeSignature.Pointer(pop()));
  }

  @Override
  public void byRef() {
    types.add(new TypeSignature.ByRef(pop()));
  }

  @Override
  public void modifier(int token, boolean required) {
    types.add(new TypeSignature.Modified(pop(), new Token(token), required));
  }

  @Override
  public void pinned() {
    types.add(new TypeSignature.Pinned(pop()));
  }
}

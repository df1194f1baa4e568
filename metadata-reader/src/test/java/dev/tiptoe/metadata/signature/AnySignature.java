// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.testdata.image.Compressed;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Makes signatures and types of any shape, each a chance's child. For one thread. */
final class AnySignature {

  private static final int DEEPEST = 5;

  private static final List<PrimitiveType> PRIMITIVES = List.of(PrimitiveType.values());
  private static final List<CallingConvention> CONVENTIONS = List.of(CallingConvention.values());

  private final Random random;
  private int depth;

  AnySignature(long seed) {
    random = new Random(seed);
  }

  Signature signature() {
    return switch (random.nextInt(5)) {
      case 0 -> new Signature.OfField(type());
      case 1 -> new Signature.OfProperty(random.nextBoolean(), type(), types());
      case 2 -> new Signature.OfLocals(types());
      case 3 -> new Signature.Instantiation(types());
      default -> method();
    };
  }

  TypeSignature type() {
    depth++;
    TypeSignature type = depth < DEEPEST && random.nextBoolean() ? composed() : simple();
    depth--;
    return type;
  }

  private TypeSignature composed() {
    return switch (random.nextInt(8)) {
      case 0 -> new TypeSignature.SzArray(type());
      case 1 -> new TypeSignature.Pointer(type());
      case 2 -> new TypeSignature.ByRef(type());
      case 3 -> new TypeSignature.Pinned(type());
      case 4 -> new TypeSignature.GeneralArray(type(), shape());
      case 5 -> new TypeSignature.Modified(type(), token(), random.nextBoolean());
      case 6 -> new TypeSignature.GenericInstance(genericType(), types());
      default -> new TypeSignature.FunctionPointer(method());
    };
  }

  private TypeSignature simple() {
    return switch (random.nextInt(4)) {
      case 0 -> new TypeSignature.TypeParameter(number());
      case 1 -> new TypeSignature.MethodParameter(number());
      case 2 -> named();
      default -> any(PRIMITIVES);
    };
  }

  private TypeSignature genericType() {
    return random.nextBoolean()
        ? named()
        : new TypeSignature.Modified(named(), token(), random.nextBoolean());
  }

  private TypeSignature named() {
    return new TypeSignature.Named(token(), random.nextBoolean());
  }

  private Token token() {
    return Token.of(any(List.of(0x01, 0x02, 0x1b)), number() >>> 5 | 1);
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** As many small as large ones. */
  private int number() {
    return (random.nextInt() >>> (3 + random.nextInt(29))) & Compressed.MOST;
  }

  private ArrayShape shape() {
    int rank = 1 + random.nextInt(ArrayShape.HIGHEST_RANK);
    return new ArrayShape(
        rank,
        list(random.nextInt(rank + 1), this::number),
        list(random.nextInt(rank + 1), () -> number() - (1 << 28)));
  }

  private List<TypeSignature> types() {
    return list(random.nextInt(4), this::type);
  }

  private static <T> List<T> list(int size, Supplier<T> element) {
    return Stream.generate(element).limit(size).toList();
  }

  private MethodSignature method() {
    List<TypeSignature> parameters = types();
    CallingConvention convention = any(CONVENTIONS);
    boolean takesMore =
        switch (convention) {
          case C, VARARG, NATIVEVARARG -> true;
          default -> false;
        };
    return new MethodSignature(
        convention,
        random.nextBoolean(),
        random.nextBoolean(),
        random.nextBoolean() ? 0 : number(),
        type(),
        parameters,
        takesMore ? random.nextInt(parameters.size() + 1) : parameters.size());
  }
}

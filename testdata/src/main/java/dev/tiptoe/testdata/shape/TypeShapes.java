// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.shape;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Every shape of type up to a depth. Stateless. */
public final class TypeShapes {

  private static final List<TypeShape> LEAVES = List.of(TypeShape.INT, TypeShape.STRING);

  /** What makes a type of one other; types of several parts have the rest from the leaves. */
  private static final List<UnaryOperator<TypeShape>> STEPS =
      List.of(
          TypeShape::vector,
          shape -> shape.array(2),
          shape -> shape.array(1),
          TypeShape::pointer,
          TypeShape::byRef,
          TypeShape::nullable,
          TypeShape::list,
          shape -> shape.outer(TypeShape.INT, TypeShape.STRING.vector()),
          shape -> TypeShape.STRING.outer(shape, TypeShape.INT),
          shape -> TypeShape.INT.vector().outer(TypeShape.STRING, shape),
          shape -> shape.function(TypeShape.INT),
          shape -> TypeShape.STRING.vector().function(shape));

  private static final int ABSTRACT_SEALED_PUBLIC = 0x181;
  private static final int PUBLIC_STATIC = 0x16;

  private TypeShapes() {}

  /**
   * Returns the types that are composed in at most so many steps: each of one step less is an
   * element, a target, an argument, a parameter and a result.
   */
  public static Stream<TypeShape> upTo(int depth) {
    return IntStream.rangeClosed(0, depth).boxed().flatMap(TypeShapes::of);
  }

  private static Stream<TypeShape> of(int depth) {
    return depth == 0
        ? LEAVES.stream()
        : of(depth - 1).flatMap(shape -> STEPS.stream().map(step -> step.apply(shape)));
  }

  /**
   * Returns an assembly that compilers and the runtime load, with a method for each type, in their
   * order, that has it for its parameter.
   */
  public static byte[] assembly(String name, List<TypeShape> shapes) {
    ImageBuilder builder = TypeShape.module(name);
    int type = builder.typeDef("N", "Shapes", TypeShape.OBJECT);
    builder.set(type, "Flags", ABSTRACT_SEALED_PUBLIC);
    PeBuilder file = new PeBuilder();
    int body = file.add((byte) 0x06, (byte) 0x2a);
    byte[] nothing = SignatureBlobs.primitive(SignatureBlobs.VOID);
    for (TypeShape shape : shapes) {
      int method = builder.method("M", SignatureBlobs.method(nothing, shape.blob()));
      builder.set(method, "RVA", body).set(method, "Flags", PUBLIC_STATIC);
    }
    return file.module(builder).build();
  }

  /** Returns the types that a runtime loads: all up to a depth of four, and of any two parts. */
  public static List<TypeShape> valid() {
    return Stream.concat(upTo(4), ofParts(1)).filter(TypeShape::isValid).toList();
  }

  /** Returns the types of several parts of which each is any type up to a depth. */
  public static Stream<TypeShape> ofParts(int depth) {
    List<TypeShape> parts = upTo(depth).toList();
    return parts.stream()
        .flatMap(
            one ->
                parts.stream()
                    .flatMap(
                        other ->
                            Stream.of(
                                one.outer(other, one).vector(),
                                other.list().outer(one, other).array(2),
                                one.function(other).vector())));
  }
}

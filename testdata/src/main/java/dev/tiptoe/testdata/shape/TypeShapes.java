// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.shape;

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

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A question to the CLR, as it is sent over the line. Immutable.
 *
 * @param kind the call
 * @param operands the arguments of the call
 */
record ClrQuestion(Kind kind, List<Long> operands) {

  /** The calls, with the numbers of {@code src/main/cpp}. */
  enum Kind {
    CLASS_FROM_TOKEN(1, "GetClassFromTokenAndTypeArgs"),
    FUNCTION_FROM_TOKEN(2, "GetFunctionFromTokenAndTypeArgs"),
    CLASS_LAYOUT(3, "GetClassLayout"),
    CLASS_INFO(4, "GetClassIDInfo2"),
    FUNCTION_INFO(5, "GetFunctionInfo2"),
    FUNCTION_LOOK_UP(6, "GetFunctionFromToken");

    private final int number;
    private final String slot;

    Kind(int number, String slot) {
      this.number = number;
      this.slot = slot;
    }

    int number() {
      return number;
    }
  }

  /** Which ClassID has a TypeDef with these type arguments? Loads it. */
  static ClrQuestion classOf(ModuleID module, Token typeDef, List<ClassID> arguments) {
    return of(Kind.CLASS_FROM_TOKEN, arguments, module.value(), typeDef.value());
  }

  /** Which FunctionID has a MethodDef of a class with these type arguments? Loads it. */
  static ClrQuestion functionOf(
      ModuleID module, Token methodDef, ClassID declaring, List<ClassID> arguments) {
    return of(
        Kind.FUNCTION_FROM_TOKEN, arguments, module.value(), methodDef.value(), declaring.value());
  }

  /** Where are the instance fields of a class? */
  static ClrQuestion layoutOf(ClassID id) {
    return of(Kind.CLASS_LAYOUT, List.of(), id.value());
  }

  /** Which FunctionID has a MethodDef, if its type is published? Loads nothing. */
  static ClrQuestion lookUp(ModuleID module, Token methodDef) {
    return of(Kind.FUNCTION_LOOK_UP, List.of(), module.value(), methodDef.value());
  }

  /** What is a FunctionID? Asking about one that is no longer valid ends the process. */
  static ClrQuestion infoOf(FunctionID id) {
    return of(Kind.FUNCTION_INFO, List.of(), id.value());
  }

  private static ClrQuestion of(Kind kind, List<ClassID> arguments, long... first) {
    return new ClrQuestion(
        kind,
        LongStream.concat(LongStream.of(first), arguments.stream().mapToLong(ClassID::value))
            .boxed()
            .toList());
  }

  @Override
  public String toString() {
    return kind.slot
        + operands.stream()
            .map(operand -> "0x" + Long.toHexString(operand))
            .collect(Collectors.joining(", ", "(", ")"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.symbols.written.WrittenMethod.Construct;
import dev.tiptoe.symbols.written.WrittenMethod.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Classifies the methods of F#'s closure types: the code of functions, of sequences, of object
 * expressions. Stateless.
 *
 * <p>F# names a closure after the innermost binding around it, and makes one for each function
 * value, each partial application and each step of a computation expression. So closures within one
 * another that have the same name are shown as one.
 */
final class FSharpClosures {

  private static final Set<String> FUNCTIONS = Set.of("FSharpFunc`2", "FSharpTypeFunc");

  /** {@code OptimizedClosures.FSharpFunc`3} and its like, for functions of several arguments. */
  private static final String FUNCTION_OF_SEVERAL = "FSharpFunc`";

  private static final Set<String> SEQUENCES = Set.of("GeneratedSequenceBase`1");

  /** The name of closures for which the compiler knows no binding. */
  private static final String NO_NAME = "clo";

  private FSharpClosures() {}

  /** Returns what is within {@code outer}, for a method of a closure type. */
  static Part[] parts(WrittenMethod outer, TypeDef closure, GeneratedName name, String method) {
    List<Part> parts = new ArrayList<>();
    String base = Interfaces.simpleName(closure.image(), closure.extendsType());
    boolean isSequence = SEQUENCES.contains(base);
    List<String> interfaces = Interfaces.of(closure);
    if (!isSequence && !isFunction(base) && isMember(method)) {
      if (interfaces.contains("IAsyncStateMachine")) {
        parts.add(new Part(Construct.ASYNC));
        GeneratedMembers.part(method).ifPresent(parts::add);
        return parts.toArray(Part[]::new);
      }
      return new Part[] {new Part(Construct.OBJECT_EXPRESSION, simple(method))};
    }
    String binding = binding(outer, name);
    if (!isSequence || !binding.isEmpty()) {
      parts.addAll(closure(outer, binding));
    }
    if (isSequence) {
      parts.add(new Part(Construct.ITERATOR));
    }
    // The finally blocks of a sequence are in both of its methods.
    if (!isSequence || !method.equals("Close")) {
      GeneratedMembers.part(method).ifPresent(parts::add);
    }
    return parts.toArray(Part[]::new);
  }

  /** Returns what is within {@code outer}, for a function that was moved out of it. */
  static Part[] parts(WrittenMethod outer, GeneratedName name) {
    return closure(outer, binding(outer, name)).toArray(Part[]::new);
  }

  private static boolean isFunction(String base) {
    return FUNCTIONS.contains(base) || base.startsWith(FUNCTION_OF_SEVERAL);
  }

  /** The classes behind delegates have a method Invoke, and a base type like any other's. */
  private static boolean isMember(String method) {
    return !method.equals("Invoke") && !method.equals(".ctor") && !method.equals(".cctor");
  }

  /** {@code System-IDisposable-Dispose} implements an interface. */
  private static String simple(String method) {
    return method.substring(Math.max(method.lastIndexOf('-'), method.lastIndexOf('.')) + 1);
  }

  private static String binding(WrittenMethod outer, GeneratedName name) {
    // In the names of types there is no dot.
    boolean isOuter =
        outer.parts().isEmpty() && outer.name().replace('-', '.').equals(name.source());
    return isOuter || name.source().equals(NO_NAME) ? "" : name.source();
  }

  /** Nothing if the closure is within one of the same binding. */
  private static List<Part> closure(WrittenMethod outer, String binding) {
    List<Part> around = outer.parts();
    Part last = around.isEmpty() ? null : around.get(around.size() - 1);
    boolean isWithin =
        last != null
            && last.construct() == Construct.CLOSURE
            && (binding.isEmpty()
                || last.name().equals(binding)
                || (last.name().isEmpty() && outer.name().equals(binding)));
    return isWithin ? List.of() : List.of(new Part(Construct.CLOSURE, binding));
  }
}

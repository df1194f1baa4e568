// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.SourcePlace;
import java.util.Optional;

/**
 * All that a line of a stack shows of a frame, which is given by a FunctionID and an IL offset; or
 * the reason why the method is not known. Immutable.
 */
public sealed interface RuntimeFrame {

  /** Returns the frame, where its method is known. */
  default Optional<Known> known() {
    return Optional.empty();
  }

  /** Returns the name of the method; {@code ?} where it is not known. */
  String name();

  /**
   * The method is known.
   *
   * @param method what the FunctionID meant
   * @param name its name, with its type arguments; {@code ?} for parts that are not known
   * @param written the method as it was written: of a lambda, a local function or a state machine
   *     the method whose source has it; empty where neither the module nor a symbol index is at
   *     hand, and for dynamic methods
   * @param place the source line, or why it is not known
   */
  record Known(
      FunctionFact method, String name, Optional<MethodSymbol.Written> written, SourcePlace place)
      implements RuntimeFrame {

    @Override
    public Optional<Known> known() {
      return Optional.of(this);
    }
  }

  /**
   * The FunctionID meant nothing at that time.
   *
   * @param meaning what is known of it
   */
  record Unknown(Meaning<FunctionFact> meaning) implements RuntimeFrame {

    @Override
    public String name() {
      return "?";
    }
  }
}

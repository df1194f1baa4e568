// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.id.FunctionID;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StackDefinitionsTest {

  private static final CallStack STACK =
      new CallStack(List.of(new FunctionID(8)), List.of(100L), false);

  @Test
  void number_defined_isKnownUntilItIsTooOld() {
    StackDefinitions<CallStack> definitions = new StackDefinitions<>(CallStack::depth);
    definitions.define(1, 1, STACK);
    definitions.define(2, 1, STACK);
    assertEquals(Optional.of(STACK), definitions.of(1));
    definitions.define(3, 3, STACK);
    assertTrue(definitions.of(1).isEmpty());
    assertTrue(definitions.of(2).isEmpty());
    assertEquals(Optional.of(STACK), definitions.of(3));
  }

  @Test
  void definitions_moreThanAnyAgentHas_areNotKept() {
    StackDefinitions<CallStack> definitions = new StackDefinitions<>(CallStack::depth);
    CallStack deep =
        new CallStack(
            Collections.nCopies(2048, new FunctionID(8)), Collections.nCopies(2048, 1L), false);
    for (int number = 1; number <= 1000; number++) {
      definitions.define(number, 1, deep);
    }
    assertTrue(definitions.of(512).isPresent());
    assertTrue(definitions.of(513).isEmpty());
    definitions.define(1001, 1001, deep);
    assertTrue(definitions.of(1001).isPresent());
  }
}

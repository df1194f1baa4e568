// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fields of a type that has no end. */
@Tag("quarter-4")
class FieldsWitnessTest {

  @Test
  void structThatContainsLargerOnesOfItself_endsInAnAnswer() {
    new FieldsTest().structThatContainsLargerOnesOfItself();
  }
}

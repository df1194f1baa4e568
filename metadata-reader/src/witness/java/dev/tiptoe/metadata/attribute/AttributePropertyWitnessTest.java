// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** More blobs than {@link AttributePropertyTest} has. */
@Tag("quarter-4")
class AttributePropertyWitnessTest {

  @Property(tries = 200)
  void attribute_cutAnywhereOften_isDamageButWithoutTheCount(@ForAll long seed) {
    AttributePropertyTest.cutAnywhere(seed);
  }
}

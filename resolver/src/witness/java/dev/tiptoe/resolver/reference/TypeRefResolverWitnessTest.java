// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** References through thousands of modules. */
@Tag("quarter-3")
class TypeRefResolverWitnessTest {

  @Test
  void reference_throughACircleOfAThousandCopies_isCircular() {
    new TypeRefResolverTest().circleOfCopies(1000);
  }

  @Test
  void reference_throughMoreForwardersThanAStackCouldHold_isCircular() {
    new TypeRefResolverTest()
        .reference_throughManyForwarders_isFollowedAsFarAsTheClrDoes(5000, "CIRCULAR");
  }
}

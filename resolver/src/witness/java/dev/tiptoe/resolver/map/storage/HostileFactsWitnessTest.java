// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import org.junit.jupiter.api.Tag;

/** So many facts that quadratic time would not end. */
@Tag("quarter-1")
final class HostileFactsWitnessTest extends HostileFacts {

  HostileFactsWitnessTest() {
    super(300_000);
  }
}

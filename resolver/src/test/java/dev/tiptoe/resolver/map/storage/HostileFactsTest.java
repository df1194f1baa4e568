// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

/** A tenth of the facts that {@code HostileFactsWitnessTest} feeds. */
final class HostileFactsTest extends HostileFacts {

  HostileFactsTest() {
    super(30_000);
  }
}

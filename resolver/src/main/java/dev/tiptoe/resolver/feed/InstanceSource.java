// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

/** The ways to observe an instance. */
public enum InstanceSource {
  /** On the heap, after a collection. */
  HEAP,
  /** While it was allocated. */
  ALLOCATION
}

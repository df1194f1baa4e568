// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

/** How an instance was met. */
public enum InstanceSource {
  /** On the heap, after a collection. */
  HEAP,
  /** While it was allocated. */
  ALLOCATION
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

/** The ways to observe a type other than its announcement. */
public enum ClassSource {
  /** It declares a known method. */
  FUNCTION_OWNER,
  /** It is a type argument, or an array's element, of a known type or method. */
  TYPE_ARGUMENT,
  /** It is the base type of a known type. */
  PARENT,
  /** A look-up that loads nothing found a method of it. */
  PROBED,
  /** An instance of it was found on the heap, after a collection. */
  HEAP,
  /** The runtime described it in an event about something else. */
  DESCRIBED
}

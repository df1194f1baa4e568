// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

/** How a method was met. */
public enum FunctionSource {
  /** It was executing. */
  STACK,
  /** The runtime announced that it was compiled, or listed it among what it compiled. */
  JITTED,
  /** A look-up that loads nothing found it. */
  PROBED
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

/** The ways to observe a method. */
public enum FunctionSource {
  /** It was executing. */
  STACK,
  /** The runtime announced its compilation, or listed it among the compiled methods. */
  JITTED,
  /** A look-up that loads nothing found it. */
  PROBED
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

/** A measurement of a benchmark. */
public interface Work {

  /** Returns its name for scripts and sides. */
  String word();

  /** Returns its description. */
  String description();
}

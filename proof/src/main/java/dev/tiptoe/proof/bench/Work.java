// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

/** A work of a bench. */
public interface Work {

  /** Returns its name for scripts and sides. */
  String word();

  /** Returns its description. */
  String description();
}

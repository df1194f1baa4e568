// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

/** Something that a bench has done. */
public interface Work {

  /** What scripts and all sides call it. */
  String word();

  /** What it is, in words. */
  String description();
}

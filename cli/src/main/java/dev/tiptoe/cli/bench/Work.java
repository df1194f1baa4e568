// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.bench;

/**
 * Work that all sides do, and the ratio of our time to the fastest peer's that we mean to reach.
 */
public interface Work {

  /** What scripts and all sides call it. */
  String word();

  /** What it is, in words. */
  String description();

  /** The ratio to reach. */
  double target();
}

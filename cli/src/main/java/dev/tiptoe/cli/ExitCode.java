// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

/** The exit codes that scripts can rely on. */
final class ExitCode {

  /** All is well. */
  static final int OK = 0;

  /** The answer is "no". */
  static final int NO = 1;

  /** The command line makes no sense. */
  static final int USAGE = 2;

  /** A file is not what it should be. */
  static final int BAD_INPUT = 3;

  private ExitCode() {}
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

/** The exit codes that scripts can rely on. */
public final class ExitCode {

  /** All is well. */
  public static final int OK = 0;

  /** The answer is "no". */
  public static final int NO = 1;

  /** The command line is not valid. */
  public static final int USAGE = 2;

  /** A file is damaged or of another format. */
  public static final int BAD_INPUT = 3;

  private ExitCode() {}
}

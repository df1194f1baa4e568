// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * A command whose usual arguments are parsed without picocli. Picocli takes longer to read the
 * annotations of a command than a small command takes to run.
 */
public interface PlainCommand extends Callable<Integer> {

  /**
   * Takes the arguments behind the command's name, if they mean the same to picocli. Otherwise
   * returns false and takes nothing: picocli reads them, and reports what is wrong with them.
   */
  boolean take(List<String> arguments);
}

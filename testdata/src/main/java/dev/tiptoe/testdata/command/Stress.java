// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.command;

/** Runs a module's jcstress tests, the classes {@code *Stress}, in JVMs of their own. */
public final class Stress {

  private static final String SCRIPT = "metadata-reader/src/witness/stress/stress";

  private Stress() {}

  /**
   * Runs all of the current module.
   *
   * @throws AssertionError if a thread has seen what it must not; the message says what
   */
  public static void run() {
    String classPath = System.getProperty("java.class.path");
    System.out.print(Script.run(SCRIPT, Script.build().toString(), classPath));
  }
}

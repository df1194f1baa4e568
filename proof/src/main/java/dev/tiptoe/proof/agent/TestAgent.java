// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.agent;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The test agents. They are made of the objects of the agent that is shipped, and one more. */
public enum TestAgent {
  /** Asks the runtime the forbidden questions when the program has ended. */
  SACRIFICIAL("libtiptoe-sacrificial-agent.so"),

  /** Walks the heap again and again. */
  HEAP_WALKING("libtiptoe-heap-walking-agent.so"),

  /**
   * Interrupts threads and compares our walk of each stack with the runtime's. It is not the agent,
   * only its unwinder.
   */
  STACK_JUDGE("libtiptoe-stack-judge.so");

  private final String library;

  TestAgent(String library) {
    this.library = library;
  }

  /**
   * Returns the agent's library.
   *
   * @throws LaunchException when it has not been built
   */
  public Path in(Installation installation) {
    Path file = installation.home().resolve("proof/target/cpp").resolve(library);
    if (!Files.isRegularFile(file)) {
      throw new LaunchException(file + " has not been built (mvn package builds it)");
    }
    return file;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.agent;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An agent made of the objects of the one that is shipped, and something more. */
public enum TestAgent {
  /** Asks the runtime what must never be asked, when the program has ended. */
  SACRIFICIAL("libtiptoe-sacrificial-agent.so"),

  /** Walks the heap again and again. */
  HEAP_WALKING("libtiptoe-heap-walking-agent.so");

  private final String library;

  TestAgent(String library) {
    this.library = library;
  }

  /**
   * The library of the agent.
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

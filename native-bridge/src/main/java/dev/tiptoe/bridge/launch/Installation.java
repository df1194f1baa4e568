// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import dev.tiptoe.bridge.border.Border;
import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The location of Tiptoe's native parts: a checkout that has been built.
 *
 * @param home the root of the checkout
 */
public record Installation(Path home) {

  private static final String CPP = "native-bridge/target/cpp/";

  /**
   * The installation that the system property {@code tiptoe.home} names; the working directory
   * without it.
   */
  public static Installation current() {
    return new Installation(Path.of(System.getProperty("tiptoe.home", "")).toAbsolutePath());
  }

  /**
   * The agent that the runtime loads: the one that travels in the jar, in a file of its own.
   *
   * @throws LaunchException when it has not been built, or cannot be put where it must be
   */
  public Path agent() {
    AgentLibrary library = AgentLibrary.bundled();
    try (Target self = Border.enterOurselves()) {
      return Path.of(self.putAgent(library.sha256(), library.bytes()));
    } catch (UnreachableException e) {
      throw new LaunchException("the agent cannot be put anywhere: " + e.inWords());
    }
  }

  /**
   * The native host that runs an assembly on a bare runtime.
   *
   * @throws LaunchException when it has not been built
   */
  public Path host() {
    return built(CPP + "host/tiptoe-host");
  }

  /**
   * The folder where the build puts the .NET runtime that it fetches, whether it is there or not.
   */
  public Path fetchedRuntime() {
    return home.resolve("demo/runtime/node_modules/@azure/mcp-linux-x64");
  }

  /** The program that the demo records. */
  public Path demo() {
    return home.resolve("demo/Demo/Demo.dll");
  }

  private Path built(String path) {
    Path file = home.resolve(path);
    if (!Files.isRegularFile(file)) {
      throw new LaunchException(file + " has not been built (mvn package builds it)");
    }
    return file;
  }
}

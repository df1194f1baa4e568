// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import dev.tiptoe.bridge.border.Border;
import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The location of Tiptoe's native parts and its demo: a checkout that has been built, or a
 * distribution that has been unpacked.
 *
 * @param home the root of either
 */
public record Installation(Path home) {

  /** The native host in a distribution, and in a checkout. */
  private static final String DISTRIBUTED_HOST = "libexec/tiptoe-host";

  private static final String BUILT_HOST = "native-bridge/target/cpp/host/tiptoe-host";

  /**
   * Returns the installation that the system property {@code tiptoe.home} names; the working
   * directory without it.
   */
  public static Installation current() {
    return new Installation(Path.of(System.getProperty("tiptoe.home", "")).toAbsolutePath());
  }

  /**
   * Returns the agent's library for the runtime to load: a file that is extracted from the jar.
   *
   * @throws LaunchException when it has not been built, or the file cannot be created
   */
  public Path agent() {
    AgentLibrary library = AgentLibrary.bundled();
    try (Target self = Border.enterOurselves()) {
      return Path.of(self.putAgent(library.sha256(), library.bytes()));
    } catch (UnreachableException e) {
      throw new LaunchException("there is no folder for the agent: " + e.inWords());
    }
  }

  /**
   * Returns the native host that runs an assembly on a bare runtime.
   *
   * @throws LaunchException when it has not been built
   */
  public Path host() {
    Path distributed = home.resolve(DISTRIBUTED_HOST);
    return Files.isRegularFile(distributed) ? distributed : built(BUILT_HOST);
  }

  /**
   * Returns the folder into which {@code demo/runtime/fetch}, which a build runs, fetches the .NET
   * runtime; it need not exist.
   */
  public Path fetchedRuntime() {
    return home.resolve("demo/runtime/node_modules/@azure/mcp-linux-x64");
  }

  /** Returns the program that the demo records. */
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

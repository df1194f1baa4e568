// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The agent's binary, which is in this module's jar and is extracted to a file before a runtime
 * loads it. Immutable; holds the binary, about half a MiB.
 */
public final class AgentLibrary {

  /** The class ID by which the runtime creates the agent. */
  public static final UUID CLSID = UUID.fromString("8f0e2c4a-6b7d-4e51-9a3c-d1f5b2e7a946");

  private static final String RESOURCE = "/linux-x86-64/libtiptoe-agent.so";

  private final byte[] binary;

  private AgentLibrary(byte[] binary) {
    this.binary = binary;
  }

  /** The binary, read once on first use. */
  private static final class Bundled {
    static final AgentLibrary LIBRARY = read();

    private static AgentLibrary read() {
      try (InputStream resource = AgentLibrary.class.getResourceAsStream(RESOURCE)) {
        if (resource == null) {
          throw new LaunchException("this build has no agent: only a build on Linux x64 has one");
        }
        return new AgentLibrary(resource.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Returns the agent of this build.
   *
   * @throws LaunchException when this build has none
   */
  public static AgentLibrary bundled() {
    return Bundled.LIBRARY;
  }

  /**
   * Loads a library into this process and unloads it, which shows what would keep a runtime on this
   * machine from it: a file system that is mounted {@code noexec}, a C library that is too old.
   *
   * @throws LaunchException when it cannot be loaded, with the loader's reason
   */
  static void requireLoadable(Path library) {
    try (NativeLibrary loaded = NativeLibrary.getInstance(library.toString())) {
      loaded.getFile();
    } catch (UnsatisfiedLinkError e) {
      // The first line is JNA's.
      String reason = String.valueOf(e.getMessage()).lines().skip(1).findFirst().orElse("");
      throw new LaunchException("the agent cannot be loaded: " + reason);
    }
  }

  /** Returns the contents of the library's file. */
  public byte[] bytes() {
    return binary.clone();
  }

  /** Returns its SHA-256 in hexadecimal digits. */
  public String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(binary));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

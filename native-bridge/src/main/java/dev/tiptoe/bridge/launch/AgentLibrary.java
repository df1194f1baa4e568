// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The agent's binary, which is in this module's jar and is extracted to a file before a runtime
 * loads it. Immutable; holds the binary, about half a MiB.
 */
public final class AgentLibrary {

  /** What the runtime knows the agent by. */
  public static final UUID CLSID = UUID.fromString("8f0e2c4a-6b7d-4e51-9a3c-d1f5b2e7a946");

  private static final String RESOURCE = "/linux-x86-64/libtiptoe-agent.so";

  private final byte[] binary;

  private AgentLibrary(byte[] binary) {
    this.binary = binary;
  }

  /** Read once, when it is first asked for. */
  private static final class Bundled {
    static final AgentLibrary LIBRARY = read();

    private static AgentLibrary read() {
      try (InputStream resource = AgentLibrary.class.getResourceAsStream(RESOURCE)) {
        if (resource == null) {
          throw new LaunchException("this build has no agent: it needs Linux x64 to make one");
        }
        return new AgentLibrary(resource.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * The agent of this build.
   *
   * @throws LaunchException when it has none
   */
  public static AgentLibrary bundled() {
    return Bundled.LIBRARY;
  }

  /** What is in the library's file. */
  public byte[] bytes() {
    return binary.clone();
  }

  /** The SHA-256 of that, in hexadecimal digits. */
  public String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(binary));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }
}

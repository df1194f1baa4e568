// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.UUID;

/**
 * The agent's binary, which travels in this module's jar, and gets a file of its own when a runtime
 * is to load it. Immutable; holds the binary, about half a MiB.
 *
 * <p>The file's name holds the user's number and the SHA-256 of what is in it. It is written under
 * another name and then moved there, never written in place; all may read it and nobody write it.
 * Before every use it is compared with the binary. Where somebody else was there first, or what is
 * there is not what it should be, it is left alone, and the file's name gets a random end.
 */
public final class AgentLibrary {

  /** What the runtime knows the agent by. */
  public static final UUID CLSID = UUID.fromString("8f0e2c4a-6b7d-4e51-9a3c-d1f5b2e7a946");

  private static final String SUFFIX = ".so";
  private static final String RESOURCE = "/linux-x86-64/libtiptoe-agent.so";
  private static final Set<PosixFilePermission> ALL_READ =
      PosixFilePermissions.fromString("r--r--r--");

  private final byte[] binary;

  AgentLibrary(byte[] binary) {
    this.binary = binary.clone();
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

  /**
   * Puts it in a folder, unless it is there.
   *
   * @return its path, as the process sees it
   * @throws LaunchException when it cannot be written
   */
  public Path in(TemporaryFolder folder) {
    try (SecureDirectoryStream<Path> opened = folder.open()) {
      return folder.seen(placed(opened).toString());
    } catch (FileSystemException e) {
      throw notPut(folder, e.getReason() == null ? e.getClass().getSimpleName() : e.getReason());
    } catch (IOException e) {
      throw notPut(folder, String.valueOf(e.getMessage()));
    } catch (DirectoryIteratorException e) {
      throw notPut(folder, e.toString());
    }
  }

  private LaunchException notPut(TemporaryFolder folder, String why) {
    return new LaunchException(folder.seen(name()) + ": the agent cannot be put there: " + why);
  }

  /** The name of a file that is right, one that is there or a new one. */
  private Path placed(SecureDirectoryStream<Path> folder) throws IOException {
    Path first = Path.of(name());
    if (isFree(folder, first)) {
      write(folder, first);
    }
    if (isRight(folder, first)) {
      return first;
    }
    for (Path each : folder) {
      Path other = each.getFileName();
      if (other.toString().startsWith(stem()) && isRight(folder, other)) {
        return other;
      }
    }
    Path another = Path.of(stem() + "-" + UUID.randomUUID() + SUFFIX);
    write(folder, another);
    if (!isRight(folder, another)) {
      folder.deleteFile(another);
      throw new IOException("what is there then is not what was put there");
    }
    return another;
  }

  /** What the file is called where nothing else is. */
  String name() {
    return stem() + SUFFIX;
  }

  private String stem() {
    return "tiptoe-agent-" + TemporaryFolder.ourUser() + "-" + sha256();
  }

  private String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(binary));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }

  private void write(SecureDirectoryStream<Path> folder, Path name) throws IOException {
    Path aside = Path.of(".tiptoe-" + UUID.randomUUID());
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try {
      try (SeekableByteChannel file =
          folder.newByteChannel(
              aside,
              options,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--------")))) {
        for (ByteBuffer rest = ByteBuffer.wrap(binary); rest.hasRemaining(); ) {
          int ignored = file.write(rest);
        }
      }
      view(folder, aside).setPermissions(ALL_READ);
      folder.move(aside, folder, name);
    } catch (IOException e) {
      try {
        folder.deleteFile(aside);
      } catch (IOException nothingThere) {
        e.addSuppressed(nothingThere);
      }
      throw e;
    }
  }

  private static boolean isFree(SecureDirectoryStream<Path> folder, Path name) throws IOException {
    try {
      var ignored = attributes(folder, name);
      return false;
    } catch (NoSuchFileException e) {
      return true;
    }
  }

  /** Whether it is a file of ours that all may read and nobody write, and holds the binary. */
  private boolean isRight(SecureDirectoryStream<Path> folder, Path name) throws IOException {
    try {
      PosixFileAttributes about = attributes(folder, name);
      return about.isRegularFile()
          && about.owner().equals(Files.getOwner(Path.of("/proc/self")))
          && about.permissions().equals(ALL_READ)
          && holds(folder, name);
    } catch (NoSuchFileException e) {
      return false; // somebody tidies up
    }
  }

  private boolean holds(SecureDirectoryStream<Path> folder, Path name) throws IOException {
    try (SeekableByteChannel file =
        folder.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      ByteBuffer content = ByteBuffer.allocate(binary.length + 1);
      while (content.hasRemaining() && file.read(content) >= 0) {}
      return Arrays.equals(content.array(), 0, content.position(), binary, 0, binary.length);
    }
  }

  private static PosixFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    return view(folder, name).readAttributes();
  }

  private static PosixFileAttributeView view(SecureDirectoryStream<Path> folder, Path name) {
    return folder.getFileAttributeView(
        name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }
}

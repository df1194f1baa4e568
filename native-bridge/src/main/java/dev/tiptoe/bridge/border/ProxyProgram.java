// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The program {@code tiptoe-proxy}, which is in this module's jar. Thread-safe; holds one open file
 * for as long as the JVM runs.
 *
 * <p>It is written into a file of an {@link OwnFolder}, which is opened, compared with the jar, and
 * unlinked. The children are started from the open file by its descriptor. So no other user can
 * replace it under its name, and nothing is left behind.
 */
final class ProxyProgram {

  private static final String RESOURCE = "/linux-x86-64/tiptoe-proxy";
  private static final FileAttribute<?> OURS_TO_START =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-x------"));
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  /**
   * While another thread starts a process, that process may for a moment hold a new file open for
   * writing.
   */
  private static final int TRIES_WHILE_BUSY = 100;

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** Keeps open the descriptor that {@link #path} names. */
  private final SeekableByteChannel open;

  private final Path path;

  private ProxyProgram(SeekableByteChannel open, Path path) {
    this.open = open;
    this.path = path;
  }

  /** The program of this JVM, created on first use. */
  private static final class Ours {
    private static List<ProxyProgram> program = List.of();

    static synchronized ProxyProgram get() throws IOException {
      if (program.isEmpty()) {
        program = List.of(put(OwnFolder.in(OwnFolder.candidates()), bundled()));
      }
      return program.get(0);
    }
  }

  /** Starts it. Its standard input and output are pipes, and its environment is empty. */
  static Process start(String... arguments) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(Ours.get().path.toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().clear();
    builder.directory(Path.of("/").toFile()).redirectError(Redirect.DISCARD);
    for (int tries = 1; ; tries++) {
      try {
        return builder.start();
      } catch (IOException e) {
        boolean busy = String.valueOf(e.getMessage()).contains("error=26,"); // ETXTBSY
        if (!busy || tries == TRIES_WHILE_BUSY) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    }
  }

  private static byte[] bundled() throws IOException {
    try (InputStream resource = ProxyProgram.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IOException("this build has no tiptoe-proxy: only a build on Linux x64 has one");
      }
      return resource.readAllBytes();
    }
  }

  /** Creates the program with those bytes, from a folder in which nothing of it remains. */
  static ProxyProgram put(OwnFolder folder, byte[] binary) throws IOException {
    Path name = Path.of("tiptoe-proxy-" + UUID.randomUUID());
    try (SecureDirectoryStream<Path> opened = folder.open()) {
      try {
        write(opened, name, binary);
        SeekableByteChannel open = opened.newByteChannel(name, READ);
        Path path = descriptor(folder.path().resolve(name));
        if (!Arrays.equals(content(open, binary.length), binary)) {
          throw new IOException(
              folder.path().resolve(name) + " does not have the expected content");
        }
        return new ProxyProgram(open, path);
      } finally {
        opened.deleteFile(name);
      }
    }
  }

  private static void write(SecureDirectoryStream<Path> folder, Path file, byte[] binary)
      throws IOException {
    try (SeekableByteChannel channel = folder.newByteChannel(file, NEW, OURS_TO_START)) {
      for (ByteBuffer rest = ByteBuffer.wrap(binary); rest.hasRemaining(); ) {
        int ignored = channel.write(rest);
      }
    }
  }

  private static byte[] content(SeekableByteChannel channel, int length) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(length + 1);
    while (content.hasRemaining() && channel.read(content) >= 0) {}
    return Arrays.copyOf(content.array(), content.position());
  }

  /** Returns the path of an open file's descriptor, from which a child can be started. */
  private static Path descriptor(Path file) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path each : all) {
        if (isOf(each, file)) {
          String pid = Long.toString(ProcessHandle.current().pid());
          return Path.of("/proc", pid, "fd", String.valueOf(each.getFileName()));
        }
      }
    }
    throw new IOException("no descriptor of " + file + " in " + DESCRIPTORS);
  }

  private static boolean isOf(Path descriptor, Path file) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).equals(file);
    } catch (FileSystemException e) {
      return false; // It has been closed.
    }
  }

  @Override
  public String toString() {
    return path + (open.isOpen() ? "" : " (closed)");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Files of root's and of a resident's that nothing may change, in places that an attacker can name,
 * link to and mount. Immutable.
 *
 * <pre>
 *   /tmp/sentinels           root's, everybody may look
 *     secret                 root's, 0600
 *     public                 root's, 0644
 *     theirs                 the resident's, 0600
 *     closed/                root's, 0700, with a file and a folder
 *     open/                  root's, 0755
 *     shared/                anybody's to write in, sticky, with a file of root's
 *     home/                  the resident's, 0700, with a file
 *     sockets/               root's, 0700; nobody listens at the socket in it
 * </pre>
 */
final class Sentinels {

  /** Where they are. */
  static final String FOLDER = "/tmp/sentinels";

  private static final List<String> FILES = List.of("secret", "public", "theirs");
  private static final List<String> FOLDERS = List.of("closed", "open", "home", "sockets");
  private static final String SECRET = "rw-------";
  private static final String PRIVATE = "rwx------";
  private static final String PUBLIC = "rwxr-xr-x";
  private static final String ABOUT = "unix:mode,uid,gid,ino,dev,nlink,size,ctime";

  private final Path folder;

  private Sentinels(Path folder) {
    this.folder = folder;
  }

  /** Puts them up on a machine. */
  static Sentinels on(Namespaces machine) throws IOException {
    Path folder = machine.folder(FOLDER, 0, PUBLIC);
    file(folder.resolve("secret"), 0, SECRET);
    file(folder.resolve("public"), 0, "rw-r--r--");
    file(folder.resolve("theirs"), RunAs.RESIDENT, SECRET);
    file(machine.folder(FOLDER + "/closed", 0, PRIVATE).resolve("secret"), 0, SECRET);
    Path inner = machine.folder(FOLDER + "/closed/inner", 0, PUBLIC);
    file(inner.resolve("file"), 0, "rw-r--r--");
    Path open = machine.folder(FOLDER + "/open", 0, PUBLIC);
    file(open.resolve("file"), 0, "rw-r--r--");
    Path shared = machine.folder(FOLDER + "/shared", 0, "rwxrwxrwx");
    file(shared.resolve("secret"), 0, SECRET);
    Files.setAttribute(shared, "unix:mode", 01777);
    Path home = machine.folder(FOLDER + "/home", RunAs.RESIDENT, PRIVATE);
    file(home.resolve("secret"), RunAs.RESIDENT, SECRET);
    abandonedSocket(machine.folder(FOLDER + "/sockets", 0, PRIVATE).resolve("nobody"));
    return new Sentinels(folder);
  }

  private static void file(Path file, int user, String permissions) throws IOException {
    Files.writeString(file, file + " is what it was");
    Files.setAttribute(file, "unix:uid", user);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static void abandonedSocket(Path socket) throws IOException {
    try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      ServerSocketChannel ignored = listener.bind(UnixDomainSocketAddress.of(socket));
    }
  }

  /** The files that an attacker will put in place of others, below where it sees the folder. */
  static Stream<String> files(String seen) {
    return FILES.stream().map(name -> seen + "/" + name);
  }

  /** The folders. */
  static Stream<String> folders(String seen) {
    return FOLDERS.stream().map(name -> seen + "/" + name);
  }

  /** Returns all of them: owners, modes, inodes, sizes, contents, and times of change. */
  Map<String, String> state() throws IOException {
    return stateOf(folder);
  }

  /** The same of any folder and what is in it. */
  static Map<String, String> stateOf(Path folder) throws IOException {
    Map<String, String> state = new TreeMap<>();
    Path ignored =
        Files.walkFileTree(
            folder,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes about)
                  throws IOException {
                return visitFile(each, about);
              }

              @Override
              public FileVisitResult visitFile(Path each, BasicFileAttributes about)
                  throws IOException {
                state.put(folder.relativize(each).toString(), stateOf(each, about));
                return FileVisitResult.CONTINUE;
              }
            });
    return state;
  }

  private static String stateOf(Path file, BasicFileAttributes about) throws IOException {
    var all = new TreeMap<>(Files.readAttributes(file, ABOUT, LinkOption.NOFOLLOW_LINKS));
    return all + (about.isRegularFile() ? " " + sha256(file) : "");
  }

  private static String sha256(Path file) throws IOException {
    try {
      byte[] content = Files.readAllBytes(file);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * Returns what root owns in a folder for temporary files and one step below, apart from root's
   * own files and what programs keep there.
   */
  static List<String> rootsIn(Path temporary, List<String> roots) throws IOException {
    List<String> apart =
        Stream.concat(roots.stream(), Namespaces.kept().stream())
            .map(path -> path.substring(path.lastIndexOf('/') + 1))
            .toList();
    try (Stream<Path> all = Files.list(temporary)) {
      return all.filter(each -> !apart.contains(String.valueOf(each.getFileName())))
          .flatMap(Sentinels::withChildren)
          .filter(Sentinels::isRoots)
          .map(each -> temporary.relativize(each).toString())
          .sorted()
          .toList();
    }
  }

  /** What disappears meanwhile is skipped. */
  private static Stream<Path> withChildren(Path path) {
    if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return Stream.of(path);
    }
    try (Stream<Path> children = Files.list(path)) {
      return Stream.concat(Stream.of(path), children.toList().stream());
    } catch (IOException | UncheckedIOException e) {
      return Stream.of(path);
    }
  }

  private static boolean isRoots(Path path) {
    try {
      return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(0);
    } catch (IOException e) {
      return false;
    }
  }
}

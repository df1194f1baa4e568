// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.bytes.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A NuGet package, a symbol package or another ZIP file. Names of members are compared with names
 * and never become paths. For one thread.
 *
 * <p>The work is bounded: {@value #MOST_MEMBERS} members; 128 MiB for one; 64 MiB and 16 times the
 * file for all that are read from one opening.
 */
final class ZipPackage implements Closeable {

  private static final List<String> ENDINGS = List.of(".nupkg", ".snupkg", ".zip");

  private static final int MOST_MEMBERS = 1 << 16;
  private static final int LARGEST_MEMBER = 128 << 20;
  private static final long FREE = 64 << 20;
  private static final int FOR_A_BYTE = 16;

  private final Path file;
  private final ZipFile zip;
  private long left;

  private ZipPackage(Path file, ZipFile zip) throws IOException {
    this.file = file;
    this.zip = zip;
    this.left = FREE + FOR_A_BYTE * Files.size(file);
  }

  static boolean isNamedLikeOne(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(name::endsWith);
  }

  static ZipPackage open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      // Opening a FIFO would wait for a writer that may never come.
      throw new FileSystemException(file.toString(), null, "not a regular file");
    }
    try {
      return checked(file, new ZipFile(file.toFile()));
    } catch (OutOfMemoryError e) {
      // The failed allocation of its directory harms nothing else.
      throw new FileSystemException(file.toString(), null, "there is no memory for its directory");
    } catch (IllegalArgumentException | IOException e) {
      throw e instanceof FileSystemException known
          ? known
          : new FileSystemException(file.toString(), null, String.valueOf(e.getMessage()));
    }
  }

  private static ZipPackage checked(Path file, ZipFile zip) throws IOException {
    int members = zip.size();
    if (members > MOST_MEMBERS) {
      zip.close();
      throw new FileSystemException(
          file.toString(), null, members + " members, of which " + MOST_MEMBERS + " are read");
    }
    return new ZipPackage(file, zip);
  }

  /** Returns the paths of all members that are not folders, in the order of the directory. */
  List<String> members() throws IOException {
    try {
      return zip.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).toList();
    } catch (IllegalArgumentException e) {
      // Java's way to say that a name is not UTF-8.
      throw new FileSystemException(file.toString(), null, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Inflates a member.
   *
   * @param name the name of its bytes in errors
   * @throws IOException when it cannot be read, or is larger than the bounds
   */
  Bytes read(String member, String name) throws IOException {
    ZipEntry entry = entry(member);
    int most = (int) Math.min(LARGEST_MEMBER, left);
    try (InputStream in = zip.getInputStream(entry)) {
      // Memory is allocated as bytes arrive: the stated size may be wrong.
      byte[] all = in.readNBytes(most + 1);
      left -= all.length;
      if (all.length > most) {
        throw new FileSystemException(name, null, "inflates to more than a package may have");
      }
      return Bytes.of(name, all);
    } catch (OutOfMemoryError e) {
      throw new FileSystemException(name, null, "there is no memory for it");
    }
  }

  private ZipEntry entry(String member) throws IOException {
    try {
      ZipEntry entry = zip.getEntry(member);
      if (entry != null) {
        return entry;
      }
    } catch (IllegalArgumentException e) {
      // A name that is not UTF-8 has the same hash.
    }
    throw new NoSuchFileException(file + "!" + member);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}

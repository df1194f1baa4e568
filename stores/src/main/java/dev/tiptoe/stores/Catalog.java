// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.stores.Content.Kind;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The contents of the files of folders, by identity and by name: one immutable file for any number
 * of processes, or the same in memory. Thread-safe, without locks.
 *
 * <p>A file is mapped, read where it is needed, and released when the catalog is garbage. Reading
 * throws {@link CatalogException} when it is damaged.
 */
final class Catalog {

  /**
   * The number of files of one identity or name that are returned; a crafted folder may have many.
   */
  private static final int MOST = 64;

  private static final List<Kind> KINDS = List.of(Kind.values());

  /** What is in a file, as the catalog has it. */
  record Entry(Location location, Kind kind, String moduleName) {}

  private final CatalogBytes bytes;
  private final CatalogFormat format;

  private Catalog(CatalogBytes bytes) {
    this.bytes = bytes;
    this.format = bytes.format();
  }

  static Catalog of(byte[] bytes) {
    return new Catalog(CatalogBytes.of(bytes));
  }

  static Catalog open(Path file) throws IOException {
    return new Catalog(CatalogBytes.map(file));
  }

  int files() {
    return format.files();
  }

  int contents() {
    return format.contents();
  }

  /** Returns what has a key, or one that happens to be equal; files of their own come first. */
  List<Entry> find(long key) {
    return CatalogBytes.guarded(
        () -> {
          List<Entry> found = new ArrayList<>();
          int at = firstKey(key);
          for (int i = 0; i < MOST && at < format.keys() && key(at) == key; i++, at++) {
            found.add(entry(bytes.i32(format.ownersAt() + (long) CatalogFormat.OWNER * at)));
          }
          found.sort(
              (one, other) -> Boolean.compare(other.location().isFile(), one.location().isFile()));
          return found;
        });
  }

  private long key(int index) {
    return bytes.i64(format.keysAt() + (long) CatalogFormat.KEY * index);
  }

  private int firstKey(long key) {
    int from = 0;
    int to = format.keys();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (key(middle) < key) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Returns what is in a file, by its number, from 0. */
  Entry content(int index) {
    return CatalogBytes.guarded(() -> entry(index));
  }

  private Entry entry(int content) {
    if (content < 0 || content >= format.contents()) {
      throw new CatalogException("it refers to what it does not have");
    }
    long at = contentAt(content);
    int kind = bytes.i32(at + 8);
    try {
      Path file = Path.of(path(bytes.i32(at)));
      return new Entry(
          new Location(file, bytes.text(bytes.i32(at + 4))),
          KINDS.get(Math.floorMod(kind, KINDS.size())),
          bytes.text(bytes.i32(at + 12)));
    } catch (InvalidPathException e) {
      throw new CatalogException("it has a path that is none");
    }
  }

  private long contentAt(int content) {
    return format.contentsAt() + (long) CatalogFormat.CONTENT * content;
  }

  private long fileAt(int file) {
    if (file < 0 || file >= format.files()) {
      throw new CatalogException("it refers to a file that it does not have");
    }
    return CatalogFormat.HEADER + (long) CatalogFormat.FILE * file;
  }

  private String path(int file) {
    long at = fileAt(file);
    return bytes.text(bytes.i32(at + 24)) + bytes.text(bytes.i32(at + 28));
  }

  /**
   * Returns the number of a file whose size and time are still the same; -1 when there is none.
   *
   * @param modified in nanoseconds since 1970
   */
  int unchanged(String path, long size, long modified) {
    return CatalogBytes.guarded(
        () -> {
          long key = Keys.ofPath(path);
          for (int file = firstFile(key);
              file < format.files() && bytes.i64(fileAt(file)) == key;
              file++) {
            long at = fileAt(file);
            if (bytes.i64(at + 8) == size
                && bytes.i64(at + 16) == modified
                && path(file).equals(path)) {
              return file;
            }
          }
          return -1;
        });
  }

  private int firstFile(long key) {
    int from = 0;
    int to = format.files();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (bytes.i64(fileAt(middle)) < key) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Adds a file of this catalog, without its keys, to another; returns its number there. */
  void copyTo(CatalogBuilder builder, int file, IntConsumer newContents) {
    CatalogBytes.guarded(
        () -> {
          long at = fileAt(file);
          builder.beginFile(
              bytes.i64(at),
              bytes.i64(at + 8),
              bytes.i64(at + 16),
              bytes.text(bytes.i32(at + 24)),
              bytes.text(bytes.i32(at + 28)));
          int first = bytes.i32(at + 32);
          int count = bytes.i32(at + 36);
          for (int i = 0; i < count; i++) {
            long content = contentAt(checkedContent(first + i));
            newContents.accept(
                builder.addContent(
                    bytes.text(bytes.i32(content + 4)),
                    bytes.i32(content + 8),
                    bytes.text(bytes.i32(content + 12))));
          }
          return builder;
        });
  }

  private int checkedContent(int content) {
    if (content < 0 || content >= format.contents()) {
      throw new CatalogException("it refers to what it does not have");
    }
    return content;
  }

  /** Returns the first content of a file. */
  int firstContent(int file) {
    return CatalogBytes.guarded(() -> bytes.i32(fileAt(file) + 32));
  }

  /** Returns how many contents a file has. */
  int contentCount(int file) {
    return CatalogBytes.guarded(() -> bytes.i32(fileAt(file) + 36));
  }

  /** Passes all keys and their contents on. */
  void copyKeys(KeyConsumer to) {
    CatalogBytes.guarded(
        () -> {
          for (int i = 0; i < format.keys(); i++) {
            long owner = format.ownersAt() + (long) CatalogFormat.OWNER * i;
            to.accept(key(i), checkedContent(bytes.i32(owner)));
          }
          return to;
        });
  }

  /** Receives a key and the number of the content that has it. */
  interface KeyConsumer {
    void accept(long key, int content);
  }
}

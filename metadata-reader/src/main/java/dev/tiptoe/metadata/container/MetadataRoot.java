// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The metadata root: the runtime version it was made for, and its streams by name.
 *
 * <p>A name may occur twice. In a compressed module ({@code #~}) names are case-sensitive and the
 * last one wins; in an uncompressed one ({@code #-}) case does not matter and the first wins. A
 * {@code #Schema} stream selects the rules of the uncompressed one.
 *
 * @ecma II.24.2.1
 */
public final class MetadataRoot {

  private static final int MAGIC = 0x424a5342;
  private static final int VERSION = 16;
  private static final int LONGEST_NAME = 32;
  private static final int LONGEST_VERSION = 255;

  /** The largest known assemblies have a quarter of it. */
  private static final int LARGEST = 256 << 20;

  private static final String PDB = "#Pdb";

  /** A stream's header: its name, its place, and the place of the stream. */
  private record Header(String name, int at, int offset, int size) {}

  private final Bytes root;
  private final String version;
  private final Map<String, Bytes> streams = new LinkedHashMap<>();
  private final boolean uncompressed;
  private final List<MetadataFormatException> damage = new ArrayList<>();

  /** Returns whether {@code bytes} begins with a metadata root. */
  static boolean isAt(Bytes bytes) {
    return bytes.length() >= 4 && bytes.i32(0) == MAGIC;
  }

  /**
   * Reads the root at the beginning of {@code stored}, and everything that belongs to it, into
   * memory.
   */
  public MetadataRoot(Bytes stored) {
    this(stored, true);
  }

  /** Reads the headers of the root at the beginning of {@code stored}, and the rest on demand. */
  public static MetadataRoot onDemand(Bytes stored) {
    return new MetadataRoot(stored, false);
  }

  private MetadataRoot(Bytes stored, boolean inMemory) {
    if (stored.length() < VERSION || stored.i32(0) != MAGIC) {
      throw stored.damaged(0, "no metadata root here (BSJB expected)");
    }
    if (stored.length() > LARGEST) {
      String damage =
          "metadata of " + stored.length() + " bytes, of which " + LARGEST + " are read";
      throw stored.damaged(0, damage + " at most");
    }
    root = inMemory ? stored.inMemory() : stored;
    int versionLength = root.size(12);
    Bytes text = root.slice(VERSION, versionLength);
    version = text.utf8(0, text.findZero(0, LONGEST_VERSION));
    List<Header> headers = headers(VERSION + versionLength);
    uncompressed =
        headers.stream().anyMatch(one -> one.name().equals("#-") || one.name().equals("#Schema"));
    headers.forEach(this::add);
  }

  /** Reads the headers as far as they are valid: an invalid one hides those behind it. */
  private List<Header> headers(int start) {
    List<Header> headers = new ArrayList<>();
    try {
      int at = start + 4;
      for (int i = 0; i < root.u16(start + 2); i++) {
        headers.add(new Header(nameAt(at + 8), at, root.i32(at), root.i32(at + 4)));
        at = afterName(at + 8);
      }
    } catch (MetadataFormatException e) {
      damage.add(e);
    }
    return headers;
  }

  private void add(Header header) {
    String name = header.name();
    long offset = Integer.toUnsignedLong(header.offset());
    long size = Integer.toUnsignedLong(header.size());
    if (offset + size > root.length()) {
      damage.add(root.damaged(header.at(), name + " reaches behind the end of the metadata"));
    }
    // A stream that is cut off keeps the bytes that exist: its whole rows stay readable.
    int at = (int) Math.min(offset, root.length());
    Bytes stream = root.sliceUpTo(at, (int) Math.min(size, root.length()));
    if (uncompressed) {
      streams.putIfAbsent(name.toLowerCase(Locale.ROOT), stream);
    } else {
      streams.put(name, stream);
    }
  }

  private String nameAt(int at) {
    int end = root.findZero(at, LONGEST_NAME);
    if (end == root.length()) {
      throw root.damaged(at, "a stream's name has no end");
    }
    if (end - at >= LONGEST_NAME) {
      throw root.damaged(at, "a stream's name is longer than 31 bytes");
    }
    return root.utf8(at, end - at);
  }

  private int afterName(int at) {
    return at + ((root.findZero(at) - at + 4) & ~3);
  }

  /** Returns the size in bytes of the root and everything that belongs to it. */
  public int size() {
    return root.length();
  }

  /**
   * Returns the version string, such as {@code v4.0.30319}; of a longer one the first 255 bytes.
   */
  public String version() {
    return version;
  }

  /** Returns the problems of the streams: invalid headers, streams that are cut off. */
  public List<MetadataFormatException> damage() {
    return List.copyOf(damage);
  }

  /** Returns the stream called {@code name}, empty when there is none. */
  public Bytes stream(String name) {
    Bytes stream = streams.get(uncompressed ? name.toLowerCase(Locale.ROOT) : name);
    return stream == null ? root.slice(0, 0) : stream;
  }

  /** Returns whether a stream of that name exists. */
  public boolean has(String name) {
    return streams.containsKey(uncompressed ? name.toLowerCase(Locale.ROOT) : name);
  }

  /** Returns the {@code #Pdb} stream; only a portable PDB has one. */
  public Optional<PdbStream> pdb() {
    return has(PDB) ? Optional.of(new PdbStream(stream(PDB))) : Optional.empty();
  }

  /** Returns the stream that holds the tables, whichever of its two names it has. */
  public Bytes tables() {
    Bytes tables = stream(has("#-") ? "#-" : "#~");
    if (tables.length() == 0) {
      throw root.damaged(0, "the metadata has no tables (no #~ stream)");
    }
    return tables;
  }
}

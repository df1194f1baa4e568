// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A single-file bundle: a program with its assemblies, settings and libraries in one executable
 * file, in which the .NET host finds them by a manifest. Immutable.
 *
 * <p>Memory is allocated only for the list of members; their contents are read on demand. The cost
 * of reading is bounded for the bundle as a whole: the manifest has at most 16 MiB and {@value
 * #MOST_MEMBERS} members, no two members share bytes, and together they inflate to 64 MiB and 16
 * times its size at most. A member that exceeds this is refused when it is opened; the others are
 * not.
 *
 * <p>Source: dotnet/designs, "Single-file Publish", and the host's bundle reader, versions 1, 2, 6.
 */
public final class Bundle {

  private static final int KNOWN = 6;
  private static final int WITH_SETTINGS = 2;
  private static final int COUNT = 8;
  private static final int SETTINGS_SIZE = 2 * 16;

  /** Normal bundles have hundreds. */
  private static final int MOST_MEMBERS = 1 << 16;

  private static final int LONGEST_MANIFEST = 16 << 20;

  private final Bytes file;
  private final int majorVersion;
  private final String id;
  private final long flags;
  private final List<BundleMember> members;
  private final Map<String, BundleMember> byPath = new HashMap<>();

  private Bundle(Bytes file, int manifest) {
    this.file = file;
    Cursor cursor = new Cursor(file);
    cursor.aim(file, manifest, Math.min(file.length() - manifest, LONGEST_MANIFEST));
    majorVersion = cursor.i32();
    cursor.i32();
    int count = cursor.i32();
    if (majorVersion < 1 || majorVersion > KNOWN) {
      throw file.damaged(manifest, "bundle manifest version " + majorVersion + " is not known");
    }
    if (count < 0 || count > MOST_MEMBERS) {
      String most = " files, of which " + MOST_MEMBERS + " are read at most";
      throw file.damaged(manifest + COUNT, "a bundle of " + count + most);
    }
    id = text(cursor);
    if (majorVersion >= WITH_SETTINGS) {
      // These are the places of the two members that the host needs first.
      cursor.slice(SETTINGS_SIZE);
      flags = cursor.i64();
    } else {
      flags = 0;
    }
    members = read(cursor, count);
    // The first of two members with one path counts, as in the host.
    members.forEach(member -> byPath.putIfAbsent(member.path(), member));
  }

  private List<BundleMember> read(Cursor cursor, int count) {
    StoredBytes stored = new StoredBytes(file);
    List<BundleMember> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(BundleMember.read(file, cursor, majorVersion, stored));
    }
    return List.copyOf(all);
  }

  /** Reads a string in the form of {@code BinaryWriter}. */
  static String text(Cursor cursor) {
    Bytes text = cursor.slice(cursor.leb128());
    return text.utf8(0, text.length());
  }

  /**
   * Opens a bundle.
   *
   * @throws IOException when it cannot be read
   * @throws dev.tiptoe.metadata.MetadataFormatException when it is not a bundle, or a damaged one
   */
  public static Bundle open(Path path) throws IOException {
    return Bytes.open(path, Bundle::of);
  }

  /** Reads the bundle in {@code file}. */
  public static Bundle of(Bytes file) {
    return find(file).orElseThrow(() -> file.notManaged(0, "not a single-file bundle"));
  }

  /** Returns the bundle in {@code file}; empty when it is not one. */
  public static Optional<Bundle> find(Bytes file) {
    int manifest = BundleMarker.findManifest(file);
    return manifest < 0 ? Optional.empty() : Optional.of(new Bundle(file, manifest));
  }

  /** Returns the file. */
  public Bytes file() {
    return file;
  }

  /** Returns the ID of this bundle among all bundles. */
  public String id() {
    return id;
  }

  /** Returns the version of the manifest: 1 for .NET Core 3, 2 for .NET 5, 6 since .NET 6. */
  public int majorVersion() {
    return majorVersion;
  }

  /**
   * Returns the flags; bit 0 is set when the host unpacks everything to a disk, as .NET Core 3 did.
   */
  public long flags() {
    return flags;
  }

  /** Returns the files in it, in the order of the manifest. */
  public List<BundleMember> members() {
    return members;
  }

  /** Returns the member of that path, such as {@code App.dll} or {@code de/App.resources.dll}. */
  public Optional<BundleMember> member(String path) {
    return Optional.ofNullable(byPath.get(path));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.bytes.Deflate;
import java.util.List;

/** A file in a single-file bundle. Immutable. */
public final class BundleMember {

  /** The types of files for the host, in the order of their numbers. */
  public enum Type {
    /** Another kind of file. */
    UNKNOWN,
    /** A managed assembly. */
    ASSEMBLY,
    /** A native library. */
    NATIVE_BINARY,
    /** {@code .deps.json}: the dependencies of the program. */
    DEPS_JSON,
    /** {@code .runtimeconfig.json}: the settings of the runtime. */
    RUNTIME_CONFIG_JSON,
    /** A PDB. */
    SYMBOLS
  }

  private static final List<Type> TYPES = List.of(Type.values());
  private static final int WITH_COMPRESSION = 6;

  private final Bytes bundle;
  private final long offset;
  private final long size;
  private final long compressedSize;
  private final Type type;
  private final String path;

  /** The reason why it cannot be opened, though it is in the bundle; empty when it can. */
  private final String refusal;

  private BundleMember(
      Bytes bundle,
      long offset,
      long size,
      long compressedSize,
      Type type,
      String path,
      StoredBytes stored) {
    this.bundle = bundle;
    this.offset = offset;
    this.size = size;
    this.compressedSize = compressedSize;
    this.type = type;
    this.path = path;
    this.refusal = isInside() ? stored.add(offset, storedSize(), isCompressed() ? size : 0) : "";
  }

  /** Reads the next entry of a manifest, and adds its bytes to {@code stored}. */
  static BundleMember read(Bytes bundle, Cursor manifest, int version, StoredBytes stored) {
    long offset = manifest.i64();
    long size = manifest.i64();
    long compressedSize = version >= WITH_COMPRESSION ? manifest.i64() : 0;
    int type = manifest.u8();
    String path = Bundle.text(manifest);
    return new BundleMember(
        bundle,
        offset,
        size,
        compressedSize,
        type < TYPES.size() ? TYPES.get(type) : Type.UNKNOWN,
        path,
        stored);
  }

  /** Returns its path in the bundle, with {@code /} between names. */
  public String path() {
    return path;
  }

  /** Returns its type. */
  public Type type() {
    return type;
  }

  /** Returns its size in bytes. */
  public long size() {
    return size;
  }

  /** Returns whether it is stored compressed. */
  public boolean isCompressed() {
    return compressedSize != 0;
  }

  /**
   * Returns the file's bytes, named {@code BUNDLE!PATH} in errors: a window onto the bundle or,
   * when it is compressed, memory of their own, inflated anew by each call.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when the bundle does not contain them, or
   *     contains them for another member too, or when its members inflate to too much
   */
  public Bytes open() {
    String name = bundle.file() + "!" + path;
    Bytes stored = stored().named(name);
    return isCompressed() ? Deflate.inflate(stored, size, name) : stored;
  }

  private Bytes stored() {
    if (!isInside()) {
      String where = storedSize() + " bytes at 0x" + Long.toHexString(offset);
      throw bundle.damaged(bundle.length(), path + " is outside the bundle: " + where);
    }
    if (!refusal.isEmpty()) {
      throw bundle.damaged((int) offset, path + " " + refusal);
    }
    return bundle.slice((int) offset, (int) storedSize());
  }

  private long storedSize() {
    return isCompressed() ? compressedSize : size;
  }

  private boolean isInside() {
    return offset >= 0 && storedSize() >= 0 && offset <= bundle.length() - storedSize();
  }

  /** Returns its path. */
  @Override
  public String toString() {
    return path;
  }
}

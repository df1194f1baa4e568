// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The debug directory of a PE file while it grows. For one thread.
 *
 * <p>Source: PE and COFF, "The .debug Section".
 */
public final class DebugDirectoryBuilder {

  private static final int PORTABLE = 0x504d;

  private final PeBuilder file;
  private final LittleEndian entries = new LittleEndian();

  /** The directory of {@code file}, which its data is added to. */
  public DebugDirectoryBuilder(PeBuilder file) {
    this.file = file;
  }

  /** An entry with data. */
  public DebugDirectoryBuilder entry(int type, int stamp, int major, int minor, byte... data) {
    int rva = data.length == 0 ? 0 : file.add(data);
    int offset = data.length == 0 ? 0 : file.offsetOf(rva);
    return entry(type, stamp, major, minor, data.length, rva, offset);
  }

  /** Adds an entry as it should be in the file. */
  public DebugDirectoryBuilder entry(
      int type, int stamp, int major, int minor, int size, int rva, int offset) {
    entries.u4(0).u4(stamp).u2(major).u2(minor).u4(type).u4(size).u4(rva).u4(offset);
    return this;
  }

  /** The entry that names a portable PDB. */
  public DebugDirectoryBuilder portablePdb(UUID guid, int stamp, String path) {
    return entry(2, stamp, 0x0100, PORTABLE, codeView(guid, 1, path));
  }

  /** The entry that names a PDB for Windows. */
  public DebugDirectoryBuilder windowsPdb(UUID guid, int age, String path) {
    return entry(2, 0x5eed, 0, 0, codeView(guid, age, path));
  }

  private static byte[] codeView(UUID guid, int age, String path) {
    LittleEndian data = new LittleEndian().u4(0x53445352).guid(guid).u4(age);
    return data.bytes(path.getBytes(StandardCharsets.UTF_8)).u1(0).toArray();
  }

  /** The entry that holds a portable PDB. */
  public DebugDirectoryBuilder embedded(byte[] pdb) {
    return embedded(pdb.length, Deflated.bytes(pdb));
  }

  /** Adds an entry that claims to hold a portable PDB of {@code size} bytes. */
  public DebugDirectoryBuilder embedded(int size, byte[] compressed) {
    byte[] data = new LittleEndian().u4(0x4244504d).u4(size).bytes(compressed).toArray();
    return entry(17, 0, 0x0100, 0x0100, data);
  }

  /** Adds the directory to the file. */
  public PeBuilder done() {
    byte[] all = entries.toArray();
    return file.directory(PeBuilder.DEBUG, file.add(all), all.length);
  }
}

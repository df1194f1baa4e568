// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.container.DataDirectory;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The debug directory of a module: the identity of its PDBs, an embedded PDB, and similar entries.
 * Immutable.
 *
 * <p>Source: PE and COFF, "The .debug Section", and PE-COFF.md of dotnet/runtime.
 */
public final class DebugDirectory {

  /** The type of an entry with the identity of a PDB. */
  public static final int CODE_VIEW = 2;

  /** The type of an entry that marks a deterministic build. */
  public static final int REPRODUCIBLE = 16;

  /** The type of an entry that holds a portable PDB. */
  public static final int EMBEDDED_PORTABLE_PDB = 17;

  /** The type of an entry with a hash of the PDB. */
  public static final int PDB_CHECKSUM = 19;

  private static final int ENTRY_SIZE = 28;

  /** {@code MPDB}. */
  private static final int EMBEDDED_MAGIC = 0x4244504d;

  private final Container container;
  private final Bytes entries;
  private final Optional<Bytes> flat;

  /** The debug directory of the module in {@code container}. */
  DebugDirectory(Container container) {
    DataDirectory directory = container.debugDirectory();
    this.container = container;
    this.entries = directory.isPresent() ? container.at(directory) : container.file().slice(0, 0);
    this.flat = container.flat();
  }

  /** Returns the entries, in order. */
  public List<Entry> entries() {
    return IntStream.range(0, entries.length() / ENTRY_SIZE)
        .mapToObj(i -> Entry.read(entries, i * ENTRY_SIZE))
        .toList();
  }

  /**
   * The data of an entry; empty when there is none.
   *
   * @throws MetadataFormatException when the file does not contain it
   */
  public Bytes data(Entry entry) {
    if (entry.size == 0) {
      return entries.slice(0, 0);
    }
    // The data may lie outside all sections, and then has only an offset.
    return flat.isPresent() && entry.offset != 0
        ? flat.get().slice(entry.offset, entry.size)
        : container.atRva(entry.rva, entry.size);
  }

  private List<Entry> entries(int type) {
    return entries().stream().filter(entry -> entry.type() == type).toList();
  }

  /** Returns the identities of the module's PDBs: usually one; two if it has ReadyToRun code. */
  public List<CodeView> codeViews() {
    return entries(CODE_VIEW).stream().flatMap(entry -> codeView(entry).stream()).toList();
  }

  /** Returns whether one of the module's PDBs has a GUID. */
  public boolean namesPdb(UUID guid) {
    return codeViews().stream().anyMatch(each -> each.id().guid().equals(guid));
  }

  /** Returns the hashes of the module's PDB; usually one. Damaged entries are left out. */
  public List<PdbChecksum> pdbChecksums() {
    return entries(PDB_CHECKSUM).stream()
        .flatMap(entry -> PdbChecksum.read(data(entry)).stream())
        .toList();
  }

  private Optional<CodeView> codeView(Entry entry) {
    return CodeView.read(entry, data(entry));
  }

  /** Returns the identity of the module's portable PDB. */
  public Optional<CodeView> portablePdb() {
    return codeViews().stream().filter(CodeView::isPortable).findFirst();
  }

  /**
   * The portable PDB inside the module, decompressed into memory of its own.
   *
   * @throws MetadataFormatException when it is damaged
   */
  public Optional<Bytes> embeddedPdb() {
    return compressedPdb().map(this::inflate);
  }

  /**
   * Returns the decompressed size of the embedded portable PDB; 0 when there is none.
   *
   * @throws MetadataFormatException when it is damaged
   */
  public int embeddedPdbSize() {
    return compressedPdb().map(data -> data.size(4)).orElse(0);
  }

  private Optional<Bytes> compressedPdb() {
    Optional<Bytes> data = entries(EMBEDDED_PORTABLE_PDB).stream().findFirst().map(this::data);
    data.filter(bytes -> bytes.length() < 8 || bytes.i32(0) != EMBEDDED_MAGIC)
        .ifPresent(DebugDirectory::refuse);
    return data;
  }

  private static void refuse(Bytes data) {
    throw data.damaged(0, "no embedded portable PDB here (MPDB expected)");
  }

  private Bytes inflate(Bytes data) {
    String name = container.file().file() + " (embedded PDB)";
    return data.slice(8, data.length() - 8).inflated(data.size(4), name);
  }

  /**
   * An entry.
   *
   * @param type its subject: {@code IMAGE_DEBUG_TYPE}
   * @param stamp a time, or four bytes of a hash
   * @param majorVersion of the data's format
   * @param minorVersion of the data's format
   * @param size of the data
   * @param rva of the data, or 0
   * @param offset of the data in the file, or 0
   */
  public record Entry(
      int type, int stamp, int majorVersion, int minorVersion, int size, int rva, int offset) {

    private static Entry read(Bytes from, int at) {
      return new Entry(
          from.i32(at + 12),
          from.i32(at + 4),
          from.u16(at + 8),
          from.u16(at + 10),
          from.i32(at + 16),
          from.i32(at + 20),
          from.i32(at + 24));
    }
  }
}

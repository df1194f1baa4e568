// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A PE file: its headers, its data directories, and the bytes at its RVAs. Immutable.
 *
 * @ecma II.25
 */
public final class PeFile implements Container {

  /** The layouts of a PE file. */
  public enum Layout {
    /** As stored on a disk: sections at the offsets in their headers. */
    FLAT,
    /** As copied from a process's memory: everything at its RVA. */
    LOADED
  }

  /** The number of the directory of exports to native code. */
  public static final int EXPORTS = 0;

  /** The number of the directory of functions for unwinding. */
  public static final int EXCEPTIONS = 3;

  /** The number of the debug directory. */
  public static final int DEBUG = 6;

  /** The number of the directory with the place of the COR20 header. */
  public static final int COR20 = 14;

  private static final int DOS_MAGIC = 0x5a4d;
  private static final int DOS_PE_OFFSET = 0x3c;
  private static final int PE_MAGIC = 0x00004550;
  private static final int COFF_SIZE = 20;
  private static final int PE32 = 0x10b;
  private static final int PE32_PLUS = 0x20b;
  private static final int SIZE_OF_IMAGE = 56;
  private static final int SECTION_SIZE = 40;

  private final Bytes file;
  private final int coff;
  private final int directories;
  private final int directoryCount;
  private final Layout layout;
  private final Sections sections;

  private PeFile(Bytes file, int coff, Layout layout) {
    this.file = file;
    this.coff = coff;
    this.layout = layout;
    int optional = coff + COFF_SIZE;
    int sectionHeaders = optional + file.u16(coff + 16);
    int magic = file.u16(optional);
    if (magic != PE32 && magic != PE32_PLUS) {
      throw file.notManaged(optional, "optional header magic 0x" + Integer.toHexString(magic));
    }
    int countAt = optional + (magic == PE32 ? 92 : 108);
    directories = countAt + 4;
    // Fewer than 16 directories are legal, and the optional header may end earlier than the count
    // says.
    int room = Math.max(0, (sectionHeaders - directories) / DataDirectory.BYTES);
    int count = file.i32(countAt);
    directoryCount = Math.min(Integer.compareUnsigned(count, 16) > 0 ? 16 : count, room);
    sections =
        layout == Layout.LOADED
            ? Sections.loaded(file)
            : Sections.read(
                file,
                file.i32(optional + 60),
                sectionHeaders + 12,
                SECTION_SIZE,
                file.u16(coff + 2));
  }

  /**
   * Reads the headers of {@code file}, and determines its layout: flat, unless the metadata is only
   * found with the loaded layout.
   */
  public static PeFile of(Bytes file) {
    PeFile flat = of(file, Layout.FLAT);
    if (flat.leadsToMetadata()) {
      return flat;
    }
    PeFile loaded = new PeFile(file, flat.coff, Layout.LOADED);
    return loaded.leadsToMetadata() ? loaded : flat;
  }

  /** Reads the headers of {@code file}, whose layout is known. */
  public static PeFile of(Bytes file, Layout layout) {
    if (!isAt(file)) {
      throw file.notManaged(0, "not a PE file (it does not begin with MZ)");
    }
    if (file.length() < DOS_PE_OFFSET + 4) {
      throw file.notManaged(0, "not a PE file (it ends inside the DOS header)");
    }
    int pe = file.i32(DOS_PE_OFFSET);
    if (pe < 0 || pe > file.length() - 4 - COFF_SIZE || file.i32(pe) != PE_MAGIC) {
      throw file.notManaged(
          DOS_PE_OFFSET, "not a PE file (no PE signature where the DOS header points)");
    }
    return new PeFile(file, pe + 4, layout);
  }

  /** Returns whether {@code file} begins with a PE header. */
  public static boolean isAt(Bytes file) {
    return file.length() >= 2 && file.u16(0) == DOS_MAGIC;
  }

  private boolean leadsToMetadata() {
    return sections
        .find(dataDirectory(COR20).rva())
        .filter(header -> header.length() >= Cor20.SIZE)
        .flatMap(header -> sections.find(new Cor20(header).metadata().rva()))
        .filter(MetadataRoot::isAt)
        .isPresent();
  }

  @Override
  public Bytes file() {
    return file;
  }

  /** Returns its layout. */
  public Layout layout() {
    return layout;
  }

  /** Returns the machine of its code. */
  public Machine machine() {
    return new Machine(file.u16(coff));
  }

  /** Returns the time stamp in its COFF header; in a deterministic build, a part of a hash. */
  public int timeStamp() {
    return file.i32(coff + 4);
  }

  /** Returns the size that it has in memory. */
  public int sizeOfImage() {
    return file.i32(coff + COFF_SIZE + SIZE_OF_IMAGE);
  }

  /** Returns the data directory of that number, 0 to 15. */
  public DataDirectory dataDirectory(int number) {
    int at = directories + number * DataDirectory.BYTES;
    return number < directoryCount ? DataDirectory.read(file, at) : DataDirectory.NONE;
  }

  @Override
  public Optional<Cor20> cor20() {
    DataDirectory directory = dataDirectory(COR20);
    return directory.isPresent()
        ? Optional.of(new Cor20(atRva(directory.rva(), Cor20.SIZE)))
        : Optional.empty();
  }

  /**
   * Returns whether there is no COR20 header; then only a composite ReadyToRun image has code of
   * interest.
   */
  public boolean isNative() {
    return !dataDirectory(COR20).isPresent();
  }

  /**
   * Returns the metadata. A file without a COR20 header is native and has none; that of a composite
   * image is not its assemblies'.
   */
  @Override
  public Bytes metadata() {
    boolean composite =
        ReadyToRunHeader.exported(this)
            .flatMap(header -> header.section(SectionType.COMPONENT_ASSEMBLIES))
            .isPresent();
    if (composite) {
      throw file.notManaged(directories, "a composite image (its assemblies are its components)");
    }
    Cor20 header =
        cor20().orElseThrow(() -> file.notManaged(directories, "a native image (no COR20 header)"));
    return at(header.metadata());
  }

  @Override
  public Bytes fromRva(int rva) {
    return sections.from(rva);
  }

  @Override
  public DataDirectory debugDirectory() {
    return dataDirectory(DEBUG);
  }

  @Override
  public Optional<Bytes> flat() {
    return layout == Layout.FLAT ? Optional.of(file) : Optional.empty();
  }

  @Override
  public String kind() {
    return layout == Layout.LOADED ? "PE file, as in memory" : "PE file";
  }

  @Override
  public OptionalInt exported(String name) {
    return new Exports(this, dataDirectory(EXPORTS)).find(name);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The header of a symbol index, with its sections. Immutable.
 *
 * <pre>
 *    0  8  magic          89 54 53 59 0D 0A 1A 0A
 *    8  2  major
 *   10  2  minor
 *   12  4  headerLength   with the directory and the crc
 *   16 16  mvid           as in metadata
 *   32  4  content        the version of what the writer puts into a file
 *   36  4  source         says from which PDB the file was made; 0 for none
 *   40  4  fileLength
 *   44  4  sections       the number of the directory's entries
 *   48     directory      number, offset, length, CRC-32C of each section, 4 bytes each
 *       4  crc            CRC-32C of all bytes before it
 * </pre>
 *
 * @param mvid the module version ID
 * @param content the version of the contents
 * @param source from which PDB the file was made
 * @param sections the sections that are there
 */
record IndexHeader(UUID mvid, int content, int source, Map<Section.Id, Section> sections) {

  /** {@code 0x89 "TSY" CR LF SUB LF}. */
  static final long MAGIC = 0x0A1A0A0D_59535489L;

  static final int MAJOR = 1;
  static final int MINOR = 4;

  /** Grows when a writer puts more or other things into the same format. */
  static final int CONTENT = 6;

  private static final int FIXED = 48;
  private static final int ENTRY = 16;
  private static final int MOST_SECTIONS = 1 << 10;

  /** These are what {@link IndexSummary} reads, so they stand behind the header. */
  static final Set<Section.Id> FIRST = EnumSet.of(Section.Id.MODULE, Section.Id.PDBS);

  /**
   * Reads the header of a file and checks all of the file.
   *
   * @throws MetadataFormatException when it is no index, of a newer version, or damaged
   */
  static IndexHeader read(IndexBytes bytes) {
    IndexHeader header = readHead(bytes, EnumSet.allOf(Section.Id.class));
    if (bytes.size(40) != bytes.length()) {
      throw bytes.damaged(
          40, "the file has " + bytes.length() + " bytes and should have " + bytes.size(40));
    }
    return header;
  }

  /**
   * Reads and checks the header of a file of which only the beginning is available.
   *
   * @param checked the sections to check, which must be in that beginning
   * @throws MetadataFormatException when it is no index, of a newer version, or damaged
   */
  static IndexHeader readHead(IndexBytes bytes, Set<Section.Id> checked) {
    if (bytes.length() < FIXED || bytes.i64(0) != MAGIC) {
      throw bytes.damaged(0, "this is no symbol index");
    }
    if (bytes.u16(8) != MAJOR) {
      throw bytes.damaged(8, "version " + bytes.u16(8) + " of symbol indexes is not known");
    }
    int length = bytes.size(12);
    int count = bytes.size(44);
    if (count > MOST_SECTIONS || length < FIXED + count * ENTRY + 4) {
      throw bytes.damaged(12, "a header of " + length + " bytes for " + count + " sections");
    }
    if (bytes.crc(0, length - 4) != bytes.i32(length - 4)) {
      throw bytes.damaged(length - 4, "the checksum of the header is wrong");
    }
    return new IndexHeader(
        guid(bytes, 16), bytes.i32(32), bytes.i32(36), sections(bytes, count, checked));
  }

  /** Reads a GUID as it is written in metadata. */
  static UUID guid(IndexBytes bytes, int at) {
    long low = bytes.i64(at);
    long high = (low << 32) | (((low >>> 32) & 0xffff) << 16) | (low >>> 48);
    return new UUID(high, Long.reverseBytes(bytes.i64(at + 8)));
  }

  private static Map<Section.Id, Section> sections(
      IndexBytes bytes, int count, Set<Section.Id> checked) {
    Section.Id[] known = Section.Id.values();
    Map<Section.Id, Section> sections = new EnumMap<>(Section.Id.class);
    for (int i = 0; i < count; i++) {
      int at = FIXED + i * ENTRY;
      int number = bytes.i32(at);
      Section section = new Section(bytes.size(at + 4), bytes.size(at + 8));
      // A section of a later minor version is left out.
      if (number >= 0 && number < known.length) {
        if (checked.contains(known[number])
            && bytes.crc(section.offset(), section.length()) != bytes.i32(at + 12)) {
          throw bytes.damaged(
              section.offset(), "the checksum of the section " + known[number] + " is wrong");
        }
        sections.put(known[number], section);
      }
    }
    return sections;
  }

  /** Returns a section; an empty one when it is not there. */
  Section section(Section.Id id) {
    return sections.getOrDefault(id, Section.NONE);
  }

  /**
   * Writes a whole file.
   *
   * @param sections all, in the order of their numbers
   */
  static byte[] write(UUID mvid, int source, List<IndexOutput> sections) {
    int length = FIXED + sections.size() * ENTRY + 4;
    int begin = (length + 7) & ~7;
    IndexOutput body = new IndexOutput();
    int[] offsets = new int[sections.size()];
    for (int i : inFile()) {
      offsets[i] = begin + body.length();
      body.bytes(sections.get(i)).align();
    }
    // Numbers in bits are read eight bytes at a time.
    body.i64(0);
    IndexOutput header = new IndexOutput().i64(MAGIC).u16(MAJOR).u16(MINOR).i32(length);
    header.guid(mvid);
    header.i32(CONTENT).i32(source).i32(begin + body.length()).i32(offsets.length);
    for (int i = 0; i < offsets.length; i++) {
      IndexOutput section = sections.get(i);
      header.i32(i).i32(offsets[i]).i32(section.length()).i32(section.crc());
    }
    header.i32(header.crc()).align();
    return header.bytes(body).toArray();
  }

  /** Returns the numbers of the sections in the order in which they lie in a file. */
  private static int[] inFile() {
    Section.Id[] known = Section.Id.values();
    return IntStream.range(0, known.length)
        .boxed()
        .sorted(Comparator.comparing(number -> !FIRST.contains(known[number])))
        .mapToInt(number -> number)
        .toArray();
  }
}

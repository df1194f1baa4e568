// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Makes ELF files for tests: one section of code, symbols, notes, links. Mutable. */
public final class ElfBuilder {

  /** Where the code is. */
  public static final long CODE = 0x1000;

  /** How much there is. */
  public static final int CODE_SIZE = 0x1000;

  private static final int TEXT_SECTION = 1;

  /** Types of sections. */
  private static final int CODE_TYPE = 1;

  private static final int SYMBOLS = 2;
  private static final int NOTE = 7;
  private static final int NO_BITS = 8;
  private static final int DYNAMIC_SYMBOLS = 11;

  /** A section and its content. */
  private static final class Section {
    final String name;
    final int type;
    final byte[] content;
    final int link;
    long flags;
    long address;

    Section(String name, int type, byte[] content, int link) {
      this.name = name;
      this.type = type;
      this.content = content;
      this.link = link;
    }
  }

  private record Symbol(String name, int info, int section, long address, long size) {}

  private final boolean wide;
  private final List<Symbol> symbols = new ArrayList<>();
  private final List<Symbol> exported = new ArrayList<>();
  private final List<Section> more = new ArrayList<>();
  private boolean hasCode = true;

  /** Creates a builder of a file for 64 bits. */
  public ElfBuilder() {
    this(true);
  }

  /** Creates a builder of a file for 64 bits, or for 32. */
  public ElfBuilder(boolean wide) {
    this.wide = wide;
  }

  /** Leaves the content of the code out, as debug information does. */
  public ElfBuilder debugOnly() {
    hasCode = false;
    return this;
  }

  /** Adds a global function to {@code .symtab}. */
  public ElfBuilder function(String name, long address, long size) {
    return symbol(name, 0x12, TEXT_SECTION, address, size);
  }

  /** Adds a symbol to {@code .symtab}. */
  public ElfBuilder symbol(String name, int info, int section, long address, long size) {
    symbols.add(new Symbol(name, info, section, address, size));
    return this;
  }

  /** Adds a global function to {@code .dynsym}. */
  public ElfBuilder export(String name, long address, long size) {
    exported.add(new Symbol(name, 0x12, TEXT_SECTION, address, size));
    return this;
  }

  /** Adds a build ID, in hex. */
  public ElfBuilder buildId(String hex) {
    byte[] id = HexFormat.of().parseHex(hex);
    byte[] content = new byte[16 + id.length];
    ByteBuffer note = littleEndian(content);
    note.putInt(4).putInt(id.length).putInt(3).put("GNU\0".getBytes(StandardCharsets.UTF_8));
    note.put(id);
    return section(".note.gnu.build-id", NOTE, content);
  }

  /** Adds the name of a file of debug information, and its checksum. */
  public ElfBuilder debugLink(String name, int crc) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    byte[] content = new byte[(text.length + 4 & ~3) + 4];
    littleEndian(content).put(text).putInt(content.length - 4, crc);
    return section(".gnu_debuglink", 1, content);
  }

  /** Adds a section that is in no memory. */
  public ElfBuilder section(String name, int type, byte[] content) {
    more.add(new Section(name, type, content, 0));
    return this;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the file. */
  public byte[] build() {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("", 0, new byte[0], 0));
    int type = hasCode ? CODE_TYPE : NO_BITS;
    Section code = new Section(".text", type, new byte[CODE_SIZE], 0);
    code.flags = 6;
    code.address = CODE;
    sections.add(code);
    sections.addAll(more);
    table(sections, ".symtab", SYMBOLS, symbols);
    table(sections, ".dynsym", DYNAMIC_SYMBOLS, exported);
    return write(sections);
  }

  private void table(List<Section> sections, String name, int type, List<Symbol> all) {
    if (all.isEmpty()) {
      return;
    }
    ByteArrayOutputStream names = new ByteArrayOutputStream();
    names.write(0);
    byte[] content = new byte[(all.size() + 1) * (wide ? 24 : 16)];
    ByteBuffer table = littleEndian(content);
    table.position(wide ? 24 : 16);
    for (Symbol symbol : all) {
      table.putInt(names.size());
      if (wide) {
        table.put((byte) symbol.info).put((byte) 0).putShort((short) symbol.section);
        table.putLong(symbol.address).putLong(symbol.size);
      } else {
        table.putInt((int) symbol.address).putInt((int) symbol.size);
        table.put((byte) symbol.info).put((byte) 0).putShort((short) symbol.section);
      }
      names.writeBytes(symbol.name.getBytes(StandardCharsets.UTF_8));
      names.write(0);
    }
    sections.add(new Section(name, type, content, sections.size() + 1));
    sections.add(new Section(".strtab", 3, names.toByteArray(), 0));
  }

  private byte[] write(List<Section> sections) {
    ByteArrayOutputStream names = new ByteArrayOutputStream();
    int[] nameAt = new int[sections.size() + 1];
    for (int i = 0; i < sections.size(); i++) {
      nameAt[i] = names.size();
      names.writeBytes(sections.get(i).name.getBytes(StandardCharsets.UTF_8));
      names.write(0);
    }
    nameAt[sections.size()] = names.size();
    names.writeBytes(".shstrtab\0".getBytes(StandardCharsets.UTF_8));
    sections.add(new Section(".shstrtab", 3, names.toByteArray(), 0));
    int header = wide ? 64 : 52;
    int size = wide ? 64 : 40;
    int at = header;
    int[] offsets = new int[sections.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = at;
      boolean isInFile = sections.get(i).type != NO_BITS;
      at += isInFile ? sections.get(i).content.length + 7 & ~7 : 0;
    }
    byte[] whole = new byte[at + sections.size() * size];
    ByteBuffer file = littleEndian(whole);
    header(file, at, size, sections.size());
    for (int i = 0; i < offsets.length; i++) {
      Section section = sections.get(i);
      if (section.type != NO_BITS) {
        file.position(offsets[i]).put(section.content);
      }
      file.position(at + i * size);
      file.putInt(nameAt[i]).putInt(section.type);
      word(file, section.flags);
      word(file, section.address);
      word(file, offsets[i]);
      word(file, section.content.length);
      file.putInt(section.link).putInt(0);
    }
    return whole;
  }

  private void header(ByteBuffer file, int sections, int size, int count) {
    file.putInt(0x464c457f).put((byte) (wide ? 2 : 1)).put((byte) 1).put((byte) 1);
    file.position(16).putShort((short) 3).putShort((short) 62).putInt(1);
    word(file, 0);
    word(file, 0);
    word(file, sections);
    file.putInt(0).putShort((short) (wide ? 64 : 52)).putShort((short) (wide ? 56 : 32));
    file.putShort((short) 0).putShort((short) size).putShort((short) count);
    file.putShort((short) (count - 1));
  }

  private void word(ByteBuffer file, long value) {
    if (wide) {
      file.putLong(value);
    } else {
      file.putInt((int) value);
    }
  }
}

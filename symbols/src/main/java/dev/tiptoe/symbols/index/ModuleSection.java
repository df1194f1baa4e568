// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.nio.charset.StandardCharsets;

/**
 * The description, in an index, of its module and of the PDB from which it was made. Immutable.
 *
 * @param name the name in the metadata
 * @param fileName the name of the file
 * @param hasPdb whether there was a PDB
 * @param pdb the name of its file, or the reason why there was none
 * @param methods the number of methods
 */
record ModuleSection(String name, String fileName, boolean hasPdb, String pdb, int methods) {

  /** Reads the section: three texts with a byte before the last, each with its length first. */
  static ModuleSection read(IndexBytes bytes, Section section) {
    IndexCursor in = new IndexCursor(bytes, section.offset());
    String name = text(in);
    String fileName = text(in);
    boolean hasPdb = in.u8() != 0;
    String pdb = text(in);
    return new ModuleSection(name, fileName, hasPdb, pdb, bytes.size(in.at));
  }

  private static String text(IndexCursor in) {
    int length = in.number();
    if (length < 0 || length > TextSection.LONGEST) {
      throw in.bytes.damaged(in.at, "a text of " + length + " bytes");
    }
    byte[] utf8 = new byte[length];
    in.copy(utf8, 0, length);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  IndexOutput write() {
    IndexOutput out = new IndexOutput();
    text(out, name);
    text(out, fileName);
    out.u8(hasPdb ? 1 : 0);
    text(out, pdb);
    return out.i32(methods);
  }

  private static void text(IndexOutput out, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(utf8.length, TextSection.LONGEST);
    out.number(length).bytes(utf8, 0, length);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.Arrays;

/**
 * Composes method bodies: every method returns the bytes of a body, of a section behind it, or of
 * an exception clause.
 *
 * @ecma II.25.4
 */
public final class MethodBodies {

  /** A clause's kind: it catches a type. */
  public static final int CATCH = 0;

  /** A clause's kind: a filter decides. */
  public static final int FILTER = 1;

  /** A clause's kind: it runs always. */
  public static final int FINALLY = 2;

  /** A clause's kind: it runs for every exception. */
  public static final int FAULT = 4;

  /** The flag of a fat header that sections follow. */
  public static final int MORE_SECTS = 0x8;

  /** The flag of a fat header that locals begin as zero. */
  public static final int INIT_LOCALS = 0x10;

  private static final int EH_TABLE = 0x01;
  private static final int FAT_SECTION = 0x40;
  private static final int FOLLOWED = 0x80;

  private MethodBodies() {}

  /** A body with the small header; at most 63 bytes of IL. */
  public static byte[] tiny(byte... code) {
    return new LittleEndian().u1(code.length << 2 | 0x2).bytes(code).toArray();
  }

  /** A body with the large header, followed by its sections, if any. */
  public static byte[] fat(
      int flags, int maxStack, int localVarSig, byte[] code, byte[]... sections) {
    int more = sections.length > 0 ? MORE_SECTS : 0;
    LittleEndian body = new LittleEndian().u2(0x3003 | flags | more).u2(maxStack);
    body.u4(code.length).u4(localVarSig).bytes(code);
    for (int i = 0; i < sections.length; i++) {
      byte[] section = sections[i].clone();
      section[0] |= (byte) (i + 1 < sections.length ? FOLLOWED : 0);
      body.align(4).bytes(section);
    }
    return body.toArray();
  }

  /** A section of clauses in the small form. */
  public static byte[] smallSection(byte[]... clauses) {
    LittleEndian section = new LittleEndian().u1(EH_TABLE).u1(4 + 12 * clauses.length).u2(0);
    Arrays.stream(clauses).forEach(section::bytes);
    return section.toArray();
  }

  /** A section of clauses in the large form. */
  public static byte[] fatSection(byte[]... clauses) {
    int size = 4 + 24 * clauses.length;
    LittleEndian section = new LittleEndian().u4(size << 8 | FAT_SECTION | EH_TABLE);
    Arrays.stream(clauses).forEach(section::bytes);
    return section.toArray();
  }

  /** A clause in the small form. */
  public static byte[] smallClause(
      int kind, int tryAt, int tryLength, int handlerAt, int handlerLength, int typeOrFilter) {
    LittleEndian clause = new LittleEndian().u2(kind).u2(tryAt).u1(tryLength);
    return clause.u2(handlerAt).u1(handlerLength).u4(typeOrFilter).toArray();
  }

  /** A clause in the large form. */
  public static byte[] fatClause(
      int kind, int tryAt, int tryLength, int handlerAt, int handlerLength, int typeOrFilter) {
    LittleEndian clause = new LittleEndian().u4(kind).u4(tryAt).u4(tryLength);
    return clause.u4(handlerAt).u4(handlerLength).u4(typeOrFilter).toArray();
  }
}

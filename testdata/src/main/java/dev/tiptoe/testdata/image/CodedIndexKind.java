// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.stream.IntStream;

/**
 * The kinds of coded index, with the numbers that the specification prints: how many low bits hold
 * the tag, and the table of each tag.
 *
 * @ecma II.24.2.6
 */
enum CodedIndexKind {
  TYPE_DEF_OR_REF(2, 0x02, 0x01, 0x1b),
  HAS_CONSTANT(2, 0x04, 0x08, 0x17),
  HAS_CUSTOM_ATTRIBUTE(
      5, 0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x00, 0x0e, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20,
      0x23, 0x26, 0x27, 0x28, 0x2a, 0x2c, 0x2b),
  HAS_FIELD_MARSHAL(1, 0x04, 0x08),
  HAS_DECL_SECURITY(2, 0x02, 0x06, 0x20),
  MEMBER_REF_PARENT(3, 0x02, 0x01, 0x1a, 0x06, 0x1b),
  HAS_SEMANTICS(1, 0x14, 0x17),
  METHOD_DEF_OR_REF(1, 0x06, 0x0a),
  MEMBER_FORWARDED(1, 0x04, 0x06),
  IMPLEMENTATION(2, 0x26, 0x23, 0x27),
  CUSTOM_ATTRIBUTE_TYPE(3, CodedIndexKind.UNUSED, CodedIndexKind.UNUSED, 0x06, 0x0a),
  RESOLUTION_SCOPE(2, 0x00, 0x1a, 0x23, 0x01),
  TYPE_OR_METHOD_DEF(1, 0x02, 0x06),
  HAS_CUSTOM_DEBUG_INFORMATION(
      5, 0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x00, 0x0e, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20,
      0x23, 0x26, 0x27, 0x28, 0x2a, 0x2c, 0x2b, 0x30, 0x32, 0x33, 0x34, 0x35);

  private static final int UNUSED = -1;

  final int tagBits;

  @SuppressWarnings("ImmutableEnumChecker") // never written to, never handed out
  private final int[] tables;

  CodedIndexKind(int tagBits, int... tables) {
    this.tagBits = tagBits;
    this.tables = tables;
  }

  /** The numbers of the tables it may point to. */
  int[] targets() {
    return IntStream.of(tables).filter(table -> table != UNUSED).toArray();
  }

  /** The number that stands for {@code token}. */
  int encode(int token) {
    for (int tag = 0; tag < tables.length; tag++) {
      if (tables[tag] == token >>> 24) {
        return ((token & 0xffffff) << tagBits) | tag;
      }
    }
    throw new IllegalArgumentException(this + " cannot hold " + Integer.toHexString(token));
  }
}

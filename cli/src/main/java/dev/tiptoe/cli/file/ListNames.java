// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import java.util.List;

/** The names that the columns and members of a list may have. */
final class ListNames {

  static final List<String> MODULE = List.of("mvid", "module", "build_id", "file");
  static final List<String> TOKEN = List.of("token");
  static final List<String> OFFSET = List.of("il_offset", "iloffset", "il", "offset");
  static final List<String> RVA = List.of("rva");

  /** Those of the offset that other lists do not have: many have an {@code offset}. */
  static final List<String> IL_OFFSET = OFFSET.subList(0, 3);

  private ListNames() {}
}

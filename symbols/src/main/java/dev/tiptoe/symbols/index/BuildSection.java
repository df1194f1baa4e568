// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.symbols.build.Build;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * The form of {@link Build}s in an index: those that it was made from, one unless several have its
 * module version ID. Stateless.
 */
final class BuildSection {

  /** Beyond this number, further builds cannot be distinguished from new ones. */
  static final int MOST = 64;

  private static final int ENTRY = 2 * Integer.BYTES;

  private BuildSection() {}

  /** Reads the section; returns none for a file before version 1.4, which does not say them. */
  static List<Build> read(IndexBytes bytes, Section section, UUID mvid) {
    if (section.length() == 0) {
      return List.of();
    }
    int count = bytes.size(section.offset());
    if (count > MOST || section.length() < Integer.BYTES + count * ENTRY) {
      throw bytes.damaged(section.offset(), count + " builds in " + section.length() + " bytes");
    }
    List<Build> builds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int at = section.offset() + Integer.BYTES + i * ENTRY;
      builds.add(new Build(mvid, bytes.i32(at), bytes.i32(at + Integer.BYTES)));
    }
    return List.copyOf(builds);
  }

  /** Writes the builds, ascending: whichever came first. */
  static IndexOutput write(Collection<Build> builds) {
    List<Build> all = builds.stream().distinct().limit(MOST).sorted().toList();
    IndexOutput out = new IndexOutput().i32(all.size());
    all.forEach(build -> out.i32(build.il()).i32(build.code()));
    return out;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.CodeView;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.problem.CodeSize;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The builds that an index was made from: one, unless a tool rewrote the module and kept its module
 * version ID. Immutable.
 *
 * @param builds what tells them apart; empty in a file before version 1.3, which does not say it
 */
record BuildSection(List<Integer> builds) {

  /** More builds than these are not told apart from new ones. */
  private static final int MOST = 64;

  static BuildSection read(IndexBytes bytes, Section section) {
    if (section.length() == 0) {
      return new BuildSection(List.of());
    }
    int count = bytes.size(section.offset());
    if (count > MOST || section.length() < Integer.BYTES * (1 + count)) {
      throw bytes.damaged(section.offset(), count + " builds in " + section.length() + " bytes");
    }
    List<Integer> builds = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      builds.add(bytes.i32(section.offset() + Integer.BYTES * i));
    }
    return new BuildSection(List.copyOf(builds));
  }

  IndexOutput write() {
    IndexOutput out = new IndexOutput().i32(builds.size());
    builds.forEach(out::i32);
    return out;
  }

  /** Returns these builds and another one. */
  BuildSection with(int build) {
    List<Integer> all = new ArrayList<>(builds);
    if (!all.contains(build) && all.size() < MOST) {
      all.add(build);
      // Whichever was met first.
      all.sort(null);
    }
    return new BuildSection(List.copyOf(all));
  }

  /**
   * Returns what tells a build of a module from others with its module version ID: a checksum of
   * the portable PDB that it names and of the size of each method's IL. It is the same for the
   * module with ReadyToRun code and without.
   */
  static int of(Image module) {
    IndexOutput known = new IndexOutput();
    for (CodeView pdb : pdbs(module)) {
      UUID guid = pdb.id().guid();
      known.guid(guid).i32(pdb.id().stamp());
    }
    int methods = module.count(MethodDef.TABLE);
    known.i32(methods);
    for (int rid = 1; rid <= methods; rid++) {
      known.number(CodeSize.of(module, Token.of(MethodDef.TABLE, rid)));
    }
    return known.crc();
  }

  private static List<CodeView> pdbs(Image module) {
    try {
      return module.debugDirectory().codeViews().stream().filter(CodeView::isPortable).toList();
    } catch (MetadataFormatException e) {
      return List.of();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.SourcePlace;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * In what the index of one build of a module differs from that of another build with the same
 * module version ID. A frame has only that ID, so neither's answer is certain. Immutable.
 *
 * @param names the methods that are called otherwise, by rid
 * @param lines the methods with another name or another source, by rid
 * @param code whether the ReadyToRun code differs
 * @param pdbs the PDBs that the other build names
 * @param builds the builds that the other index was made from
 */
record OtherBuild(BitSet names, BitSet lines, boolean code, PdbSection pdbs, BuildSection builds) {

  static final String REASON = "builds with this MVID differ here";

  /** No other build. */
  static final OtherBuild NONE =
      new OtherBuild(
          new BitSet(),
          new BitSet(),
          false,
          new PdbSection(false, List.of()),
          new BuildSection(List.of()));

  /** Compares two indexes. What is damaged in one of them differs. */
  static OtherBuild of(SymbolIndex mine, SymbolIndex other) {
    BitSet names = new BitSet();
    BitSet lines = new BitSet();
    for (int rid = 1; rid <= Math.min(mine.methodCount(), other.methodCount()); rid++) {
      Token method = Token.of(MethodDef.TABLE, rid);
      names.set(rid, !name(mine, method).equals(name(other, method)));
      lines.set(rid, names.get(rid) || !hasSameLines(mine, other, method));
    }
    boolean code = !mine.hasNoCode() && !other.hasNoCode() && !mine.hasSameCode(other);
    return new OtherBuild(names, lines, code, other.pdbs(), other.builds());
  }

  private static Optional<MethodSymbol> name(SymbolIndex index, Token method) {
    try {
      return Optional.of(index.method(method));
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  /** The source changes at sequence points alone, and ends with the code. */
  private static boolean hasSameLines(SymbolIndex mine, SymbolIndex other, Token method) {
    if (mine.codeSize(method) != other.codeSize(method)) {
      return false;
    }
    BitSet offsets = new BitSet();
    for (SymbolIndex index : List.of(mine, other)) {
      index.forEachPoint(
          method.rid(),
          (ilOffset, hidden, document, line, column, endLine, endColumn) -> offsets.set(ilOffset));
    }
    return offsets.stream()
        .allMatch(ilOffset -> place(mine, method, ilOffset).equals(place(other, method, ilOffset)));
  }

  private static Optional<SourcePlace.Known> place(SymbolIndex index, Token method, int ilOffset) {
    return index.source(method, ilOffset).known();
  }
}

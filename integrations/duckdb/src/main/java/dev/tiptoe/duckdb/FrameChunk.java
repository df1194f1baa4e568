// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.index.IndexFolder;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import dev.tiptoe.symbols.index.SymbolIndex;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunction;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** Answers a question about the frames of a chunk of rows. Thread-safe. */
record FrameChunk(SharedIndexFolder folder, FrameQuestion question)
    implements DuckDBScalarFunction {

  private static final long LARGEST = 0xffff_ffffL;

  @Override
  public void apply(DuckDBDataChunkReader in, DuckDBWritableVector out) {
    DuckDBReadableVector mvids = in.vector(0);
    DuckDBReadableVector numbers = in.vector(1);
    @Nullable DuckDBReadableVector offsets = question.hasOffset() ? in.vector(2) : null;
    ModuleOfText module = new ModuleOfText(folder);
    for (long row = 0; row < in.rowCount(); row++) {
      if (mvids.isNull(row) || numbers.isNull(row) || (offsets != null && offsets.isNull(row))) {
        out.setNull(row);
        continue;
      }
      long offset = offsets == null ? 0 : offsets.getLong(row);
      answer(module, mvids.getString(row), numbers.getLong(row), offset, out, row);
    }
  }

  private void answer(
      ModuleOfText module,
      String mvid,
      long number,
      long offset,
      DuckDBWritableVector out,
      long row) {
    SymbolIndex index = module.find(mvid);
    if (index == null) {
      question.withoutAnswer(module.reason(), out, row);
      return;
    }
    String wrong = wrong(index, number, offset);
    if (!wrong.isEmpty()) {
      question.withoutAnswer(wrong, out, row);
      return;
    }
    try {
      question.answer(new FrameQuestion.Place(index, number, (int) offset), out, row);
    } catch (MetadataFormatException e) {
      question.withoutAnswer(String.valueOf(e.getMessage()), out, row);
    }
  }

  /** Returns what is wrong with the numbers; empty if nothing is. */
  private String wrong(SymbolIndex index, long number, long offset) {
    boolean fits = number >= 0 && number <= LARGEST;
    if (question.takesRva()) {
      return fits ? "" : number + " is no RVA";
    }
    Token token = new Token((int) number);
    if (!fits || token.table() != MethodDef.TABLE) {
      return number + " is no MethodDef token";
    }
    if (token.rid() == 0 || token.rid() > index.methodCount()) {
      return index.name() + " has no method " + token;
    }
    return offset < 0 || offset > Integer.MAX_VALUE ? offset + " is no IL offset" : "";
  }

  /** The module of an MVID in text; neighbouring rows often have the same. For one thread. */
  private static final class ModuleOfText {

    private final SharedIndexFolder folder;
    private String text = "";
    private @Nullable SymbolIndex index;
    private String reason = "'' is no MVID";

    ModuleOfText(SharedIndexFolder folder) {
      this.folder = folder;
    }

    @Nullable SymbolIndex find(String mvid) {
      if (!mvid.equals(text)) {
        text = mvid;
        index = look();
      }
      return index;
    }

    private @Nullable SymbolIndex look() {
      try {
        UUID mvid = UUID.fromString(text);
        int module = folder.module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
        reason = "no module with the MVID " + mvid + " was found";
        return module == IndexFolder.NONE ? null : folder.indexes().symbols(module);
      } catch (IllegalArgumentException e) {
        reason = "'" + text + "' is no MVID";
        return null;
      } catch (UncheckedIOException e) {
        reason = "the indexes cannot be read: " + e.getMessage();
        return null;
      }
    }

    /** Returns why no module was found. */
    String reason() {
      return reason;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import dev.tiptoe.symbols.index.FrameAnswers;
import dev.tiptoe.symbols.index.FrameFunction;
import java.nio.charset.StandardCharsets;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunction;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** Answers a function for the frames of a chunk of rows. Thread-safe. */
record FrameChunk(FrameAnswers answers, FrameFunction function) implements DuckDBScalarFunction {

  /** Returns the type of a function's answers in DuckDB. */
  static DuckDBColumnType type(FrameFunction function) {
    return switch (function.type()) {
      case TEXT -> DuckDBColumnType.VARCHAR;
      case INTEGER -> DuckDBColumnType.INTEGER;
      case LONG -> DuckDBColumnType.BIGINT;
    };
  }

  @Override
  public void apply(DuckDBDataChunkReader in, DuckDBWritableVector out) {
    DuckDBReadableVector mvids = in.vector(0);
    DuckDBReadableVector numbers = in.vector(1);
    @Nullable DuckDBReadableVector offsets = function.hasOffset() ? in.vector(2) : null;
    Answers cells = new Answers(out, function.type(), Math.toIntExact(in.rowCount()));
    for (int row = 0; row < in.rowCount(); row++) {
      cells.row = row;
      if (mvids.isNull(row) || numbers.isNull(row) || (offsets != null && offsets.isNull(row))) {
        cells.none();
        continue;
      }
      long offset = offsets == null ? 0 : offsets.getLong(row);
      answers.answer(function, mvids.getString(row), numbers.getLong(row), offset, cells);
    }
    cells.end();
  }

  /**
   * The answers of a chunk. Texts are handed over in one call, which costs less than one for each.
   * For one thread.
   */
  private static final class Answers implements FrameFunction.Receiver {

    private final DuckDBWritableVector out;
    private final FrameFunction.Type type;
    private final byte[] @Nullable [] texts;
    private int row;

    Answers(DuckDBWritableVector out, FrameFunction.Type type, int rows) {
      this.out = out;
      this.type = type;
      this.texts = new byte[type == FrameFunction.Type.TEXT ? rows : 0][];
    }

    @Override
    public void text(String answer) {
      texts[row] = answer.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void number(long answer) {
      if (type == FrameFunction.Type.LONG) {
        out.setLong(row, answer);
      } else {
        out.setInt(row, (int) answer);
      }
    }

    @Override
    public void none() {
      if (type != FrameFunction.Type.TEXT) {
        out.setNull(row);
      }
    }

    void end() {
      if (type == FrameFunction.Type.TEXT) {
        out.setStringUtf8Batch(0, texts);
      }
    }
  }
}

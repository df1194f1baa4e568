// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import dev.tiptoe.symbols.index.FrameAnswers;
import dev.tiptoe.symbols.index.FrameFunction;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunction;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** Answers a function for the frames of a chunk of rows. Thread-safe. */
record FrameChunk(SharedIndexFolder folder, FrameFunction function)
    implements DuckDBScalarFunction {

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
    FrameAnswers answers = new FrameAnswers(folder);
    Cell cell = new Cell(out, function.type());
    for (long row = 0; row < in.rowCount(); row++) {
      cell.row = row;
      if (mvids.isNull(row) || numbers.isNull(row) || (offsets != null && offsets.isNull(row))) {
        cell.none();
        continue;
      }
      long offset = offsets == null ? 0 : offsets.getLong(row);
      answers.answer(function, mvids.getString(row), numbers.getLong(row), offset, cell);
    }
  }

  /** The place of a row's answer. For one thread. */
  private static final class Cell implements FrameFunction.Receiver {

    private final DuckDBWritableVector out;
    private final boolean isLong;
    private long row;

    Cell(DuckDBWritableVector out, FrameFunction.Type type) {
      this.out = out;
      this.isLong = type == FrameFunction.Type.LONG;
    }

    @Override
    public void text(String answer) {
      out.setString(row, answer);
    }

    @Override
    public void number(long answer) {
      if (isLong) {
        out.setLong(row, answer);
      } else {
        out.setInt(row, (int) answer);
      }
    }

    @Override
    public void none() {
      out.setNull(row);
    }
  }
}

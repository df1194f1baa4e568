// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import dev.tiptoe.profile.Profile;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;

/** Writes the rows of a table, of those columns that a query reads. */
record ProfileScan<C extends ProfileCursor>(ProfileFiles files, ProfileTable<C> table)
    implements DuckDBTableFunction<Profile, ProfileScan.Reading<C>, Object> {

  private static final Object NOTHING = new Object();

  /** A query at some row. */
  record Reading<C extends ProfileCursor>(C cursor, List<ProfileTable.Column<C>> columns) {}

  @Override
  public Profile bind(DuckDBTableFunctionBindInfo call) throws UnreadableProfileException {
    Profile profile;
    try {
      profile = files.read(ProfileFiles.Wanted.of(call));
    } catch (IOException | RuntimeException e) {
      throw new UnreadableProfileException(e);
    }
    table.columns().forEach(column -> call.addResultColumn(column.name(), column.type()));
    return profile;
  }

  @Override
  public Reading<C> init(DuckDBTableFunctionInitInfo call) {
    call.setMaxThreads(1);
    Profile profile = call.getBindData();
    return new Reading<>(
        table.cursor().apply(profile),
        LongStream.range(0, call.getColumnCount())
            .mapToObj(i -> table.columns().get((int) call.getColumnIndex(i)))
            .toList());
  }

  @Override
  public Object localInit(DuckDBTableFunctionInitInfo call) {
    return NOTHING;
  }

  @Override
  public long apply(DuckDBTableFunctionCallInfo call, DuckDBDataChunkWriter out) {
    Reading<C> reading = call.getInitData();
    long row = 0;
    while (row < out.capacity() && reading.cursor().next()) {
      for (int i = 0; i < reading.columns().size(); i++) {
        reading.columns().get(i).cell().write(reading.cursor(), out.vector(i), row);
      }
      row++;
    }
    return row;
  }
}

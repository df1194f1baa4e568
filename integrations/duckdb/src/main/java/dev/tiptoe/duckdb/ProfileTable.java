// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import dev.tiptoe.duckdb.ProfileCursor.OfFrames;
import dev.tiptoe.duckdb.ProfileCursor.OfRows;
import dev.tiptoe.duckdb.ProfileCursor.OfTimes;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBWritableVector;

/**
 * A table of a profile: its columns, as functions of a cursor over its rows.
 *
 * @param name the name of the table function
 * @param cursor begins before the first row
 * @param columns the columns
 */
record ProfileTable<C extends ProfileCursor>(
    String name, Function<Profile, C> cursor, List<Column<C>> columns) {

  /** A column: its name, its type, and how the value of a row is written. */
  record Column<C>(String name, DuckDBColumnType type, Cell<C> cell) {}

  /** Writes the value of a cursor's row. */
  @FunctionalInterface
  interface Cell<C> {
    void write(C cursor, DuckDBWritableVector out, long row);
  }

  private static final ProfileTable<OfRows> STACKS =
      new ProfileTable<>(
          "profile",
          OfRows::new,
          columns(
              List.of(
                  text("thread", OfRows::thread),
                  number("stack", OfRows::stack),
                  number("depth", OfRows::depth)),
              frames(),
              List.of(number("weight", OfRows::count), number("nanos", OfRows::nanos))));

  private static final ProfileTable<OfFrames> FRAMES =
      new ProfileTable<>(
          "profile_frames",
          OfFrames::new,
          columns(
              List.of(number("stack", OfFrames::stack), number("depth", OfFrames::depth)),
              frames(),
              List.of(flag("outermost", OfFrames::isOutermost))));

  private static final ProfileTable<OfTimes> SAMPLES =
      new ProfileTable<>(
          "profile_samples",
          OfTimes::new,
          columns(
              List.of(
                  number("elapsed", OfTimes::at),
                  text("thread", OfTimes::thread),
                  number("stack", OfTimes::stack)),
              List.of(),
              List.of(number("weight", OfTimes::count), number("nanos", OfTimes::nanos))));

  /** All tables. */
  static final List<ProfileTable<?>> ALL = List.of(STACKS, FRAMES, SAMPLES);

  /** The columns of a frame, which is missing where a stack has none. */
  private static <C extends ProfileCursor> List<Column<C>> frames() {
    return List.of(
        ofFrame("method", Frame::shown),
        ofFrame("full_name", Frame::method),
        ofFrame("module", frame -> frame.module().name()),
        ofFrame("mvid", frame -> frame.module().mvid().map(Object::toString).orElse("")),
        numberOfFrame("token", Frame::methodDef),
        ofFrame("kind", frame -> frame.kind().word()),
        ofFrame("file", frame -> frame.source().file()),
        numberOfFrame("line", frame -> frame.source().shownLine()));
  }

  private static <C> List<Column<C>> columns(
      List<Column<C>> first, List<Column<C>> middle, List<Column<C>> last) {
    List<Column<C>> all = new ArrayList<>(first);
    all.addAll(middle);
    all.addAll(last);
    return List.copyOf(all);
  }

  private static <C> Column<C> text(String name, Function<C, String> value) {
    return new Column<>(
        name,
        DuckDBColumnType.VARCHAR,
        (cursor, out, row) -> out.setString(row, value.apply(cursor)));
  }

  private static <C> Column<C> number(String name, ToLongFunction<C> value) {
    return new Column<>(
        name,
        DuckDBColumnType.BIGINT,
        (cursor, out, row) -> out.setLong(row, value.applyAsLong(cursor)));
  }

  private static <C> Column<C> flag(String name, Function<C, Boolean> value) {
    return new Column<>(
        name,
        DuckDBColumnType.BOOLEAN,
        (cursor, out, row) -> out.setBoolean(row, value.apply(cursor)));
  }

  /** A text of the frame; {@code NULL} where it is empty. */
  private static <C extends ProfileCursor> Column<C> ofFrame(
      String name, Function<Frame, String> value) {
    return new Column<>(
        name,
        DuckDBColumnType.VARCHAR,
        (cursor, out, row) -> {
          String text = cursor.hasFrame() ? value.apply(cursor.frame()) : "";
          if (text.isEmpty()) {
            out.setNull(row);
          } else {
            out.setString(row, text);
          }
        });
  }

  /** A number of the frame; {@code NULL} where it is 0. */
  private static <C extends ProfileCursor> Column<C> numberOfFrame(
      String name, ToIntFunction<Frame> value) {
    return new Column<>(
        name,
        DuckDBColumnType.INTEGER,
        (cursor, out, row) -> {
          int number = cursor.hasFrame() ? value.applyAsInt(cursor.frame()) : 0;
          if (number == 0) {
            out.setNull(row);
          } else {
            out.setInt(row, number);
          }
        });
  }
}

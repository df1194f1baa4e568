// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import dev.tiptoe.spark.source.ProfileCursor.OfLocations;
import dev.tiptoe.spark.source.ProfileCursor.OfMappings;
import dev.tiptoe.spark.source.ProfileCursor.OfSamples;
import dev.tiptoe.spark.source.ProfileCursor.OfSource;
import dev.tiptoe.spark.source.ProfileCursor.OfStacks;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A table of profiles: its columns, as functions of a cursor over its rows.
 *
 * @param name its name
 * @param cursor begins before the first of the rows that are wanted
 * @param columns the columns
 */
record ProfileTable<C extends ProfileCursor>(
    String name, BiFunction<UnitProfile, Wanted, C> cursor, List<Column<C>> columns) {

  /** A column: its name, its type, and how the value of a row is made, in Spark's own types. */
  record Column<C>(
      String name, DataType type, boolean isNullable, Function<C, @Nullable Object> cell) {}

  private static final ProfileTable<OfSource> SOURCES =
      new ProfileTable<>(
          "sources",
          (read, wanted) -> new OfSource(read),
          List.of(
              source(),
              text("path", row -> row.read().unit().path()),
              number("offset", row -> row.read().unit().offset()),
              number("length", row -> row.read().unit().length()),
              text("format", row -> row.read().format()),
              time("began", row -> row.read().micros(0)),
              text("type", row -> row.isRead() ? row.read().profile().countType() : ""),
              text("unit", row -> row.isRead() ? row.read().profile().countUnit() : ""),
              number("weight", row -> row.read().profile().totalCount()),
              number("nanos", row -> row.read().profile().totalNanos()),
              text("problem", row -> row.read().problem())));

  private static final ProfileTable<OfSamples> SAMPLES =
      new ProfileTable<>(
          "samples",
          OfSamples::new,
          List.of(
              source(),
              number("elapsed", OfSamples::at),
              time("time", OfSamples::micros),
              text("thread", OfSamples::thread),
              code("stack", OfSamples::stack),
              number("weight", OfSamples::count),
              number("nanos", OfSamples::nanos)));

  private static final ProfileTable<OfStacks> STACKS =
      new ProfileTable<>(
          "stacks",
          (read, wanted) -> new OfStacks(read),
          List.of(
              source(),
              code("stack", OfStacks::stack),
              new Column<>(
                  "locations",
                  DataTypes.createArrayType(DataTypes.IntegerType, false),
                  false,
                  row -> new GenericArrayData(row.frames()))));

  private static final ProfileTable<OfLocations> LOCATIONS =
      new ProfileTable<>(
          "locations",
          (read, wanted) -> new OfLocations(read),
          List.of(
              source(),
              code("location", OfLocations::number),
              integer("mapping", OfLocations::module, module -> module >= 0),
              integer("token", row -> row.frame().methodDef(), token -> token != 0),
              integer("il", row -> row.frame().ilOffset(), offset -> offset >= 0),
              new Column<>("rva", DataTypes.LongType, true, ProfileTable::rva),
              text("method", row -> row.frame().shown()),
              text("full_name", row -> row.frame().method()),
              text("kind", row -> row.frame().kind().word()),
              text("file", row -> row.frame().source().file()),
              integer("line", row -> row.frame().source().shownLine(), line -> line > 0)));

  private static final ProfileTable<OfMappings> MAPPINGS =
      new ProfileTable<>(
          "mappings",
          (read, wanted) -> new OfMappings(read),
          List.of(
              source(),
              code("mapping", OfMappings::number),
              text("module", row -> row.module().name()),
              text("path", row -> row.module().path()),
              text("mvid", row -> row.module().mvid().map(UUID::toString).orElse(""))));

  private static final List<ProfileTable<?>> ALL =
      List.of(SOURCES, SAMPLES, STACKS, LOCATIONS, MAPPINGS);

  /** Returns the table of a name. */
  static ProfileTable<?> named(String name) {
    return ALL.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "tiptoe has no table "
                        + name
                        + ", but "
                        + ALL.stream().map(ProfileTable::name).collect(Collectors.joining(", "))));
  }

  StructType schema() {
    return new StructType(
        columns.stream()
            .map(
                column ->
                    DataTypes.createStructField(column.name(), column.type(), column.isNullable()))
            .toArray(StructField[]::new));
  }

  boolean has(String column) {
    return columns.stream().anyMatch(its -> its.name().equals(column));
  }

  Column<C> column(String wanted) {
    return columns.stream().filter(its -> its.name().equals(wanted)).findFirst().orElseThrow();
  }

  private static <C extends ProfileCursor> Column<C> source() {
    return new Column<>("source", DataTypes.LongType, false, row -> row.read().unit().source());
  }

  /** A text that is missing where it is empty. */
  private static <C> Column<C> text(String name, Function<C, String> value) {
    return new Column<>(
        name,
        DataTypes.StringType,
        true,
        row -> {
          String text = value.apply(row);
          return text.isEmpty() ? null : UTF8String.fromString(text);
        });
  }

  private static <C> Column<C> number(String name, Function<C, Long> value) {
    return new Column<>(name, DataTypes.LongType, false, value::apply);
  }

  private static <C> Column<C> code(String name, Function<C, Integer> value) {
    return new Column<>(name, DataTypes.IntegerType, false, value::apply);
  }

  private static <C> Column<C> integer(
      String name, Function<C, Integer> value, Predicate<Integer> isKnown) {
    return new Column<>(
        name,
        DataTypes.IntegerType,
        true,
        row -> {
          Integer number = value.apply(row);
          return isKnown.test(number) ? number : null;
        });
  }

  private static <C> Column<C> time(String name, Function<C, OptionalLong> value) {
    return new Column<>(
        name,
        DataTypes.TimestampType,
        true,
        row -> {
          OptionalLong micros = value.apply(row);
          return micros.isPresent() ? micros.getAsLong() : null;
        });
  }

  private static @Nullable Object rva(OfLocations row) {
    int rva = row.frame().rva();
    return rva == 0 ? null : Integer.toUnsignedLong(rva);
  }
}

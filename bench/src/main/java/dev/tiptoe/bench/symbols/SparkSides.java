// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.bench.FleetWork;
import dev.tiptoe.bench.Stage;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.spark.IndexPlace;
import dev.tiptoe.spark.Symbolizer;
import dev.tiptoe.symbols.ImageSymbols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The sides that name the frames of a fleet with Spark: ours resolves the distinct ones from symbol
 * indexes, the peer joins with a table of all names, which must have been made before. Not
 * thread-safe.
 *
 * <p>The frames are numbers of locations, as in the stacks of profiles. They are made while they
 * are read, by both sides in the same way: location {@code LOCATIONS * u^EXPONENT} for a {@code u}
 * that is uniform between 0 and 1. So the first part {@code p} of the locations has {@code
 * p^(1/EXPONENT)} of all frames: a hundredth 32 %, a tenth 56 %.
 */
final class SparkSides {

  /** How many distinct frames there are. */
  static final int LOCATIONS = 200_000;

  /** How many tasks there are at a time. */
  static final int PARTITIONS = 4;

  private static final int EXPONENT = 4;

  private static final StructType LOCATION =
      new StructType()
          .add("location", DataTypes.IntegerType, false)
          .add("mvid", DataTypes.StringType, false)
          .add("token", DataTypes.LongType, false)
          .add("il", DataTypes.LongType, false);

  private static final StructType NAME =
      new StructType()
          .add("mvid", DataTypes.StringType, false)
          .add("token", DataTypes.LongType, false)
          .add("il", DataTypes.LongType, false)
          .add("written", DataTypes.StringType, false)
          .add("line", DataTypes.IntegerType, false);

  private final SparkSession spark;
  private final Path folder;

  private SparkSides(SparkSession spark, Frames frames, Path folder) {
    this.spark = spark;
    this.folder = folder;
    List<Row> locations = new ArrayList<>();
    for (int i = 0; i < frames.count(); i++) {
      String mvid = Frames.mvid(frames.module(i)).toString();
      Frames.Point point = frames.point(i);
      locations.add(
          RowFactory.create(i, mvid, token(point).value() & 0xffff_ffffL, (long) point.ilOffset()));
    }
    view("locations", spark.createDataFrame(locations, LOCATION));
  }

  /** Returns the side that resolves the distinct frames, and joins all by number. */
  static Stage.Works tiptoe(SparkSession spark, Frames frames, Path folder) throws IOException {
    SparkSides side = new SparkSides(spark, frames, folder);
    Path indexes = Files.createDirectory(folder.resolve("indexes"));
    IndexSide.write(frames, indexes);
    Symbolizer symbolizer = new Symbolizer(spark, IndexPlace.folder(indexes));
    return word ->
        checksum -> {
          side.view("resolved", symbolizer.frames(spark.table("locations")));
          side.sum(
              word,
              """
              JOIN (SELECT location, written, line
                    FROM locations JOIN resolved USING (mvid, token, il)) USING (location)
              """,
              checksum);
        };
  }

  /** Returns the side that joins all with what identifies them, and that with the names. */
  static Stage.Works join(SparkSession spark, Frames frames, Path folder) {
    SparkSides side = new SparkSides(spark, frames, folder);
    ImageSymbols symbols = ImageSymbols.of(frames.image(), frames.pdb());
    Map<Token, String> written = new HashMap<>();
    List<Row> names = new ArrayList<>();
    for (int i = 0; i < frames.count(); i++) {
      String mvid = Frames.mvid(frames.module(i)).toString();
      Frames.Point point = frames.point(i);
      Token token = token(point);
      names.add(
          RowFactory.create(
              mvid,
              token.value() & 0xffff_ffffL,
              (long) point.ilOffset(),
              written.computeIfAbsent(token, each -> symbols.method(each).written().text()),
              point.line()));
    }
    side.view("names", spark.createDataFrame(names, NAME));
    String join = "JOIN locations USING (location) JOIN names USING (mvid, token, il)";
    return word -> checksum -> side.sum(word, join, checksum);
  }

  private static Token token(Frames.Point point) {
    return Token.of(MethodDef.TABLE, point.rid());
  }

  /** Writes rows, and makes them a table. */
  private void view(String table, Dataset<Row> rows) {
    String path = folder.resolve(table).toString();
    rows.write().mode("overwrite").parquet(path);
    spark.read().parquet(path).createOrReplaceTempView(table);
  }

  private void sum(String word, String join, Checksum checksum) {
    int frames = FleetWork.frames(word);
    Row found =
        spark
            .sql(
                """
                SELECT count(written), sum(line), sum(length(written))
                FROM (SELECT CAST(%d * pow(rand(7), %d) AS INT) AS location
                      FROM range(0, %d, 1, %d))
                """
                        .formatted(LOCATIONS, EXPONENT, frames, PARTITIONS)
                    + join)
            .first();
    checksum.count(frames - found.length());
    for (int i = 0; i < found.length(); i++) {
      checksum.add(found.getLong(i));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Names the frames of many profiles. Frames repeat, so the distinct ones are found first; each is
 * resolved once, and gets a number by which everything else refers to it. Samples and stacks pass
 * through as numbers.
 *
 * <p>Thread-safe, as the session is.
 */
public final class Symbolizer {

  private static final String SOURCE = "source";
  private static final String MAPPING = "mapping";
  private static final String MVID = "mvid";
  private static final String TOKEN = "token";
  private static final String IL = "il";
  private static final String RVA = "rva";
  private static final String FRAME = "frame";
  private static final String OUTCOME = "outcome";

  /** What is read of the profiles, before it refers to frames. */
  private static final String WORK = "_locations";

  private static final String LISTING = "_files";

  private final SparkSession session;
  private final IndexPlace indexes;

  /** Creates a symbolizer. */
  public Symbolizer(SparkSession session, IndexPlace indexes) {
    this.session = session;
    this.indexes = indexes;
  }

  /**
   * Returns the distinct frames of a table, with names and lines.
   *
   * <p>Its columns are {@code frame}, a number from 0 in the order of the next four; {@code mvid},
   * {@code token}, {@code il}, {@code rva}; {@code module}, {@code written}, {@code name}, {@code
   * system_name}, {@code file}, {@code line}, {@code column}; {@code outcome} and {@code reason}.
   * An RVA counts only where there is no token, and an IL offset only where there is one, which is
   * 0 if it is not known. The numbers depend on the frames alone, and not on how the table is
   * divided.
   *
   * @param table has the column {@code mvid}, and of {@code token}, {@code il} and {@code rva}
   *     those that it needs; rows without an MVID, or with neither token nor RVA, do not count
   */
  public Dataset<Row> frames(Dataset<Row> table) {
    Dataset<Row> keys = keys(table).distinct();
    JavaRDD<Row> numbered =
        keys.orderBy(MVID, TOKEN, IL, RVA)
            .javaRDD()
            .zipWithIndex()
            .map(
                pair -> {
                  Row key = pair._1();
                  return RowFactory.create(
                      pair._2(), key.get(0), key.get(1), key.get(2), key.get(3));
                });
    return session
        .createDataFrame(numbered, PartitionResolver.KEYS)
        .mapPartitions(new PartitionResolver(indexes), Encoders.row(PartitionResolver.FRAMES));
  }

  /** Returns what identifies the frames of a table's rows. */
  private static Dataset<Row> keys(Dataset<Row> table) {
    Column token = number(table, TOKEN);
    Column rva = number(table, RVA);
    return table
        .select(
            col(MVID),
            token.as(TOKEN),
            when(token.isNotNull(), coalesce(number(table, IL), lit(0L))).as(IL),
            when(token.isNull(), rva).as(RVA))
        .where(col(MVID).isNotNull().and(col(TOKEN).isNotNull().or(col(RVA).isNotNull())));
  }

  private static Column number(Dataset<Row> table, String column) {
    DataType type = DataTypes.LongType;
    return Arrays.asList(table.columns()).contains(column)
        ? col(column).cast(type)
        : lit(null).cast(type);
  }

  /**
   * Reads profiles and writes them as tables of Parquet, below a folder: {@code sources}, {@code
   * samples}, {@code stacks}, {@code locations}, {@code mappings} and {@code frames}, and {@code
   * missing}, the modules without an index. Locations have the number of their frame. A damaged
   * profile has no rows but one in {@code sources}, with the reason.
   *
   * @param profiles files, folders and patterns
   * @param out a folder that is not there yet, or empty; what is in one of a run that did not end
   *     is replaced
   * @param options of the format {@code tiptoe}: {@code modules}, {@code sampleType}, {@code lines}
   *     and {@code splitBytes}
   * @throws FileAlreadyExistsException when the folder is that of a run that ended, or has other
   *     files
   */
  public SymbolizeCounts symbolize(List<String> profiles, String out, Map<String, String> options)
      throws IOException {
    FileSystem system = new Path(out).getFileSystem(session.sparkContext().hadoopConfiguration());
    Path end = new Path(new Path(out, "counts"), "_SUCCESS");
    if (system.exists(end)) {
      throw new FileAlreadyExistsException(out, null, "it has the tables of another run");
    }
    OutputFolder.claim(out, session.sparkContext().hadoopConfiguration());
    // All tables are of the files that are there now: some may come, grow or go meanwhile.
    Path listing = new Path(out, LISTING);
    system.delete(listing, false);
    Run run = new Run(profiles, out, options, listing);
    for (String table : List.of("sources", "mappings", "stacks", "samples")) {
      run.write(run.profiles(table), table);
    }
    Dataset<Row> mvids = run.written("mappings").select(SOURCE, MAPPING, MVID);
    run.write(run.profiles("locations").join(mvids, columns(SOURCE, MAPPING), "left_outer"), WORK);
    run.write(frames(run.written(WORK)), "frames");
    run.write(locations(run.written(WORK), run.written("frames")), "locations");
    system.delete(new Path(out, WORK), true);
    system.delete(listing, false);
    run.write(missing(run), "missing");
    SymbolizeCounts counts = counts(run);
    run.write(table(counts), "counts");
    return counts;
  }

  private static String[] columns(String... names) {
    return names;
  }

  /** The tables of a run. */
  private final class Run {

    private final List<String> profiles;
    private final String out;
    private final Map<String, String> options;

    private final Path listing;

    Run(List<String> profiles, String out, Map<String, String> options, Path listing) {
      this.profiles = profiles;
      this.out = out;
      this.options = options;
      this.listing = listing;
    }

    Dataset<Row> profiles(String table) {
      return session
          .read()
          .format("tiptoe")
          .option("damaged", "skip")
          .options(options)
          .option("listing", listing.toString())
          .option("table", table)
          .load(profiles.toArray(String[]::new));
    }

    void write(Dataset<Row> rows, String table) {
      rows.write().mode("overwrite").option("compression", "zstd").parquet(out + "/" + table);
    }

    Dataset<Row> written(String table) {
      return session.read().parquet(out + "/" + table);
    }
  }

  /** Returns the locations with the numbers of their frames. */
  private static Dataset<Row> locations(Dataset<Row> locations, Dataset<Row> frames) {
    Dataset<Row> known = frames.select(FRAME, MVID, TOKEN, IL, RVA).as("known");
    Dataset<Row> all = locations.as("all");
    Column token = col("all.token").cast(DataTypes.LongType);
    Column same =
        col("all.mvid")
            .equalTo(col("known.mvid"))
            .and(token.eqNullSafe(col("known.token")))
            .and(
                when(token.isNotNull(), coalesce(col("all.il").cast("long"), lit(0L)))
                    .eqNullSafe(col("known.il")))
            .and(when(token.isNull(), col("all.rva")).eqNullSafe(col("known.rva")));
    return all.join(known, same, "left_outer")
        .select(
            col("all.source"),
            col("all.location"),
            col("known.frame"),
            col("all.mapping"),
            col("all.token"),
            col("all.il"),
            col("all.rva"),
            col("all.method"),
            col("all.full_name"),
            col("all.kind"),
            col("all.file"),
            col("all.line"));
  }

  /** Returns the modules that have no index that can be used. */
  private static Dataset<Row> missing(Run run) {
    Dataset<Row> without =
        run.written("frames")
            .where(col(OUTCOME).isin(Outcome.NO_INDEX.word(), Outcome.DAMAGED_INDEX.word()));
    Dataset<Row> places =
        run.written("locations").groupBy(FRAME).agg(count(lit(1)).as("locations"));
    Dataset<Row> names = run.written("mappings").groupBy(MVID).agg(max("module").as("module"));
    return without
        .join(places, FRAME)
        .groupBy(col(MVID), col(OUTCOME))
        .agg(
            count(lit(1)).as("frames"),
            sum("locations").as("locations"),
            max(col("reason")).as("reason"))
        .join(names, columns(MVID), "left_outer")
        .select("mvid", "module", "outcome", "frames", "locations", "reason");
  }

  private SymbolizeCounts counts(Run run) {
    Dataset<Row> frames = run.written("frames").select(FRAME, OUTCOME);
    Dataset<Row> locations = run.written("locations").select(FRAME);
    Dataset<Row> sources = run.written("sources");
    return new SymbolizeCounts(
        sources.count(),
        sources.where(col("problem").isNotNull()).count(),
        locations.count(),
        locations.where(col(FRAME).isNull()).count(),
        byOutcome(frames),
        byOutcome(locations.join(frames, FRAME)),
        run.written("missing").count());
  }

  private static Map<Outcome, Long> byOutcome(Dataset<Row> rows) {
    EnumMap<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    for (Row row : rows.groupBy(OUTCOME).count().collectAsList()) {
      counts.put(Outcome.valueOf(row.getString(0).toUpperCase(Locale.ROOT)), row.getLong(1));
    }
    return counts;
  }

  private Dataset<Row> table(SymbolizeCounts counts) {
    List<Row> rows =
        Arrays.stream(Outcome.values())
            .map(
                outcome ->
                    RowFactory.create(
                        outcome.word(),
                        counts.frames().getOrDefault(outcome, 0L),
                        counts.locationsOf().getOrDefault(outcome, 0L)))
            .toList();
    return session
        .createDataFrame(
            rows,
            new StructType()
                .add(OUTCOME, DataTypes.StringType, false)
                .add("frames", DataTypes.LongType, false)
                .add("locations", DataTypes.LongType, false))
        .coalesce(1);
  }
}

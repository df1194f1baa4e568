// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Frames and profiles of growing number have the answers of a plain join with a table of all names;
 * what each costs is printed. {@code -Dspark.frames=1000000000} goes up to so many; without it,
 * 10^7. Likewise {@code -Dspark.profiles} and {@code -Dspark.modules}.
 *
 * <p>The frames are numbers of locations, as the stacks of profiles have them. Location {@code i}
 * of {@value #LOCATIONS} is drawn as the whole part of {@code LOCATIONS * u^4}, for a {@code u}
 * that is uniform between 0 and 1: the first hundredth of the locations are 32 % of all frames, the
 * first tenth 56 %. Each is a method of the test assembly Constructs in one of {@value #MODULES}
 * modules, of which the first half has an index, and an IL offset of 0 to {@value #OFFSETS}. The
 * frames are made while they are read, by both sides.
 */
@Tag("quarter-1")
class ScaleTest {

  private static final int LOCATIONS = 200_000;
  private static final int MODULES = 4;
  private static final int OFFSETS = 40;
  private static final int SAMPLES = 1000;
  private static final long FIRST = 1_000_000;

  @TempDir private static Path folder = Path.of("");
  private static final SparkSession SPARK = LocalSpark.compiling();

  @BeforeAll
  static void prepare() throws IOException {
    Path indexes = Files.createDirectories(folder.resolve("indexes"));
    List<String> mvids = new ArrayList<>();
    int methods = Integer.MAX_VALUE;
    for (TestAssembly assembly : List.of(TestAssembly.CONSTRUCTS, TestAssembly.WRITTEN)) {
      Image image = Image.open(assembly.path());
      assertTrue(
          new SymbolIndexWriter(indexes, true).write(image, PortablePdb.of(image)).isPresent());
      mvids.add("'" + image.mvid().orElseThrow() + "'");
      methods = Math.min(methods, image.count(MethodDef.TABLE));
    }
    mvids.add("'" + Fleet.UNKNOWN + "'");
    mvids.add("'22222222-2222-3333-4444-555555555555'");
    SPARK
        .sql(
            """
            SELECT CAST(id AS INT) AS location, element_at(array(%s), CAST(1 + id %% %d AS INT)) AS mvid,
                   100663297 + hash(id) %% 1000000 %% %d AS token, abs(hash(-id)) %% %d AS il
            FROM range(%d)
            """
                .formatted(String.join(", ", mvids), MODULES, methods, OFFSETS, LOCATIONS)
                .replace("hash(id)", "abs(hash(id))"))
        .write()
        .option("compression", "zstd")
        .parquet(folder.resolve("locations").toString());
    view("locations");
    // All that the plain join knows, from the same resolver, so that both give the same.
    new Symbolizer(SPARK, IndexPlace.folder(indexes))
        .frames(SPARK.table("locations"))
        .select("mvid", "token", "il", "written", "line")
        .write()
        .option("compression", "zstd")
        .parquet(folder.resolve("names").toString());
    view("names");
  }

  private static void view(String table) {
    SPARK.read().parquet(folder.resolve(table).toString()).createOrReplaceTempView(table);
  }

  private static String frames(long count) {
    return "(SELECT CAST(%d * pow(rand(7), 4) AS INT) AS location FROM range(0, %d, 1, 4))"
        .formatted(LOCATIONS, count);
  }

  private static final String SUMS =
      "SELECT count(*), count(written), sum(line), sum(length(written)) FROM ";

  /** Resolves the distinct frames, and joins the frames by number with what was found. */
  private static Row symbolized(long count) {
    Symbolizer symbolizer = new Symbolizer(SPARK, IndexPlace.folder(folder.resolve("indexes")));
    symbolizer.frames(SPARK.table("locations")).createOrReplaceTempView("resolved");
    SPARK
        .sql(
            """
            SELECT location, written, line
            FROM locations JOIN resolved USING (mvid, token, il)
            """)
        .createOrReplaceTempView("answers");
    return SPARK
        .sql(SUMS + frames(count) + " JOIN answers USING (location)")
        .collectAsList()
        .get(0);
  }

  /** Joins the frames with what identifies them, and that with the table of names. */
  private static Row joined(long count) {
    return SPARK
        .sql(
            SUMS
                + frames(count)
                + " JOIN locations USING (location) JOIN names USING (mvid, token, il)")
        .collectAsList()
        .get(0);
  }

  private interface Side {
    Row run(long count);
  }

  /** What a run took of this JVM, which is driver and executor, for each frame. */
  private record Cost(double cpuNanos, double wallNanos) {

    static Cost of(Side side, long count, Row expected) {
      long wall = System.nanoTime();
      long cpu = processorTime();
      assertEquals(expected, side.run(count));
      return new Cost(
          (double) (processorTime() - cpu) / count, (double) (System.nanoTime() - wall) / count);
    }

    private static long processorTime() {
      return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
          .getProcessCpuTime();
    }
  }

  @Test
  void frames_ofAnyNumber_areThoseOfAPlainJoin() {
    long most = Long.getLong("spark.frames", 10 * FIRST);
    Row warm = joined(FIRST);
    assertEquals(FIRST, warm.getLong(0));
    assertTrue(warm.getLong(1) > FIRST / 10, warm::toString);
    assertEquals(warm, symbolized(FIRST));
    for (long count = FIRST; count <= most; count *= 10) {
      Row expected = joined(count);
      Cost ours = Cost.of(ScaleTest::symbolized, count, expected);
      Cost plain = Cost.of(ScaleTest::joined, count, expected);
      Runtime java = Runtime.getRuntime();
      System.out.printf(
          Locale.ROOT,
          "%,d frames: %.1f ns of processor time a frame (%.1f by the clock), in a join with a"
              + " table of names %.1f (%.1f); heap %d MiB%n",
          count,
          ours.cpuNanos(),
          ours.wallNanos(),
          plain.cpuNanos(),
          plain.wallNanos(),
          (java.totalMemory() - java.freeMemory()) >> 20);
    }
  }

  /**
   * The whole job: its processor time for a profile of 1,000 samples, and what it reads and writes.
   */
  @Test
  void profiles_ofAnyNumber_haveTheirSamples() throws IOException {
    int most = Integer.getInteger("spark.profiles", 400);
    for (int count = most / 16; count <= most; count *= 4) {
      Path profiles = Files.createDirectories(folder.resolve("profiles-" + count));
      Fleet fleet = new Fleet(3);
      fleet.write(profiles, count, SAMPLES);
      for (String other : List.of("one.otlp", "cpu.pb.gz", "stacks.txt", "golden.tiptoe")) {
        Files.delete(profiles.resolve(other));
      }
      fleet.index(folder.resolve("indexes"));
      Path out = folder.resolve("tables-" + count);
      long cpu = Cost.processorTime();
      SymbolizeCounts counts =
          new Symbolizer(SPARK, IndexPlace.folder(folder.resolve("indexes")))
              .symbolize(List.of(profiles.toString()), out.toString(), Map.of());
      double millis = (Cost.processorTime() - cpu) / 1e6 / count;
      // Two of one stack at one time are one row.
      long rows = SPARK.read().parquet(out + "/samples").count();
      long samples = count * (long) SAMPLES;
      assertTrue(rows <= samples && rows > samples * 0.99, rows + " rows of " + samples);
      System.out.printf(
          Locale.ROOT,
          "%,d profiles of %,d samples: %.1f ms of processor time a profile; %,d bytes read and %,d"
              + " written a profile; %,d locations, %,d distinct frames%n",
          count,
          SAMPLES,
          millis,
          Files.size(profiles.resolve("many.otlp")) / count,
          bytes(out) / count,
          counts.locations(),
          counts.distinctFrames());
    }
  }

  /**
   * The job that indexes: its time for a module with its PDB, and again for those that have one.
   */
  @Test
  void modules_ofAnyNumber_haveAnIndexEach() throws IOException {
    int most = Integer.getInteger("spark.modules", 640);
    for (int count = most / 16; count <= most; count *= 4) {
      Path modules = Files.createDirectories(folder.resolve("modules-" + count));
      writeModules(modules, count);
      Path out = folder.resolve("indexes-" + count);
      double first = millisToIndex(modules, out, count, IndexCounts.State.WRITTEN);
      double again = millisToIndex(modules, out, count, IndexCounts.State.KEPT);
      try (Stream<Path> files = Files.list(out)) {
        assertEquals(count, files.filter(file -> !file.endsWith(".lock")).count());
      }
      System.out.printf(
          Locale.ROOT,
          "%,d modules: %.2f ms a module by the clock, %.2f where it has its index%n",
          count,
          first,
          again);
      deleteAll(modules);
      deleteAll(out);
    }
  }

  private static double millisToIndex(Path modules, Path out, int count, IndexCounts.State state)
      throws IOException {
    long began = System.nanoTime();
    IndexCounts counts =
        new Indexer(SPARK)
            .index(List.of(modules.toString()), out.toString(), out + "-report", false);
    assertEquals(Map.of(state, (long) count), counts.states());
    assertEquals(0, counts.withoutPdb());
    return (System.nanoTime() - began) / 1e6 / count;
  }

  /**
   * Writes copies of a module with its PDB, a thousand in a folder; each has an MVID of its own.
   */
  private static void writeModules(Path folder, int count) throws IOException {
    Path file = TestAssembly.CONSTRUCTS.path();
    byte[] module = Files.readAllBytes(file);
    byte[] pdb = Files.readAllBytes(file.resolveSibling("Constructs.pdb"));
    UUID mvid = Image.open(file).mvid().orElseThrow();
    int at = indexOf(module, littleEndian(mvid));
    for (int i = 0; i < count; i++) {
      Path host = Files.createDirectories(folder.resolve(i / 1000 + "/" + i));
      System.arraycopy(littleEndian(new UUID(4711, i)), 0, module, at, 2 * Long.BYTES);
      Files.write(host.resolve("Constructs.dll"), module);
      Files.write(host.resolve("Constructs.pdb"), pdb);
    }
  }

  /** The first three parts of a GUID are little-endian numbers (ECMA-335 II.24.2.5). */
  private static byte[] littleEndian(UUID guid) {
    long first = guid.getMostSignificantBits();
    return ByteBuffer.allocate(2 * Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) (first >>> 32))
        .putShort((short) (first >>> 16))
        .putShort((short) first)
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(guid.getLeastSignificantBits())
        .array();
  }

  private static int indexOf(byte[] all, byte[] part) {
    int at = 0;
    while (!Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
      at++;
    }
    return at;
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".parquet"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }
}

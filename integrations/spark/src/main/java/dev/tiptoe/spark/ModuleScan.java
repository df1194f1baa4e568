// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.spark.IndexCounts.State;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Looks into files for modules, and indexes those that are chosen. Sent to executors.
 *
 * @param out the folder of the indexes
 * @param always whether to replace indexes with the same contents
 */
record ModuleScan(String out, boolean always, SerializableConfiguration hadoop)
    implements Serializable {

  /** What a file is. */
  static final StructType FOUND =
      new StructType()
          .add("path", DataTypes.StringType, false)
          .add("mvid", DataTypes.StringType, true)
          .add("build", DataTypes.StringType, true)
          .add("pdb", DataTypes.BooleanType, false)
          .add("state", DataTypes.StringType, true)
          .add("problem", DataTypes.StringType, true);

  /** What became of a module. */
  static final StructType INDEXED =
      new StructType()
          .add("path", DataTypes.StringType, false)
          .add("mvid", DataTypes.StringType, true)
          .add("name", DataTypes.StringType, true)
          .add("methods", DataTypes.IntegerType, true)
          .add("points", DataTypes.IntegerType, true)
          .add("bytes", DataTypes.LongType, true)
          .add("pdb", DataTypes.BooleanType, false)
          .add("state", DataTypes.StringType, false)
          .add("problem", DataTypes.StringType, true);

  /** Makes a row of a file. */
  private interface Work {
    Row of(String path) throws IOException;
  }

  /** Makes the row of a file that is of no use. */
  private interface Useless {
    Row of(State state, String problem);
  }

  /** Returns what a file is. An error of storage fails the task, which Spark tries again. */
  Row look(String path) throws IOException {
    return row(path, this::found, (state, problem) -> useless(path, state, problem));
  }

  /**
   * Indexes the builds of a module.
   *
   * @param paths a file of each
   */
  List<Row> index(List<String> paths) throws IOException {
    List<Row> rows = new ArrayList<>();
    boolean replaces = always;
    for (String path : paths) {
      rows.add(index(path, replaces));
      // The others would replace what was written just now.
      replaces = false;
    }
    return rows;
  }

  private Row index(String path, boolean replaces) throws IOException {
    return row(
        path,
        file -> indexed(file, replaces),
        (state, problem) ->
            RowFactory.create(path, null, null, null, null, null, false, word(state), problem));
  }

  /** Does a work; what is wrong with one file does not end the work on all others. */
  private static Row row(String path, Work work, Useless otherwise) throws IOException {
    try {
      return work.of(path);
    } catch (MetadataFormatException e) {
      State state = e.kind() == Kind.NOT_MANAGED ? State.NO_MODULE : State.DAMAGED;
      return otherwise.of(state, String.valueOf(e.getMessage()));
    } catch (FileNotFoundException
        | NoSuchFileException
        | AccessControlException
        | AccessDeniedException
        | ModuleFile.TooLargeException e) {
      // To try again would not help.
      return otherwise.of(State.DAMAGED, path + " cannot be read: " + e.getMessage());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (RuntimeException | StackOverflowError e) {
      return otherwise.of(State.DAMAGED, path + " cannot be read: " + e);
    }
  }

  private Row found(String path) throws IOException {
    try (ModuleFile file = ModuleFile.open(path, hadoop.value())) {
      Image image = file.image();
      return image.mvid().isEmpty()
          ? useless(path, State.NO_MODULE, path + ": the module has no MVID")
          : RowFactory.create(
              path,
              image.mvid().get().toString(),
              SymbolIndexWriter.buildOf(image).orElseThrow(),
              file.pdb().found().isPresent(),
              null,
              null);
    }
  }

  private static Row useless(String path, State state, String problem) {
    return RowFactory.create(path, null, null, false, word(state), problem);
  }

  private Row indexed(String path, boolean replaces) throws IOException {
    try (ModuleFile file = ModuleFile.open(path, hadoop.value())) {
      Image image = file.image();
      PortablePdb pdb = file.pdb();
      SymbolIndexWriter.Written written =
          new IndexPublisher(out, replaces, hadoop.value()).publish(image, pdb);
      return RowFactory.create(
          path,
          image.mvid().orElseThrow().toString(),
          image.moduleName(),
          written.methods(),
          written.points(),
          written.bytes(),
          pdb.found().isPresent(),
          word(written.isNew() ? State.WRITTEN : State.KEPT),
          problem(pdb, written));
    }
  }

  private static @Nullable String problem(PortablePdb pdb, SymbolIndexWriter.Written index) {
    List<String> problems = new ArrayList<>();
    if (pdb instanceof PortablePdb.Missing missing) {
      problems.add(missing.reason());
    }
    if (index.builds() > 1) {
      problems.add(
          "the index is of "
              + index.builds()
              + " builds with one MVID, and has no names and lines where they differ");
    }
    return problems.isEmpty() ? null : String.join("; ", problems);
  }

  static String word(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}

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
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
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
 * @param always whether to replace indexes that say the same
 */
record ModuleScan(String out, boolean always, SerializableConfiguration hadoop)
    implements Serializable {

  /** What a file is. */
  static final StructType FOUND =
      new StructType()
          .add("path", DataTypes.StringType, false)
          .add("mvid", DataTypes.StringType, true)
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
    return row(path, this::found, (state, problem) -> found(path, null, false, state, problem));
  }

  /** Indexes a module. */
  Row index(String path) throws IOException {
    return row(
        path,
        this::indexed,
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
      Optional<UUID> mvid = file.image().mvid();
      return mvid.isEmpty()
          ? found(path, null, false, State.NO_MODULE, path + ": the module has no MVID")
          : found(path, mvid.get().toString(), file.pdb().found().isPresent(), null, null);
    }
  }

  private static Row found(
      String path,
      @Nullable String mvid,
      boolean pdb,
      @Nullable State state,
      @Nullable String problem) {
    return RowFactory.create(path, mvid, pdb, state == null ? null : word(state), problem);
  }

  private Row indexed(String path) throws IOException {
    try (ModuleFile file = ModuleFile.open(path, hadoop.value())) {
      Image image = file.image();
      PortablePdb pdb = file.pdb();
      SymbolIndexWriter.Written written =
          new IndexPublisher(out, always, hadoop.value()).publish(image, pdb);
      return RowFactory.create(
          path,
          image.mvid().orElseThrow().toString(),
          image.moduleName(),
          written.methods(),
          written.points(),
          written.bytes(),
          pdb.found().isPresent(),
          word(written.isNew() ? State.WRITTEN : State.KEPT),
          pdb instanceof PortablePdb.Missing missing ? missing.reason() : null);
    }
  }

  static String word(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.symbols.index.FrameFunction;
import dev.tiptoe.symbols.index.SymbolIndex;
import java.util.Iterator;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Resolves distinct frames. Rows of the same module should follow one another. Sent to executors.
 */
final class PartitionResolver implements MapPartitionsFunction<Row, Row> {

  private static final long serialVersionUID = 1;

  /** What identifies a frame, behind its number. */
  static final StructType KEYS =
      new StructType()
          .add("frame", DataTypes.LongType, false)
          .add("mvid", DataTypes.StringType, false)
          .add("token", DataTypes.LongType, true)
          .add("il", DataTypes.LongType, true)
          .add("rva", DataTypes.LongType, true);

  /** The columns of a frame. */
  static final StructType FRAMES =
      KEYS.add("module", DataTypes.StringType, true)
          .add("written", DataTypes.StringType, true)
          .add("name", DataTypes.StringType, true)
          .add("system_name", DataTypes.StringType, true)
          .add("file", DataTypes.StringType, true)
          .add("line", DataTypes.IntegerType, true)
          .add("column", DataTypes.IntegerType, true)
          .add("outcome", DataTypes.StringType, false)
          .add("reason", DataTypes.StringType, true);

  private static final int FRAME = 0;
  private static final int MVID = 1;
  private static final int TOKEN = 2;
  private static final int IL = 3;
  private static final int RVA = 4;

  private final IndexPlace indexes;

  PartitionResolver(IndexPlace indexes) {
    this.indexes = indexes;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    Resolving resolving = new Resolving(indexes.files());
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        return resolving.resolve(rows.next());
      }
    };
  }

  /** A task, and the module that it is at. For one thread. */
  private static final class Resolving {

    private final IndexFiles indexes;
    private String text = "";
    private Optional<SymbolIndex> module = Optional.empty();
    private Outcome withoutModule = Outcome.NO_MVID;
    private String reason = "'' is no MVID";

    Resolving(IndexFiles indexes) {
      this.indexes = indexes;
    }

    Row resolve(Row key) {
      if (!key.getString(MVID).equals(text)) {
        text = key.getString(MVID);
        module = find();
      }
      if (module.isEmpty()) {
        return row(key, null, new @Nullable Object[6], withoutModule, reason);
      }
      return key.isNullAt(TOKEN)
          ? atRva(key, module.get(), key.getLong(RVA))
          : atIl(key, module.get(), key.getLong(TOKEN), key.isNullAt(IL) ? 0 : key.getLong(IL));
    }

    private Optional<SymbolIndex> find() {
      UUID mvid;
      try {
        mvid = UUID.fromString(text);
      } catch (IllegalArgumentException e) {
        withoutModule = Outcome.NO_MVID;
        reason = "'" + text + "' is no MVID";
        return Optional.empty();
      }
      Optional<SymbolIndex> found = indexes.find(mvid);
      if (found.isEmpty()) {
        Optional<String> damage = indexes.damage(mvid);
        withoutModule = damage.isPresent() ? Outcome.DAMAGED_INDEX : Outcome.NO_INDEX;
        reason = damage.orElse("no module with the MVID " + mvid + " was found");
      }
      return found;
    }

    private static Row atRva(Row key, SymbolIndex index, long rva) {
      Answer token = new Answer(FrameFunction.METHOD_AT);
      FrameFunction.METHOD_AT.answer(index, rva, 0, token);
      if (token.value() instanceof Long method) {
        Answer il = new Answer(FrameFunction.IL_AT);
        FrameFunction.IL_AT.answer(index, rva, 0, il);
        return atIl(key, index, method, il.value() instanceof Integer offset ? offset : 0);
      }
      String why =
          rva >= 0
                  && rva <= 0xffff_ffffL
                  && index.nativeCode((int) rva) instanceof NativePlace.Unknown unknown
              ? unknown.reason()
              : rva + " is no RVA";
      return row(key, index, new @Nullable Object[6], Outcome.NO_METHOD, why);
    }

    private static Row atIl(Row key, SymbolIndex index, long token, long il) {
      @Nullable Object name = answer(FrameFunction.NAME, index, token, il);
      @Nullable Object why = answer(FrameFunction.REASON, index, token, il);
      if (name == null) {
        return row(key, index, new @Nullable Object[6], Outcome.NO_METHOD, String.valueOf(why));
      }
      @Nullable Object line = answer(FrameFunction.LINE, index, token, il);
      Outcome outcome =
          line == null ? Outcome.NAME : why == null ? Outcome.LINE : Outcome.LINE_OR_AFTER;
      @Nullable Object[] names = {
        answer(FrameFunction.WRITTEN, index, token, il),
        name,
        answer(FrameFunction.SYSTEM_NAME, index, token, il),
        answer(FrameFunction.FILE, index, token, il),
        line,
        line == null ? null : column(index, token, il)
      };
      return row(key, index, names, outcome, why == null ? null : why.toString());
    }

    private static @Nullable Object answer(
        FrameFunction function, SymbolIndex index, long token, long il) {
      Answer answer = new Answer(function);
      function.answer(index, token, il, answer);
      return answer.value();
    }

    private static int column(SymbolIndex index, long token, long il) {
      int rid = new Token((int) token).rid();
      assert new Token((int) token).table() == MethodDef.TABLE;
      return SymbolIndex.column(index.place(rid, (int) il));
    }

    private static Row row(
        Row key,
        @Nullable SymbolIndex index,
        @Nullable Object[] names,
        Outcome outcome,
        @Nullable String reason) {
      return RowFactory.create(
          key.get(FRAME),
          key.get(MVID),
          key.get(TOKEN),
          key.get(IL),
          key.get(RVA),
          index == null ? null : index.name(),
          names[0],
          names[1],
          names[2],
          names[3],
          names[4],
          names[5],
          outcome.word(),
          reason);
    }
  }
}

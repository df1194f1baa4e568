// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Report;
import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.container.CodeView;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.container.PdbId;
import dev.tiptoe.metadata.container.PdbStream;
import dev.tiptoe.metadata.container.PeFile;
import dev.tiptoe.metadata.container.RawMetadata;
import dev.tiptoe.metadata.container.Webcil;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.table.Column;
import dev.tiptoe.metadata.table.TableSchema;
import dev.tiptoe.metadata.table.Tables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Reports the parts of one image: its headers, its heaps, its tables, and the rows of any table
 * with the targets of each cell.
 */
final class ImageDump {

  private static final TableSchema SCHEMA = TableSchema.ECMA_335;

  private final Image image;
  private final Report report;
  private final Problems problems;
  private final Consumer<String> damage;

  /** Reports to {@code report}, and unreadable parts to {@code problems}. */
  ImageDump(Image image, Report report, Problems problems) {
    this.image = image;
    this.report = report;
    this.problems = problems;
    this.damage = problems::badInput;
  }

  /** Reports the image's identity and size. */
  void summary() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("file", image.file());
    facts.put("container", kind(image.container()));
    facts.put("metadata", read("metadata", Image::metadataVersion));
    facts.put("module", read("module", Image::moduleName));
    facts.put("mvid", read("mvid", Image::mvid));
    facts.put(
        "assembly", read("assembly", opened -> opened.assembly().map(AssemblyIdentity::toString)));
    facts.put("ready-to-run", read("ready-to-run", Image::isReadyToRun));
    facts.put("pdb", read("pdb", ImageDump::pdb));
    report.facts("image", facts);
    heaps();
    report.table(
        "tables",
        List.of("number", "name", "rows", "row size", "marked sorted"),
        () -> present().<List<?>>mapToObj(this::table).iterator());
    image.damage().forEach(one -> damage.accept(one.getMessage()));
  }

  private static String kind(Container container) {
    if (container instanceof PeFile pe) {
      return pe.layout() == PeFile.Layout.LOADED ? "PE file, as in memory" : "PE file";
    }
    if (container instanceof Webcil webcil) {
      return "Webcil " + webcil.majorVersion();
    }
    return container instanceof RawMetadata ? "metadata alone" : "in a composite image";
  }

  /** Returns the identity of the portable PDB that this is, or that belongs to it. */
  private static Optional<String> pdb(Image image) {
    return image
        .pdb()
        .map(PdbStream::id)
        .or(() -> image.debugDirectory().portablePdb().map(CodeView::id))
        .map(PdbId::toString);
  }

  private <T> Object read(String what, Function<Image, T> part) {
    try {
      return part.apply(image);
    } catch (MetadataFormatException e) {
      damage.accept(what + " in " + e.getMessage());
      return Optional.empty();
    }
  }

  private void heaps() {
    List<List<?>> heaps = new ArrayList<>();
    heaps.add(heap("#Strings", image.strings().size(), image.strings()::next));
    heaps.add(heap("#US", image.userStrings().size(), image.userStrings()::next));
    heaps.add(heap("#Blob", image.blobs().size(), image.blobs()::next));
    heaps.add(heap("#GUID", image.guids().size(), at -> at + 16));
    report.table("heaps", List.of("name", "bytes", "entries"), heaps);
  }

  /** Padding at a heap's end may look like a few more empty entries. */
  private List<?> heap(String name, int size, IntUnaryOperator next) {
    int entries = 0;
    try {
      for (int at = 0; at < size; at = next.applyAsInt(at)) {
        entries++;
      }
    } catch (MetadataFormatException e) {
      damage.accept(name + " in " + e.getMessage());
    }
    return List.of(name, size, entries);
  }

  /** Returns the tables that have rows. */
  private IntStream present() {
    return SCHEMA.tables().stream()
        .mapToInt(table -> table)
        .filter(t -> image.tables().count(t) > 0);
  }

  private List<?> table(int table) {
    Tables tables = image.tables();
    return List.of(
        String.format("0x%02x", table),
        SCHEMA.nameOf(table),
        tables.count(table),
        tables.rowSize(table),
        tables.claimsSorted(table));
  }

  /** Reports the rows of one table. */
  void rows(int table) {
    List<Column> columns = SCHEMA.columns(table);
    List<String> names = new ArrayList<>(List.of("token"));
    columns.forEach(column -> names.add(column.name()));
    int whole = image.tables().whole(table);
    if (whole < image.tables().count(table)) {
      String name = SCHEMA.nameOf(table);
      damage.accept(
          image.file()
              + ": "
              + name
              + " is cut short: "
              + whole
              + " rows of "
              + image.tables().count(table));
    }
    long before = problems.met();
    report.table(
        SCHEMA.nameOf(table),
        names,
        () ->
            IntStream.rangeClosed(1, whole)
                .takeWhile(rid -> !problems.areTooMany(image.file(), before))
                .<List<?>>mapToObj(rid -> row(table, rid))
                .iterator());
  }

  private List<?> row(int table, int rid) {
    List<Object> row = new ArrayList<>();
    row.add(Token.of(table, rid));
    for (int column = 0; column < SCHEMA.columns(table).size(); column++) {
      row.add(cell(Token.of(table, rid), column));
    }
    return row;
  }

  private Object cell(Token row, int column) {
    try {
      return value(row, column);
    } catch (MetadataFormatException e) {
      damage.accept(row + " in " + e.getMessage());
      return Optional.empty();
    }
  }

  private Object value(Token row, int column) {
    List<Column> columns = SCHEMA.columns(row.table());
    Tables tables = image.tables();
    int cell = tables.cell(row.table(), row.rid(), column);
    return switch (columns.get(column).kind()) {
      case U2 -> isBits(columns.get(column)) ? (Object) (long) cell : (Object) cell;
      case U4 -> Integer.toUnsignedLong(cell);
      case STRING -> text(cell);
      case GUID -> image.guids().get(cell);
      case BLOB -> image.blobs().get(cell);
      case RUN -> Token.of(tables.placeTable(row.table(), column), to(row, column).rid());
      case ROW, CODED -> Optional.of(to(row, column)).filter(token -> !token.isNil());
    };
  }

  private Token to(Token row, int column) {
    return image.tables().token(row.table(), row.rid(), column);
  }

  /**
   * Returns a name, cut to the length that the report shows: many rows may refer to one name of
   * megabytes.
   */
  private String text(int offset) {
    int length = image.strings().length(offset);
    int shown = report.shown(length);
    String text = image.strings().get(offset, shown);
    return shown < length ? text + "… (" + length + " bytes)" : text;
  }

  private static boolean isBits(Column column) {
    return column.name().endsWith("Flags") || column.name().endsWith("Attributes");
  }
}

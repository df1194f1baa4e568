// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ImportScope;
import dev.tiptoe.metadata.image.LocalConstant;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.SoughtType;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.pdb.Import;
import dev.tiptoe.metadata.pdb.LocalConstantSig;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import dev.tiptoe.testdata.image.ColumnLayout;
import dev.tiptoe.testdata.image.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads everything that can be read of an image: every cell and what it points to, every name,
 * every list and every lookup. For one thread.
 */
public final class Everything {

  /** More than a small image's names can have together, unless one grows without bound. */
  private static final long MOST_CHARACTERS = 8L << 20;

  /** So many rows of a table are read in full, and after them only a fraction. */
  private static final int MANY = 500;

  private static final int STEP = 64;

  private final Image image;
  private final List<Names> styles;
  private final Consumer<MetadataFormatException> damage;
  private long characters;

  private Everything(Image image, Consumer<MetadataFormatException> damage) {
    this.image = image;
    this.styles = Arrays.stream(NameStyle.values()).map(style -> new Names(image, style)).toList();
    this.damage = damage;
  }

  /**
   * Reads {@code image} to its end and passes each unreadable part to {@code damage}.
   *
   * @return how many characters all names have together
   */
  public static long of(Image image, Consumer<MetadataFormatException> damage) {
    Everything everything = new Everything(image, damage);
    everything.header();
    for (Table table : Table.values()) {
      everything.rows(table);
    }
    return everything.characters;
  }

  /**
   * Reads whatever image {@code bytes} may be, as far as it goes; fails when anything throws what
   * is not the format's exception, or one without its place.
   *
   * @return whether it opened
   */
  public static boolean readOrRefuse(byte[] bytes) {
    List<MetadataFormatException> damages = new ArrayList<>();
    boolean opened = false;
    try {
      Image image = Image.of(Given.FILE, ByteBuffer.wrap(bytes));
      opened = true;
      long characters = of(image, damages::add);
      asked(image, damages::add);
      assertTrue(characters < MOST_CHARACTERS, () -> characters + " characters");
    } catch (MetadataFormatException e) {
      damages.add(e);
    }
    for (MetadataFormatException damage : damages) {
      // A PDB inside is a file of its own when it is decompressed, and its offsets are its own.
      boolean inside = damage.file().equals(Given.FILE + " (embedded PDB)");
      long end = inside ? Integer.MAX_VALUE : bytes.length;
      assertTrue(damage.offset() >= 0 && damage.offset() <= end, damage.getMessage());
      assertTrue(inside || damage.file().equals(Given.FILE), damage.getMessage());
    }
    return opened;
  }

  private static void asked(Image image, Consumer<MetadataFormatException> damage) {
    EveryAccessor everything = new EveryAccessor(image, damage);
    everything.image();
    for (Table table : Table.values()) {
      for (int rid = 1; rid <= Math.min(MANY, image.tables().whole(table.number())); rid++) {
        everything.row(Token.of(table.number(), rid));
      }
    }
  }

  private void header() {
    attempt(image::moduleName);
    attempt(image::mvid);
    attempt(image::assembly);
    attempt(image::metadataVersion);
    attempt(image::readyToRunFlags);
    attempt(() -> image.findType("System", "Object"));
    attempt(image::damage);
  }

  /** All whole rows and the two behind them; a lying count is not worth millions of attempts. */
  private void rows(Table table) {
    int last =
        Math.min(image.tables().count(table.number()), image.tables().whole(table.number()) + 2);
    for (int rid = 1; rid <= last; rid++) {
      Token token = Token.of(table.number(), rid);
      for (int column = 0; column < table.columns().size(); column++) {
        cell(token, column, table.columns().get(column));
      }
      for (Names names : styles) {
        if (names.style().isNameable(table.number())) {
          attempt(() -> names.of(token, damage)).ifPresent(name -> characters += name.length());
        }
      }
      boolean whole = rid <= image.tables().whole(table.number());
      if (whole && (rid <= MANY || rid % STEP == 0)) {
        Views.ask(image, table.number(), rid, damage);
      }
      view(token);
    }
  }

  private void cell(Token row, int column, ColumnLayout type) {
    int table = row.table();
    Optional<Integer> value = attempt(() -> image.tables().cell(table, row.rid(), column));
    value.ifPresent(
        cell ->
            attempt(
                () ->
                    switch (type.kind()) {
                      case STRING -> image.strings().get(cell);
                      case GUID -> image.guids().get(cell);
                      case BLOB -> image.blobs().get(cell);
                      case ROW -> image.tables().token(table, row.rid(), column);
                      case TWO_BYTES, FOUR_BYTES -> cell;
                    }));
  }

  private void view(Token token) {
    switch (token.table()) {
      case TypeDef.TABLE -> typeDef(new TypeDef(image, token.rid()));
      case TypeRef.TABLE -> typeRef(new TypeRef(image, token.rid()));
      case Field.TABLE -> member(new Field(image, token.rid()));
      case MethodDef.TABLE -> {
        member(new MethodDef(image, token.rid()));
        for (Names names : styles) {
          attempt(() -> names.member(token));
          attempt(() -> names.declaringType(token));
          attempt(() -> names.signature(token));
        }
      }
      case ExportedType.TABLE -> {
        ExportedType exported = new ExportedType(image, token.rid());
        attempt(() -> image.findExported(exported.namespace(), exported.name()));
        attempt(() -> image.findExported("N.Outer+" + exported.name()));
      }
      case MethodDebugInformation.TABLE -> points(new MethodDebugInformation(image, token.rid()));
      case ImportScope.TABLE ->
          attempt(() -> Import.of(new ImportScope(image, token.rid())).toString());
      case LocalConstant.TABLE ->
          attempt(() -> LocalConstantSig.of(new LocalConstant(image, token.rid())).toString());
      default -> {
        // Its cells are all that there is to it.
      }
    }
  }

  private void points(MethodDebugInformation method) {
    attempt(() -> SequencePoints.of(method))
        .ifPresent(
            points -> {
              for (SequencePoint point : points.points()) {
                int offset = points.at(point.offset()).orElseThrow().offset();
                assertEquals(point.offset(), offset, point.toString());
              }
            });
  }

  private void typeDef(TypeDef type) {
    attempt(() -> image.findType(type.namespace(), type.name()));
    attempt(() -> image.findType(type.namespace() + "." + type.name()));
    attempt(() -> image.findNested(type, type.name()));
    attempt(() -> type.findProperties("P"));
    attempt(() -> type.findEvents("E"));
  }

  private void member(Field field) {
    if (field.rid() <= MANY) {
      attempt(() -> field.declaringType().findFields(field.name()).size());
    }
  }

  private void member(MethodDef method) {
    if (method.rid() <= MANY) {
      attempt(() -> method.declaringType().findMethods(method.name()).size());
    }
    attempt(() -> method.param(1));
  }

  private void typeRef(TypeRef reference) {
    attempt(() -> image.find(SoughtType.of(reference)));
  }

  private <T> Optional<T> attempt(Supplier<T> read) {
    try {
      return Optional.of(read.get());
    } catch (MetadataFormatException e) {
      damage.accept(e);
      return Optional.empty();
    }
  }
}

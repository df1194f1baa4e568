// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.table.Column;
import dev.tiptoe.metadata.table.Column.Kind;
import dev.tiptoe.metadata.table.Referrers;
import dev.tiptoe.metadata.table.TableSchema;
import java.util.List;
import java.util.function.Function;

/** The relations and lookups of an image, each against its other direction. Stateless. */
public final class RelationsChecks {

  private RelationsChecks() {}

  /** Checks that an image is read without damage. */
  public static void damage(Image image) {
    assertEquals(List.of(), image.damage());
  }

  /** Whatever a row points to leads back to it, in every column of every table. */
  public static void referrers(Image image) {
    for (int table : TableSchema.ECMA_335.tables()) {
      List<Column> columns = TableSchema.ECMA_335.columns(table);
      for (int column = 0; column < columns.size(); column++) {
        Kind kind = columns.get(column).kind();
        if (kind == Kind.ROW || kind == Kind.CODED) {
          assertEquals(
              referring(image, table, column),
              referred(image, table, column, columns.get(column)),
              image.file() + ": " + columns.get(column));
        }
      }
    }
  }

  private static int referring(Image image, int table, int column) {
    int rows = 0;
    for (int rid = 1; rid <= image.metadata().tables().count(table); rid++) {
      rows += image.metadata().tables().token(table, rid, column).isNil() ? 0 : 1;
    }
    return rows;
  }

  private static int referred(Image image, int table, int column, Column type) {
    int rows = 0;
    Referrers referrers = image.metadata().tables().referrers(table, column);
    for (int target : type.targetTables()) {
      for (int rid = 1; rid <= image.metadata().tables().count(target); rid++) {
        Token to = Token.of(target, rid);
        int value = image.metadata().tables().encoded(table, column, to);
        int start = referrers.start(value);
        int end = referrers.end(value);
        rows += end - start;
        if (start < end) {
          assertEquals(to, image.metadata().tables().token(table, referrers.row(end - 1), column));
        }
      }
    }
    return rows;
  }

  /** A name in reflection's form leads back to the type; in a few DLLs two types share one. */
  public static void typeNames(Image image) {
    for (TypeDef type : image.typeDefs()) {
      TypeDef found = image.findType(reflectionName(type)).orElseThrow();
      assertTrue(found.equals(type) || found.name().equals(type.name()), type.toString());
    }
  }

  private static String reflectionName(TypeDef type) {
    String name = type.name().replaceAll("[\\\\+\\[\\],*&]", "\\\\$0");
    String dot = type.namespace().isEmpty() ? "" : type.namespace() + ".";
    return type.enclosing().map(outer -> reflectionName(outer) + "+").orElse("") + dot + name;
  }

  /** The name of a member leads back to it. */
  public static void memberNames(Image image) {
    for (TypeDef type : image.typeDefs()) {
      assertFound(type.methods(), method -> type.findMethods(method.name()));
      assertFound(type.fields(), field -> type.findFields(field.name()));
      assertFound(type.properties(), property -> type.findProperties(property.name()));
      assertFound(type.events(), event -> type.findEvents(event.name()));
    }
  }

  private static <T extends Row> void assertFound(List<T> members, Function<T, List<T>> lookup) {
    for (T member : members) {
      assertTrue(lookup.apply(member).contains(member), member::toString);
    }
  }

  /** A member belongs to the type whose list has it. */
  public static void owners(Image image) {
    for (TypeDef type : image.typeDefs()) {
      type.methods().forEach(method -> assertEquals(type, method.declaringType()));
      type.fields().forEach(field -> assertEquals(type, field.declaringType()));
      type.properties().forEach(property -> assertEquals(type, property.declaringType()));
      type.events().forEach(event -> assertEquals(type, event.declaringType()));
    }
    for (MethodDef method : image.methodDefs()) {
      method.params().forEach(param -> assertEquals(method, param.method()));
    }
  }
}

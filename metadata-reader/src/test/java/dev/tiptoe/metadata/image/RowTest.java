// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.Sample;
import dev.tiptoe.metadata.table.TableSchema;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowTest {

  private static final int NO_ROW = 1_000_000;

  /** These results need no look at the row: they come from rows that point to it, or are empty. */
  private static final Set<String> SAID_BY_OTHER_ROWS =
      Set.of(
          "Assembly.securityDeclarations",
          "Event.adder",
          "Event.raiser",
          "Event.remover",
          "Event.semantics",
          "ExportedType.nestedTypes",
          "Field.constant",
          "Field.declaringType",
          "Field.implMap",
          "Field.marshal",
          "Field.offset",
          "Field.initialData",
          "Field.rva",
          "GenericParam.constraints",
          "MethodDef.declaringType",
          "MethodDef.genericParameters",
          "MethodDef.implMap",
          "MethodDef.securityDeclarations",
          "MethodDef.semantics",
          "Param.constant",
          "Param.marshal",
          "Param.method",
          "Property.constant",
          "Property.getter",
          "Property.semantics",
          "Property.setter",
          "TypeDef.enclosing",
          "TypeDef.events",
          "TypeDef.genericParameters",
          "TypeDef.interfaces",
          "TypeDef.isGeneric",
          "TypeDef.layout",
          "TypeDef.methodImpls",
          "TypeDef.nestedTypes",
          "TypeDef.properties",
          "TypeDef.securityDeclarations");

  private final Image image = Given.image(Sample.module());

  @Test
  void image_listsItsReferencesAndTypeSpecs() {
    assertEquals(image.rows(MemberRef.TABLE, MemberRef::new), image.memberRefs());
    assertEquals(image.rows(TypeSpec.TABLE, TypeSpec::new), image.typeSpecs());
    assertEquals(new Token(0x0a000001), image.memberRefs().get(0).token());
    assertEquals(new Token(0x1b000001), image.typeSpecs().get(0).token());
  }

  static Stream<Class<?>> views() {
    return Arrays.stream(Row.class.getPermittedSubclasses());
  }

  private static int table(Class<?> view) throws ReflectiveOperationException {
    return view.getField("TABLE").getInt(null);
  }

  private Row row(Class<?> view, int rid) throws ReflectiveOperationException {
    return (Row) view.getConstructor(Image.class, int.class).newInstance(image, rid);
  }

  /** Returns a view's own properties. */
  private static List<Method> accessors(Class<?> view) {
    return Arrays.stream(view.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> method.getParameterCount() == 0)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("views")
  void view_ofATable_isCalledAsTheTable(Class<?> view) throws ReflectiveOperationException {
    // java.lang has a Module of its own.
    String name = view == ModuleDef.class ? "Module" : view.getSimpleName();
    assertEquals(TableSchema.ECMA_335.nameOf(table(view)).replace("RVA", "Rva"), name);
  }

  @ParameterizedTest
  @MethodSource("views")
  void accessors_ofARowThatExists_answer(Class<?> view) throws ReflectiveOperationException {
    for (Method accessor : accessors(view)) {
      assertNotNull(accessor.invoke(row(view, 1)), accessor.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, NO_ROW})
  void accessors_ofARowThatDoesNotExist_throwTheFormatsException(int rid)
      throws ReflectiveOperationException {
    Set<String> answered = new TreeSet<>();
    for (Class<?> view : views().toList()) {
      Row missing = row(view, rid);
      assertEquals(Token.of(table(view), rid), missing.token());
      for (Method accessor : accessors(view)) {
        String name = view.getSimpleName() + "." + accessor.getName();
        try {
          assertNotNull(accessor.invoke(missing), name);
          answered.add(name);
        } catch (InvocationTargetException e) {
          assertInstanceOf(MetadataFormatException.class, e.getCause(), name);
        }
      }
    }
    assertEquals(SAID_BY_OTHER_ROWS, answered);
  }

  @Test
  void cell_ofARowThatDoesNotExist_throws() {
    assertThrows(MetadataFormatException.class, () -> new Param(image, NO_ROW).name());
    assertThrows(MetadataFormatException.class, () -> new Constant(image, 0).type());
  }

  @Test
  void views_ofTheSameRow_areEqual() {
    assertEquals(new Param(image, 1), new Param(image, 1));
    assertEquals(new Param(image, 1).hashCode(), new Param(image, 1).hashCode());
  }

  @Test
  void views_ofOtherRowsTablesOrImages_areNotEqual() {
    assertNotEquals(new Param(image, 1), new Param(image, 2));
    assertNotEquals(new Event(image, 1), (Object) new Property(image, 1));
    assertNotEquals(new Param(image, 1), new Param(Given.image(Sample.module()), 1));
  }

  @Test
  void toString_ofAView_namesTableTokenAndFile() {
    assertEquals("Param 0x08000001 of " + image.file(), new Param(image, 1).toString());
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import static dev.tiptoe.testdata.image.MethodBodies.CATCH;
import static dev.tiptoe.testdata.image.MethodBodies.FAULT;
import static dev.tiptoe.testdata.image.MethodBodies.FILTER;
import static dev.tiptoe.testdata.image.MethodBodies.FINALLY;
import static dev.tiptoe.testdata.image.MethodBodies.INIT_LOCALS;
import static dev.tiptoe.testdata.image.MethodBodies.fat;
import static dev.tiptoe.testdata.image.MethodBodies.fatClause;
import static dev.tiptoe.testdata.image.MethodBodies.fatSection;
import static dev.tiptoe.testdata.image.MethodBodies.smallClause;
import static dev.tiptoe.testdata.image.MethodBodies.smallSection;
import static dev.tiptoe.testdata.image.MethodBodies.tiny;
import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.ExceptionClause.Catch;
import dev.tiptoe.metadata.body.ExceptionClause.Filter;
import dev.tiptoe.metadata.body.ExceptionClause.Unconditional;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature.Pinned;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodBodyTest {

  private static final byte[] NOP_RET = {0x00, 0x2a};
  private static final byte[] VOID_METHOD = {0x00, 0x00, 0x01};
  private static final int LOCALS = 0x11000001;
  private static final int EXCEPTION = 0x01000001;

  private static MethodBody read(byte[] body) {
    return MethodBody.read(Given.bytes(body));
  }

  private static byte[] code(MethodBody body) {
    return body.code().copy(0, body.code().length());
  }

  /** A module with one method and what it leads to. */
  private static MethodDef method(int implFlags, int flags, byte... body) {
    ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0");
    int token = builder.method("M", VOID_METHOD);
    builder.set(token, "RVA", body.length == 0 ? 0 : builder.data(body));
    builder.set(token, "ImplFlags", implFlags).set(token, "Flags", flags);
    byte[] locals = {0x07, 2, 0x45, I4, I4};
    builder.row(Table.STAND_ALONE_SIG, builder.blob(locals));
    return new MethodDef(Given.image(builder), 1);
  }

  @Test
  void tinyBody_ofAMethod_isItsCode() {
    MethodDef method = method(0, 0, tiny(NOP_RET));
    MethodBody body = (MethodBody) Body.of(method);
    assertArrayEquals(NOP_RET, code(body));
    assertEquals(8, body.maxStack());
    assertFalse(body.initLocals());
    assertTrue(body.localVarSig().isNil());
    assertEquals(List.of(), body.locals(method.image()));
    assertEquals(List.of(), body.clauses());
  }

  /** Its size takes six bits of the first byte, so all four endings of it begin a tiny body. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 62, 63})
  void tinyBody_ofAnySize_isItsCode(int size) {
    byte[] code = new byte[size];
    assertArrayEquals(code, code(read(tiny(code))));
  }

  @Test
  void fatBody_ofAMethod_hasItsLocals() {
    byte[] code = new byte[100];
    MethodDef method = method(0, 0, fat(INIT_LOCALS, 17, LOCALS, code));
    MethodBody body = (MethodBody) Body.of(method);
    assertArrayEquals(code, code(body));
    assertEquals(17, body.maxStack());
    assertTrue(body.initLocals());
    assertEquals(new Token(LOCALS), body.localVarSig());
    assertEquals(
        List.of(new Pinned(PrimitiveType.I4), PrimitiveType.I4), body.locals(method.image()));
    assertFalse(read(fat(0, 0, 0, code)).initLocals());
  }

  @Test
  void locals_ofWhatHoldsNone_areDamage() {
    MethodBody method = read(fat(0, 0, 0x06000001, NOP_RET));
    MethodBody beyond = read(fat(0, 0, LOCALS + 1, NOP_RET));
    Image image = method(0, 0).image();
    assertThrows(MetadataFormatException.class, () -> method.locals(image));
    assertThrows(MetadataFormatException.class, () -> beyond.locals(image));
    ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0");
    builder.row(Table.STAND_ALONE_SIG, builder.blob((byte) 0x06, (byte) I4));
    MethodBody field = read(fat(0, 0, LOCALS, NOP_RET));
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> field.locals(Given.image(builder)));
    assertTrue(e.reason().contains("0x11000001"), e.reason());
  }

  @Test
  void clauses_ofEveryKind_areRead() {
    List<ExceptionClause> expected =
        List.of(
            new ExceptionClause(1, 2, 3, 4, new Catch(new Token(EXCEPTION))),
            new ExceptionClause(5, 6, 7, 8, new Filter(9)),
            new ExceptionClause(10, 11, 12, 13, Unconditional.FINALLY),
            new ExceptionClause(0xffff, 0xff, 0xffff, 0xff, Unconditional.FAULT));
    byte[] small =
        smallSection(
            smallClause(CATCH, 1, 2, 3, 4, EXCEPTION),
            smallClause(FILTER, 5, 6, 7, 8, 9),
            smallClause(FINALLY, 10, 11, 12, 13, 0),
            smallClause(FAULT, 0xffff, 0xff, 0xffff, 0xff, 0));
    byte[] large =
        fatSection(
            fatClause(CATCH, 1, 2, 3, 4, EXCEPTION),
            fatClause(FILTER, 5, 6, 7, 8, 9),
            fatClause(FINALLY, 10, 11, 12, 13, 0),
            fatClause(FAULT, 0xffff, 0xff, 0xffff, 0xff, 0));
    assertEquals(expected, read(fat(0, 1, 0, NOP_RET, small)).clauses());
    assertEquals(expected, read(fat(0, 1, 0, NOP_RET, large)).clauses());
  }

  /** Sections begin at multiples of four, wherever the code ends. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void clauses_inAChainOfSections_areAllRead(int codeSize) {
    byte[] first = smallSection(smallClause(FINALLY, 1, 1, 1, 1, 0));
    byte[] empty = smallSection();
    byte[] last =
        fatSection(fatClause(FAULT, 0x10000, 2, 2, 2, 0), fatClause(FINALLY, 3, 3, 3, 3, 0));
    MethodBody body = read(fat(0, 1, 0, new byte[codeSize], first, empty, last));
    assertEquals(
        List.of(1, 0x10000, 3), body.clauses().stream().map(ExceptionClause::tryOffset).toList());
  }

  /** Compilers that count the clauses alone, without the section's header, exist. */
  @Test
  void clauses_inASectionWhoseSizeLeavesOutTheHeader_areRead() {
    byte[] section = smallSection(smallClause(FINALLY, 1, 1, 1, 1, 0));
    section[1] = 12;
    assertEquals(1, read(fat(0, 1, 0, NOP_RET, section)).clauses().size());
  }

  @Test
  void section_ofAnotherKind_isPassedOver() {
    byte[] other = {0x02, 12, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
    byte[] clauses = smallSection(smallClause(FINALLY, 1, 1, 1, 1, 0));
    assertEquals(1, read(fat(0, 1, 0, NOP_RET, other, clauses)).clauses().size());
  }

  @ParameterizedTest
  @CsvSource({"0x0403, 1", "0x0401, 0x00001000", "0x0400, 0x2000", "0x0000, 0"})
  void body_ofAMethodWithoutRva_isAReason(int flags, int implFlags) {
    assertTrue(Body.of(method(implFlags, flags)) instanceof NoBody);
  }

  @Test
  void body_ofEveryKindOfMethodWithoutIl_saysWhy() {
    assertEquals(NoBody.ABSTRACT, Body.of(method(0, 0x0400)));
    assertEquals(NoBody.PINVOKE, Body.of(method(0x80, 0x2000)));
    assertEquals(NoBody.RUNTIME, Body.of(method(0x3, 0)));
    assertEquals(NoBody.INTERNAL_CALL, Body.of(method(0x1000, 0)));
    assertEquals(NoBody.NO_RVA, Body.of(method(0, 0)));
    assertEquals(NoBody.NATIVE, Body.of(method(0x1, 0, tiny(NOP_RET))), "it has an RVA");
    assertEquals(NoBody.PINVOKE, Body.of(method(0x1 | 0x4, 0x2000, tiny(NOP_RET))), "C++/CLI");
  }

  @Test
  void codeSize_isThatOfTheBody() {
    assertEquals(2, Body.codeSize(method(0, 0, tiny(NOP_RET))));
    assertEquals(2, Body.codeSize(method(0, 0, fat(0, 1, 0, NOP_RET))));
    assertEquals(0, Body.codeSize(method(0, 0)));
    assertEquals(0, Body.codeSize(method(0x1, 0, tiny(NOP_RET))));
    MethodDef damaged = method(0, 0, (byte) 0);
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Body.codeSize(damaged));
    assertTrue(e.reason().startsWith("0x06000001: "), e.reason());
  }

  /** The first byte, or the first two: neither tiny nor fat, or a header too small for itself. */
  @ParameterizedTest
  @ValueSource(strings = {"00", "01", "04", "05", "07", "0320", "0300"})
  void body_thatBeginsWithNeitherHeader_isDamage(String hex) {
    byte[] body = Arrays.copyOf(HexFormat.of().parseHex(hex), 64);
    assertThrows(MetadataFormatException.class, () -> read(body));
  }

  @Test
  void body_thatIsDamaged_isSaidToBeThatOfItsMethod() {
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Body.of(method(0, 0, (byte) 0)));
    assertTrue(e.reason().startsWith("0x06000001: "), e.reason());
    ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0");
    builder.set(builder.method("M", VOID_METHOD), "RVA", 0x7fffffff);
    MethodDef nowhere = new MethodDef(Given.image(builder), 1);
    assertThrows(MetadataFormatException.class, () -> Body.of(nowhere));
  }

  @Test
  void clause_ofAnUnknownKind_isDamage() {
    byte[] section = smallSection(smallClause(3, 1, 1, 1, 1, 0));
    assertThrows(MetadataFormatException.class, () -> read(fat(0, 1, 0, NOP_RET, section)));
  }

  @Test
  void body_cutAnywhere_isDamage() {
    byte[] whole =
        fat(
            INIT_LOCALS,
            2,
            LOCALS,
            new byte[] {0, 0, 0x2a},
            smallSection(smallClause(CATCH, 0, 1, 1, 1, EXCEPTION)),
            fatSection(fatClause(FILTER, 0, 1, 1, 1, 1)));
    assertEquals(2, read(whole).clauses().size());
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThrows(MetadataFormatException.class, () -> read(cut));
    }
  }

  /** Sections without clauses, four bytes each, each of which announces another. */
  @Test
  void sections_withoutEnd_areDamage() {
    byte[] body = Arrays.copyOf(fat(0x8, 1, 0, new byte[0]), 1 << 16);
    for (int at = 12; at < body.length; at += 4) {
      body[at] = (byte) 0x81;
    }
    assertThrows(MetadataFormatException.class, () -> read(body));
  }

  @Test
  void sizes_thatNoFileHas_areDamage() {
    byte[] body = fat(0, 1, 0, NOP_RET);
    Arrays.fill(body, 4, 8, (byte) 0xff);
    assertThrows(MetadataFormatException.class, () -> read(body));
    byte[] section = fatSection(fatClause(FINALLY, 1, 1, 1, 1, 0));
    Arrays.fill(section, 1, 4, (byte) 0xff);
    assertThrows(MetadataFormatException.class, () -> read(fat(0, 1, 0, NOP_RET, section)));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.MethodBodies;
import dev.tiptoe.testdata.image.Mutant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged and contrived images cost no more than sound ones of their size. The witness has larger
 * ones.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileImagesTest {

  /** How many images are made of each; the witness makes more. */
  private static final int SEEDS = 15;

  private static final byte[] VOID = {0, 0, 1};
  private static final int LDFTN = 0xfe06;
  private static final int CALL = 0x28;
  private static final int LARGE_STRINGS = 1;

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "WRITTEN_VB", "WRITTEN_FSHARP"})
  void mutants_ofTables_areAnsweredOrRefused(TestAssembly assembly) throws IOException {
    mutants(assembly, SEEDS);
  }

  /** Asks about images whose tables were changed. */
  static void mutants(TestAssembly assembly, int seeds) throws IOException {
    Mutant mutants = new Mutant(Files.readAllBytes(assembly.path()));
    int answers = 0;
    for (int seed = 0; seed < seeds; seed++) {
      answers += answers(mutants.of(seed));
    }
    assertTrue(answers > 10_000 * seeds / 150, answers + " answers");
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "WRITTEN_VB", "WRITTEN_FSHARP"})
  void files_withAnyBytesChanged_areAnsweredOrRefused(TestAssembly assembly) throws IOException {
    filesChanged(assembly, SEEDS);
  }

  /** Asks about images of which any bytes were changed. */
  static void filesChanged(TestAssembly assembly, int seeds) throws IOException {
    byte[] sound = Files.readAllBytes(assembly.path());
    int answers = 0;
    for (int seed = 0; seed < seeds; seed++) {
      Random random = new Random(seed);
      byte[] changed = sound.clone();
      for (int i = 0; i < 60; i++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      answers += answers(changed);
    }
    assertTrue(answers > 10_000 * seeds / 150, answers + " answers");
  }

  /**
   * Asks for all methods of an image, with its PDB if that opens; returns how many are answered.
   */
  private static int answers(byte[] file) {
    Image image;
    Optional<Image> pdb = Optional.empty();
    try {
      image = Image.of("mutant.dll", file);
    } catch (MetadataFormatException refused) {
      return 0;
    }
    try {
      pdb = image.embeddedPdb();
    } catch (MetadataFormatException refused) {
      // The image is asked without it.
    }
    WrittenMethods written = new WrittenMethods(image, pdb);
    Names names = new Names(image, NameStyle.CSHARP);
    int answers = 0;
    for (MethodDef method : image.methodDefs()) {
      try {
        WrittenMethod answer = written.of(method.token());
        answers++;
        answer.in(names);
      } catch (MetadataFormatException refused) {
        // That is the answer.
      }
    }
    return answers;
  }

  @Test
  void lambdas_ofOneType_areAllFound() {
    lambdasOfOneType(20_000);
  }

  /** Methods of one name, and the lambda of each. */
  static void lambdasOfOneType(int count) {
    Image image = closure(count, index -> "Buy", index -> index);
    WrittenMethods written = new WrittenMethods(image, Optional.empty());
    for (MethodDef method : image.methodDefs()) {
      WrittenMethod answer = written.of(method.token());
      boolean isLambda = method.rid() > count;
      assertEquals(isLambda ? method.rid() - count : method.rid(), answer.method().rid());
      assertEquals(isLambda ? Source.IL : Source.WRITTEN, answer.source());
    }
  }

  @Test
  void lambdas_thatAllMethodsUse_areKnownByName() {
    lambdasThatAllUse(6_000);
  }

  /** Methods that all use one lambda. */
  static void lambdasThatAllUse(int count) {
    Image image = closure(count, index -> "Buy" + index, index -> 0);
    WrittenMethods written = new WrittenMethods(image, Optional.empty());
    assertEquals(Source.ONLY_ONE, written.of(new Token(0x06000000 | count + 1)).source());
    image.methodDefs().forEach(method -> written.of(method.token()));
  }

  @Test
  void lambdas_ofOverloadsOnly_areKnownByName() {
    lambdasOfOverloads(6_000);
  }

  /** Lambdas that nothing uses. */
  static void lambdasOfOverloads(int count) {
    Image image = closure(count, index -> "Buy", index -> -1);
    WrittenMethods written = new WrittenMethods(image, Optional.empty());
    for (int rid = count + 1; rid <= 2 * count; rid++) {
      assertEquals(Source.NAME, written.of(new Token(0x06000000 | rid)).source());
    }
  }

  @Test
  void localFunctions_thatCallOneAnother_areAnswered() {
    localFunctions(2_000);
  }

  /** Local functions, of which each calls the next. */
  static void localFunctions(int count) {
    ImageBuilder builder = assembly();
    builder.typeDef("", "Shop");
    for (int i = 0; i < count; i++) {
      int method = builder.method("<Buy>g__F|0_" + i, VOID);
      builder.body(method, code(CALL, 0x06000001 + (i + 1) % count));
    }
    assertEquals(count, answered(builder));
  }

  @Test
  void lambdas_withinOneAnother_areAnswered() {
    lambdasWithinOneAnother(2_000);
  }

  /** Lambdas, of which each uses the next. */
  static void lambdasWithinOneAnother(int count) {
    ImageBuilder builder = assembly();
    builder.typeDef("", "Shop");
    builder.body(builder.method("Buy", VOID), code(LDFTN, 0x06000002));
    for (int i = 0; i < count; i++) {
      int method = builder.method("<Buy>b__" + i, VOID);
      builder.body(method, code(LDFTN, 0x06000003 + i));
    }
    assertEquals(count + 1, answered(builder));
  }

  @Test
  void methods_ofOneStateMachine_areAnswered() {
    methodsOfOneMachine(10_000);
  }

  /** Methods of one state machine. */
  static void methodsOfOneMachine(int count) {
    ImageBuilder builder = assembly();
    int shop = builder.typeDef("", "Shop");
    IntStream.range(0, 10).forEach(i -> builder.method("Wait", VOID));
    builder.nested(shop, "<Wait>d__0");
    for (int i = 0; i < count; i++) {
      builder.body(builder.method("MoveNext", VOID), code(CALL, 0x0600000b + i));
    }
    assertEquals(count + 10, answered(builder));
  }

  @Test
  void types_nestedDeeply_areAnswered() {
    int count = 20_000;
    ImageBuilder builder = assembly();
    int outer = builder.typeDef("", "Shop");
    for (int i = 0; i < count; i++) {
      outer = builder.nested(outer, "<Buy>d__" + i);
      builder.body(builder.method("MoveNext", VOID), code(CALL, 0x06000001 + i));
    }
    assertEquals(count, answered(builder));
  }

  @Test
  void types_nestedInThemselves_areAnswered() {
    ImageBuilder builder = assembly();
    int first = builder.typeDef("", "<Buy>d__1");
    builder.body(builder.method("MoveNext", VOID), code(CALL, 0x06000002));
    int second = builder.typeDef("", "<>c");
    builder.body(builder.method("<Buy>b__1", VOID), code(LDFTN, 0x06000001));
    builder.nest(first, second);
    builder.nest(second, first);
    assertEquals(2, answered(builder));
  }

  @Test
  void bodies_atOneAddress_areReadInBoundedTime() {
    bodiesAtOneAddress(2_000);
  }

  /** Methods that share one body, which calls each of them five times. */
  static void bodiesAtOneAddress(int count) {
    ImageBuilder builder = assembly();
    builder.typeDef("", "Shop");
    int first = builder.method("<Buy>b__0", VOID);
    ByteArrayOutputStream calls = new ByteArrayOutputStream();
    for (int i = 0; i < 5 * count; i++) {
      calls.writeBytes(instruction(CALL, 0x06000001 + i % count));
    }
    builder.body(first, MethodBodies.fat(0, 8, 0, calls.toByteArray()));
    byte[] file = several(builder, first, count);
    Image image = Image.of("bodies.dll", file);
    WrittenMethods written = new WrittenMethods(image, Optional.empty());
    image.methodDefs().forEach(method -> written.of(method.token()));
    assertEquals(count, image.methodDefs().size());
  }

  /** Further methods with the body of the first. */
  private static byte[] several(ImageBuilder builder, int first, int count) {
    byte[] once = builder.build().bytes();
    int rva = new MethodDef(Image.of("once.dll", once), first & 0xffffff).rva();
    for (int i = 1; i < count; i++) {
      builder.set(builder.method("<Buy>b__" + i, VOID), "RVA", rva);
    }
    return builder.build().bytes();
  }

  @Test
  void names_ofManyBrackets_areAnswered() {
    ImageBuilder builder = assembly();
    builder.typeDef("", "<".repeat(60_000));
    for (String part : new String[] {"<", ">", "<>b__", "<<>", "@1", "VB$StateMachine_", "<G>$"}) {
      builder.method(part.repeat(60_000 / part.length()), VOID);
    }
    assertEquals(7, answered(builder));
  }

  private static int answered(ImageBuilder builder) {
    return answers(builder.build().bytes());
  }

  private static ImageBuilder assembly() {
    return ImageBuilder.assembly("Hostile", "1.0.0.0").heapSizes(LARGE_STRINGS);
  }

  private static byte[] code(int opcode, int token) {
    return MethodBodies.tiny(instruction(opcode, token));
  }

  private static byte[] instruction(int opcode, int token) {
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    if (opcode > 0xff) {
      code.write(opcode >>> 8);
    }
    code.write(opcode);
    for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
      code.write(token >>> i);
    }
    return code.toByteArray();
  }

  /**
   * Methods, and as many lambdas in a closure.
   *
   * @param name the name of the method of an index, and of that in which the lambda of the index is
   * @param used the index of the lambda that the method of an index makes; -1 for none
   */
  private static Image closure(int count, IntFunction<String> name, IntUnaryOperator used) {
    ImageBuilder builder = assembly();
    int shop = builder.typeDef("", "Shop");
    byte[] none = MethodBodies.tiny((byte) 0x2a);
    for (int i = 0; i < count; i++) {
      int lambda = used.applyAsInt(i);
      byte[] body = lambda < 0 ? none : code(LDFTN, 0x06000001 + count + lambda);
      builder.body(builder.method(name.apply(i), VOID), body);
    }
    builder.nested(shop, "<>c");
    for (int i = 0; i < count; i++) {
      builder.body(builder.method("<" + name.apply(i) + ">b__1_" + i, VOID), none);
    }
    return Image.of("closure.dll", builder.build().bytes());
  }
}

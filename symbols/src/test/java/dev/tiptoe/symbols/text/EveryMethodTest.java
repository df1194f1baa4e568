// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import static dev.tiptoe.testdata.image.SignatureBlobs.VOID;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.shape.TypeShape;
import dev.tiptoe.testdata.shape.TypeShapes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of every method of assemblies in C#, Visual Basic and F#, as the runtime writes them. */
class EveryMethodTest {

  private static final int OFFSET = 5;

  /** One module, under one name. */
  private record One(Image image, ImageSymbols module) implements SymbolSource {

    static One of(TestAssembly assembly, String file) throws IOException {
      Image image = Image.open(assembly.path().resolveSibling(file));
      return new One(image, ImageSymbols.of(image, PortablePdb.of(image)));
    }

    String parameters(MethodSymbol method) {
      return RuntimeParameters.of(new MethodDef(image, method.token().rid()));
    }

    List<MethodSymbol> methods() {
      return IntStream.rangeClosed(1, module.methodCount())
          .mapToObj(rid -> module.method(Token.of(0x06, rid)))
          .toList();
    }

    StackTexts texts() {
      return texts(FrameRewriter.NameStyle.WRITTEN);
    }

    StackTexts texts(FrameRewriter.NameStyle style) {
      FrameRewriter.Options options = new FrameRewriter.Options(style, false, false);
      return new StackTexts(
          new FrameRewriter(
              Symbols.of(this), options, FrameRewriter.Noise.NONE, text -> text, note -> {}),
          false);
    }

    @Override
    public Optional<ModuleSymbols> find(UUID mvid) {
      return Optional.empty();
    }

    @Override
    public List<ModuleSymbols> named(String fileName) {
      return fileName.equals("X.dll") ? List.of(module) : List.of();
    }

    @Override
    public List<ModuleSymbols> declaring(String type) {
      return module.declares(type) ? List.of(module) : List.of();
    }
  }

  private static String rewritten(StackTexts texts, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    LineFilter.Piece piece = texts.rewrite(bytes, 0, 0, bytes.length);
    return new String(
        piece.bytes(), piece.from(), piece.to() - piece.from(), StandardCharsets.UTF_8);
  }

  private static String name(MethodSymbol method) {
    return method.systemName().replace('+', '.');
  }

  private static String token(MethodSymbol method, int offset) {
    return String.format(" in X.dll:token 0x%x+0x%x", method.token().value(), offset);
  }

  private static String line(Optional<SourcePlace.Known> place) {
    return place
        .map(known -> " in " + known.document().path() + ":line " + known.startLine())
        .orElse("");
  }

  /** Whether the name in a trace is replaced; that of a method that starts a machine is not. */
  private static boolean isGenerated(MethodSymbol method) {
    return !method
            .written()
            .text()
            .replaceFirst(" \\((async|iterator)\\)$", "")
            .equals(method.shown())
        || method.type().indexOf('<') >= 0
        || method.name().indexOf('@') >= 0;
  }

  @ParameterizedTest
  @CsvSource({
    "WRITTEN, Written.dll",
    "WRITTEN, Written.Debug.dll",
    "WRITTEN_VB, WrittenVB.dll",
    "WRITTEN_VB, WrittenVB.Debug.dll",
    "WRITTEN_FSHARP, WrittenFSharp.dll",
    "WRITTEN_FSHARP, WrittenFSharp.Debug.dll",
    "TRACES, Traces.dll"
  })
  void frame_ofEveryMethod_hasTheWrittenNameAndTheLine(TestAssembly assembly, String file)
      throws IOException {
    One source = One.of(assembly, file);
    StackTexts texts = source.texts();
    List<String> wrong = new ArrayList<>();
    for (MethodSymbol method : source.methods()) {
      Optional<SourcePlace.Known> place = source.module().source(method.token(), OFFSET).known();
      String frame = "   at " + name(method) + "(" + source.parameters(method) + ")";
      String shown = isGenerated(method) ? "   at " + method.written().shown() : frame;
      String found = rewritten(texts, frame + token(method, OFFSET));
      // A method without a line may start a state machine that has one.
      if (place.isPresent() ? !found.equals(shown + line(place)) : !found.startsWith(shown)) {
        wrong.add(frame + " is " + found + ", not " + shown + line(place));
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(source.methods().size() > 100);
  }

  /** A token counts rows: in another build it is that of another overload, or of another method. */
  @Test
  void frame_withTheParametersOfAnother_isOfAnotherBuild() throws IOException {
    One source = One.of(TestAssembly.TRACES, "Traces.dll");
    StackTexts texts = source.texts(FrameRewriter.NameStyle.SYSTEM);
    for (MethodSymbol method : source.methods()) {
      String frame = "   at " + name(method) + "(" + source.parameters(method) + ", Guid& x)";
      frame = frame.replace("(, ", "(") + token(method, OFFSET);
      assertEquals(frame, rewritten(texts, frame));
    }
  }

  /** F# writes spaces into names. */
  @ParameterizedTest
  @CsvSource({"WRITTEN_VB, WrittenVB.dll", "WRITTEN_FSHARP, WrittenFSharp.Debug.dll"})
  void frame_ofAGeneratedMethodWithoutPosition_hasTheWrittenName(TestAssembly assembly, String file)
      throws IOException {
    One source = One.of(assembly, file);
    StackTexts texts = source.texts();
    List<String> names = source.methods().stream().map(EveryMethodTest::name).toList();
    int compared = 0;
    for (MethodSymbol method : source.methods()) {
      String name = name(method);
      boolean isAlone = names.indexOf(name) == names.lastIndexOf(name);
      if (isGenerated(method) && isAlone) {
        String frame = "   at " + name + "(" + source.parameters(method) + ")";
        assertEquals("   at " + method.written().shown(), rewritten(texts, frame));
        String other = frame.replace(")", ", Guid& x)").replace("(, ", "(");
        assertEquals(other, rewritten(texts, other));
        compared++;
      }
    }
    assertTrue(compared > 100, compared + " methods");
  }

  /** The runtime names the method that starts a machine, with the machine's offset. */
  @ParameterizedTest
  @CsvSource({
    "WRITTEN, Written.dll, 12",
    "WRITTEN_VB, WrittenVB.dll, 12",
    "WRITTEN_VB, WrittenVB.Debug.dll, 12"
  })
  void frame_ofAMethodThatStartsAMachine_hasTheLineInTheMachine(
      TestAssembly assembly, String file, int least) throws IOException {
    One source = One.of(assembly, file);
    StackTexts texts = source.texts();
    int compared = 0;
    for (MethodSymbol machine : source.methods()) {
      Token written = machine.written().method();
      String outer = machine.type().replaceFirst("\\+[^+]*$", "");
      if (!machine.name().equals("MoveNext") || written.isNil()) {
        continue;
      }
      MethodSymbol kickoff = source.module().method(written);
      // A machine that awaits nothing has less code than others.
      int offset = source.module().hasRuntimeLine(machine.token(), 0x40) ? 0x40 : 0x20;
      Optional<SourcePlace.Known> place = source.module().source(machine.token(), offset).known();
      if (kickoff.type().equals(outer) && place.isPresent()) {
        int tick = machine.type().lastIndexOf('`');
        String arguments =
            tick > outer.length() ? machine.type().substring(tick).replace("`1", "[T]") : "";
        String text =
            rewritten(
                texts,
                "   at "
                    + name(kickoff)
                    + arguments
                    + "("
                    + source.parameters(kickoff)
                    + ")"
                    + token(kickoff, offset));
        assertTrue(text.contains(line(place)), text + " should have" + line(place));
        compared++;
      }
    }
    assertTrue(compared >= least, compared + " machines");
  }

  /** What overloads have in common is all that is known of this one, and that is said. */
  @Test
  void frame_ofALambdaOfOverloadsThatNothingLoads_saysThatItIsByName() {
    ImageBuilder builder = ImageBuilder.assembly("Later", "1.0.0.0");
    int shop = builder.typeDef("Tests", "Shop");
    builder.method("Buy", new byte[] {0, 0, 1});
    builder.method("Buy", new byte[] {0, 1, 1, 8});
    builder.nested(shop, "<>c");
    builder.method("<Buy>b__0_0", new byte[] {0, 0, 1});
    Image image = Image.of("X.dll", builder.build().bytes());
    One source = new One(image, ImageSymbols.of(image, new PortablePdb.Missing("none")));
    String shown = source.methods().get(2).written().text();
    for (String nested : List.of(".<>c.", "+<>c.", "/<>c.")) {
      String frame = "   at Tests.Shop" + nested + "<Buy>b__0_0()";
      assertEquals(
          "   at " + shown + " (by name only)", rewritten(source.texts(), frame), () -> frame);
    }
    String code = "void [X] Tests.Shop/<>c::<Buy>b__0_0()";
    assertEquals("void [X] " + shown + " (by name only)", rewritten(source.texts(), code));
  }

  /** In F# a name may have any characters. The image is composed as its compiler makes it. */
  @ParameterizedTest
  @ValueSource(strings = {"sells in bulk", "adds two (small) numbers", "v1.2 of it", "f(x)"})
  void frame_ofAMethodWithAnyName_isResolved(String name) {
    ImageBuilder builder = ImageBuilder.assembly("Later", "1.0.0.0");
    int shop = builder.typeDef("Tests", "Shop");
    builder.method(name, new byte[] {0, 0, 1});
    builder.nested(shop, "pipe #1 input at line 12@12-1");
    builder.method("Invoke", new byte[] {0, 0, 1});
    Image image = Image.of("X.dll", builder.build().bytes());
    One source = new One(image, ImageSymbols.of(image, new PortablePdb.Missing("none")));
    StackTexts csharp = source.texts(FrameRewriter.NameStyle.CSHARP);
    for (String position :
        List.of(" in X.dll:token 0x6000001+0x5", " in X.dll: token 0x6000001+0x0")) {
      assertEquals(
          "   at Shop." + name + "()" + position,
          rewritten(csharp, "   at Tests.Shop." + name + "()" + position));
    }
    assertEquals(
        "   at Shop." + name + "() + 0x2db(Unknown Source)",
        rewritten(csharp, "   at Tests.Shop." + name + " + 0x2db(Unknown Source)"));
    String closure = source.methods().get(1).written().shown();
    assertEquals(
        "x\n   at " + closure + "\n",
        rewritten(source.texts(), "x\n   at Tests.Shop.pipe #1 input at line 12@12-1.Invoke()\n"));
    String prose = "   at a time (when token 0x1 was near)\n   at home in Shop@3.x(y)\n";
    assertEquals(prose, rewritten(csharp, prose));
  }

  /** A name of our own that is wrong makes the frame one of another build. */
  @Test
  void frame_ofAMethodWithATypeOfAnyShape_isThatMethod() {
    List<TypeShape> shapes = TypeShapes.upTo(3).filter(TypeShape::isValid).toList();
    ImageBuilder builder = TypeShape.module("Shapes");
    builder.typeDef("Tests", "Shop");
    shapes.forEach(shape -> builder.method("Buy", method(primitive(VOID), shape.blob())));
    Image image = Image.of("X.dll", builder.build().bytes());
    One source = new One(image, ImageSymbols.of(image, new PortablePdb.Missing("none")));
    StackTexts texts = source.texts(FrameRewriter.NameStyle.CSHARP);
    for (int i = 0; i < shapes.size(); i++) {
      String position = token(source.module().method(Token.of(0x06, i + 1)), OFFSET);
      TypeShape shape = shapes.get(i);
      assertEquals(
          "   at Shop.Buy(" + shape.csharp() + ")" + position,
          rewritten(texts, "   at Tests.Shop.Buy(" + shape.simple() + " x)" + position));
    }
    assertTrue(shapes.size() > 1_000, shapes.size() + " types");
  }

  /** Each was sought among the 2,048 names that a machine may have: 50 ms a frame. */
  @Test
  void frames_withoutLinesOfAModuleThatHasSome_areLookedForOnce() throws IOException {
    One source = One.of(TestAssembly.WRITTEN, "Written.dll");
    StackTexts texts = source.texts();
    MethodSymbol method =
        source.methods().stream()
            .filter(each -> source.module().source(each.token(), OFFSET).known().isEmpty())
            .filter(each -> !isGenerated(each))
            .findFirst()
            .orElseThrow();
    StringBuilder log = new StringBuilder();
    for (int offset = 0; offset < 2000; offset++) {
      log.append(String.format("   at %s + 0x%x(Unknown Source)%n", name(method), offset));
    }
    assertTimeout(
        Duration.ofSeconds(20),
        () -> assertEquals(log.toString(), rewritten(texts, log.toString())));
  }
}

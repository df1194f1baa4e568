// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.symbols.written.Places.Place;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written in testdata/assemblies/Written, and its counterparts, says where it is. */
class WrittenMethodsTest {

  /** An image of the same sources, with and without optimization. */
  static Image image(String file) throws IOException {
    return Image.open(TestAssembly.WRITTEN.path().resolveSibling(file));
  }

  @ParameterizedTest
  @CsvSource({
    "WRITTEN, Written.dll, true, STATE_MACHINE_TABLE, 61",
    "WRITTEN, Written.Debug.dll, true, STATE_MACHINE_TABLE, 61",
    "WRITTEN, Written.dll, false, ATTRIBUTE, 61",
    "WRITTEN, Written.Debug.dll, false, ATTRIBUTE, 61",
    "WRITTEN_VB, WrittenVB.dll, true, STATE_MACHINE_TABLE, 51",
    "WRITTEN_VB, WrittenVB.Debug.dll, true, STATE_MACHINE_TABLE, 51",
    "WRITTEN_VB, WrittenVB.dll, false, ATTRIBUTE, 51",
    "WRITTEN_VB, WrittenVB.Debug.dll, false, ATTRIBUTE, 51",
    "WRITTEN_FSHARP, WrittenFSharp.Debug.dll, true, IL, 50",
    "WRITTEN_FSHARP, WrittenFSharp.Debug.dll, false, IL, 50"
  })
  void methods_ofEveryConstruct_areWhereTheSourceSays(
      TestAssembly assembly, String file, boolean withPdb, Source ofMachines, int count)
      throws IOException {
    Image image = Image.open(assembly.path().resolveSibling(file));
    WrittenMethods written =
        new WrittenMethods(image, withPdb ? image.embeddedPdb() : Optional.empty());
    Names names = new Names(image, NameStyle.CSHARP);
    Map<String, String> expected = new TreeMap<>();
    Map<String, String> found = new TreeMap<>();
    Set<Source> sources = EnumSet.noneOf(Source.class);
    for (Place place : Places.in(image)) {
      WrittenMethod answer = written.of(place.method().token());
      expected.put(place.name(), place.place());
      found.put(place.name(), answer.in(names));
      sources.add(answer.source());
    }
    assertEquals(expected, found);
    assertEquals(count, expected.size());
    assertEquals(EnumSet.of(Source.WRITTEN, ofMachines, Source.IL), sources);
  }

  /**
   * The optimizing compiler of F# moves functions into others and names what it moves as it likes:
   * the code then has the place of the function that it was moved into.
   */
  @Test
  void methods_ofOptimizedFSharp_areWhereTheSourceSaysOrAroundIt() throws IOException {
    Image image = Image.open(TestAssembly.WRITTEN_FSHARP.path());
    WrittenMethods written = new WrittenMethods(image, Optional.empty());
    Names names = new Names(image, NameStyle.CSHARP);
    Map<String, String> moved = new TreeMap<>();
    int same = 0;
    for (Place place : Places.in(image)) {
      String answer = written.of(place.method().token()).in(names);
      if (answer.equals(place.place())) {
        same++;
      } else {
        moved.put(place.place(), answer);
      }
    }
    assertEquals(45, same);
    assertEquals(
        Map.of(
            "Crate<T>.Count.get → closure",
            "Crate<T>.Count.get",
            "Named.Basket.Total() → closure",
            "Named.Basket.Total()",
            "Point.Sum() → closure",
            "Point.Sum()",
            "Shop.inner(int) → closure local",
            "Shop.inner(int) → closure",
            "Shop.compared(FSharpList<string>) → object expression Compare → closure order",
            "Shop.compared(FSharpList<string>) → object expression Compare → closure projection"),
        moved);
  }

  private static Map<String, List<String>> byText(Image image) {
    WrittenMethods written = new WrittenMethods(image, image.embeddedPdb());
    Names names = new Names(image, NameStyle.CSHARP);
    Map<String, List<String>> all = new TreeMap<>();
    for (MethodDef method : image.methodDefs()) {
      all.computeIfAbsent(written.of(method.token()).in(names), any -> new ArrayList<>())
          .add(method.declaringType().name() + "::" + method.name());
    }
    return all;
  }

  @Test
  void membersOfAnIterator_areDistinguished() throws IOException {
    Map<String, List<String>> all = byText(image("Written.dll"));
    String type = "<All>d__4::";
    String generic = type + "System.Collections.Generic.";
    Map<String, List<String>> expected =
        Map.of(
            "", List.of(type + "MoveNext"),
            " → constructor", List.of(type + ".ctor"),
            " → finally", List.of(type + "<>m__Finally1"),
            " → IDisposable.Dispose", List.of(type + "System.IDisposable.Dispose"),
            " → IEnumerator<>.Current.get",
                List.of(generic + "IEnumerator<System.Int32>.get_Current"),
            " → IEnumerator.Current.get",
                List.of(type + "System.Collections.IEnumerator.get_Current"),
            " → IEnumerator.Reset", List.of(type + "System.Collections.IEnumerator.Reset"),
            " → IEnumerable<>.GetEnumerator",
                List.of(generic + "IEnumerable<System.Int32>.GetEnumerator"),
            " → IEnumerable.GetEnumerator",
                List.of(type + "System.Collections.IEnumerable.GetEnumerator"));
    String iterator = "Machines.All(int) (iterator)";
    Map<String, List<String>> found = new TreeMap<>();
    all.forEach(
        (text, methods) -> {
          if (text.startsWith(iterator)) {
            found.put(text.substring(iterator.length()), methods);
          }
        });
    assertEquals(new TreeMap<>(expected), found);
  }

  /**
   * Only lambdas and closures of one method are alike, local functions of one name, the members of
   * anonymous types, and the two methods of a sequence of F# that have written code.
   */
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
  void methods_ofAModule_areDistinguished(TestAssembly assembly, String file) throws IOException {
    Map<String, List<String>> alike = byText(Image.open(assembly.path().resolveSibling(file)));
    alike
        .entrySet()
        .removeIf(
            each ->
                each.getValue().size() == 1
                    || each.getValue().get(1).endsWith("::Close")
                    || each.getKey().startsWith("anonymous type")
                    || each.getKey().matches(".* → (lambda|closure|local function)( .*)?"));
    assertEquals(Map.of(), alike);
  }

  @Test
  void baseCalls_ofVisualBasic_areInTheCodeThatCallsThem() throws IOException {
    Image image = Image.open(TestAssembly.WRITTEN_VB.path());
    WrittenMethods written = new WrittenMethods(image, Optional.empty());
    Names names = new Names(image, NameStyle.CSHARP);
    Set<String> found = new TreeSet<>();
    for (MethodDef method : image.methodDefs()) {
      if (method.name().startsWith("$VB$ClosureStub_") || method.name().contains("__R")) {
        found.add(written.of(method.token()).in(names));
      }
    }
    assertEquals(
        Set.of(
            "FurtherMachines.Later(int) (async) → base call",
            "Shop.Open(int) → lambda → base call",
            "Shop.Relaxed() → delegate conversion",
            "Shop.Widened() → delegate conversion"),
        found);
  }

  @Test
  void machines_withoutTableAndAttribute_areFoundByTheirMakers() throws IOException {
    Image image = image("Written.dll");
    StateMachines machines = new StateMachines(image, Optional.empty());
    Families families = new Families(image, new NamedRows(image), machines);
    int compared = 0;
    for (TypeDef type : image.typeDefs()) {
      Optional<StateMachines.Kickoff> kickoff = machines.kickoff(type);
      if (kickoff.isPresent()) {
        compared++;
        assertEquals(
            List.of(kickoff.get().method().rid()), families.usersOf(type).rids(), type::name);
      }
    }
    assertTrue(compared > 12, compared + " machines");
  }

  @Test
  void baseCallOfALambda_isInTheLambda() throws IOException {
    Image image = image("Written.dll");
    MethodDef wrapper =
        image.methodDefs().stream()
            .filter(method -> method.name().equals("<>n__0"))
            .findFirst()
            .orElseThrow();
    assertEquals(
        "Shop.Open(int) → lambda → base call",
        new WrittenMethods(image, Optional.empty())
            .of(wrapper.token())
            .in(new Names(image, NameStyle.CSHARP)));
  }

  @Test
  void entryPoint_isThatOfTheAsynchronousMain() throws IOException {
    Image image = image("Written.dll");
    assertEquals(
        "top-level statements (entry point)",
        new WrittenMethods(image, Optional.empty())
            .of(image.entryPoint())
            .in(new Names(image, NameStyle.CSHARP)));
  }

  @Test
  void token_ofNoMethod_isRefused() throws IOException {
    WrittenMethods written = new WrittenMethods(image("Written.dll"), Optional.empty());
    assertThrows(IllegalArgumentException.class, () -> written.of(new Token(0x02000001)));
    assertThrows(MetadataFormatException.class, () -> written.of(new Token(0x06ffffff)));
  }
}

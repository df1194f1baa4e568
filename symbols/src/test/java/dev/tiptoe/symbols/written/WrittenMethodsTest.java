// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.Instruction;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written in testdata/assemblies/Written says of itself where it is. */
class WrittenMethodsTest {

  /** An image of the same sources, with and without optimization. */
  static Image image(String file) throws IOException {
    return Image.open(TestAssembly.WRITTEN.path().resolveSibling(file));
  }

  @ParameterizedTest
  @CsvSource({
    "Written.dll, true, STATE_MACHINE_TABLE",
    "Written.Debug.dll, true, STATE_MACHINE_TABLE",
    "Written.dll, false, ATTRIBUTE",
    "Written.Debug.dll, false, ATTRIBUTE"
  })
  void methods_ofEveryConstruct_areWhereTheSourceSays(
      String file, boolean withPdb, Source ofMachines) throws IOException {
    Image image = image(file);
    WrittenMethods written =
        new WrittenMethods(image, withPdb ? image.embeddedPdb() : Optional.empty());
    Names names = new Names(image, NameStyle.CSHARP);
    Map<String, String> expected = new TreeMap<>();
    Map<String, String> found = new TreeMap<>();
    Set<Source> sources = EnumSet.noneOf(Source.class);
    for (MethodDef method : image.methodDefs()) {
      for (String place : placesIn(method)) {
        WrittenMethod answer = written.of(method.token());
        String name = method.declaringType().name() + "::" + method.name() + method.token();
        expected.put(name, place);
        found.put(name, answer.in(names));
        sources.add(answer.source());
      }
    }
    assertEquals(expected, found);
    assertEquals(61, expected.size());
    assertEquals(EnumSet.of(Source.WRITTEN, ofMachines, Source.IL), sources);
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

  /** The arguments of the calls of {@code Is.Here}. */
  private static List<String> placesIn(MethodDef method) {
    List<String> places = new ArrayList<>();
    if (Body.of(method) instanceof MethodBody body) {
      String last = "";
      for (Instruction each : body.instructions()) {
        if (each.opcode().name().equals("ldstr")) {
          last = method.image().userString(each.token());
        } else if (each.opcode().name().equals("call")
            && each.token().table() == MethodDef.TABLE
            && new MethodDef(method.image(), each.token().rid()).name().equals("Here")) {
          places.add(last);
        }
      }
    }
    return places;
  }
}

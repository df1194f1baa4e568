// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.written.GeneratedName.Kind;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is found without IL is what the IL says, or it is by name alone. */
class MethodChoiceTest {

  @Test
  void lambdas_inADebugBuild_areMapped() throws IOException {
    Map<Source, Integer> sources = compared("Written.Debug.dll", true);
    assertTrue(sources.getOrDefault(Source.DEBUG_MAP, 0) > 40, sources::toString);
  }

  @Test
  void lambdas_inAReleaseBuild_areFoundByTheirLines() throws IOException {
    Map<Source, Integer> sources = compared("Written.dll", true);
    assertTrue(sources.getOrDefault(Source.LINES, 0) > 10, sources::toString);
  }

  @Test
  void lambdas_withoutAPdb_areTheOnlyOnesOfTheirNameOrByName() throws IOException {
    Map<Source, Integer> sources = compared("Written.dll", false);
    assertTrue(sources.getOrDefault(Source.ONLY_ONE, 0) > 10, sources::toString);
    assertTrue(sources.getOrDefault(Source.NAME, 0) > 5, sources::toString);
  }

  @Test
  void lambdas_ofVisualBasic_areMapped() throws IOException {
    Image image = Image.open(TestAssembly.WRITTEN_VB.path().resolveSibling("WrittenVB.Debug.dll"));
    assertEquals(Map.of(Source.DEBUG_MAP, 40), compared(image, true));
  }

  private static Map<Source, Integer> compared(String file, boolean withPdb) throws IOException {
    return compared(WrittenMethodsTest.image(file), withPdb);
  }

  private static Map<Source, Integer> compared(Image image, boolean withPdb) {
    Optional<Image> pdb = withPdb ? image.embeddedPdb() : Optional.empty();
    WrittenMethods written = new WrittenMethods(image, pdb);
    MethodChoice candidates = new MethodChoice(pdb);
    Families families = new Families(image, new NamedRows(image), new StateMachines(image, pdb));
    Map<Source, Integer> sources = new EnumMap<>(Source.class);
    for (MethodDef method : image.methodDefs()) {
      Optional<GeneratedName> name =
          GeneratedName.parse(method.name())
              .filter(each -> each.kind() == Kind.LAMBDA || each.kind() == Kind.LOCAL_FUNCTION);
      if (name.isPresent()) {
        WrittenMethod byIl = written.of(method.token());
        assertTrue(byIl.source().compareTo(Source.IL) <= 0, method::name);
        WrittenMethod other =
            candidates.of(
                families.home(method.declaringType()),
                name.get().source(),
                WrittenMethods.ordinal(method, name.get()),
                Optional.of(method));
        sources.merge(other.source(), 1, Integer::sum);
        if (other.source() == Source.NAME) {
          assertEquals(byIl.name(), other.name());
        } else {
          assertEquals(byIl.method(), other.method(), () -> method.name() + " " + other);
        }
      }
    }
    return sources;
  }
}

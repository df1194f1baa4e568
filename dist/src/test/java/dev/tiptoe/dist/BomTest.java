// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The BOM, which has no parent, says what the parent says; what every module has. */
class BomTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));
  private static final Pattern MANAGED =
      Pattern.compile(
          "<groupId>dev\\.tiptoe</groupId>\\s*<artifactId>(tiptoe-[^<]+)</artifactId>\\s*<version>\\$");

  @Test
  void bom_hasEveryModuleThatIsPublished() throws IOException {
    Set<String> published = new TreeSet<>();
    for (String module : Modules.published()) {
      String pom = Modules.pom(module);
      published.add(element(pom.substring(pom.indexOf("</parent>")), "artifactId"));
    }
    Set<String> managed =
        MANAGED
            .matcher(Modules.pom("bom"))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    assertEquals(published, managed);
    assertTrue(published.size() >= 7, published::toString);
  }

  @Test
  void bom_hasTheVersionAndTheMetadataOfTheParent() throws IOException {
    String parent = Modules.pom("");
    String bom = Modules.pom("bom");
    assertEquals(element(parent, "version"), element(bom, "version"));
    for (String element : List.of("licenses", "developers", "url", "organization")) {
      assertEquals(element(parent, element), element(bom, element));
    }
  }

  /** What is in each jar; ReleaseTest looks into those of sources and Javadoc. */
  @Test
  void classes_ofEachModule_haveLicenceAndNotice() throws IOException {
    for (String module : Modules.published()) {
      for (String name : List.of("LICENSE", "NOTICE")) {
        Path copy = HOME.resolve(module).resolve("target/classes/META-INF").resolve(name);
        assertEquals(-1, Files.mismatch(HOME.resolve(name), copy), copy::toString);
      }
    }
  }

  /** A repository of the world wants these of every artifact. */
  @Test
  void pom_ofEachModule_hasNameAndDescription() throws IOException {
    for (String module : Modules.all()) {
      assertTrue(element(Modules.pom(module), "name").startsWith("Tiptoe "), module);
      assertTrue(element(Modules.pom(module), "description").endsWith("."), module);
    }
  }

  private static String element(String pom, String name) {
    int begin = pom.indexOf("<" + name + ">");
    assertTrue(begin >= 0, name);
    return pom.substring(begin + name.length() + 2, pom.indexOf("</" + name + ">", begin))
        .replaceAll("\\s+", " ");
  }
}

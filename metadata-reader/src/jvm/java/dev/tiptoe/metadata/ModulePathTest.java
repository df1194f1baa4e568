// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.given.ChildJvm;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tests run on the class path; the module descriptor must work all the same. */
class ModulePathTest {

  private static String where(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void module_onTheModulePath_isUsedByAProgramOutside() throws IOException, InterruptedException {
    ChildJvm jvm =
        ChildJvm.run(
            "--module-path",
            where(Image.class),
            "--add-modules",
            "dev.tiptoe.metadata",
            "--class-path",
            where(Given.class) + File.pathSeparator + where(ImageBuilder.class),
            "dev.tiptoe.metadata.given.OnModulePath");
    assertEquals(
        List.of(
            "module dev.tiptoe.metadata", "N.Outer`1+Inner::B(N.Outer`1+Inner):System.Int32[,]"),
        jvm.output().lines().toList());
    assertEquals(0, jvm.exitCode());
  }

  @Test
  void module_described_exportsWhatItsUsersName() throws IOException, InterruptedException {
    ChildJvm jvm =
        ChildJvm.run(
            "--module-path", where(Image.class), "--describe-module", "dev.tiptoe.metadata");
    assertEquals(0, jvm.exitCode(), jvm.output());
    assertEquals(
        List.of(
            "exports dev.tiptoe.metadata",
            "exports dev.tiptoe.metadata.attribute",
            "exports dev.tiptoe.metadata.body",
            "exports dev.tiptoe.metadata.bytes",
            "exports dev.tiptoe.metadata.image",
            "exports dev.tiptoe.metadata.name",
            "exports dev.tiptoe.metadata.pdb",
            "exports dev.tiptoe.metadata.signature",
            "requires java.base",
            "requires org.jspecify"),
        jvm.output()
            .lines()
            .filter(line -> line.matches("(exports|requires) .*"))
            .map(ModulePathTest::withoutModifiers)
            .sorted()
            .toList());
  }

  /**
   * Modifiers come in any order. That JSpecify is optional shows where the program runs without.
   */
  private static String withoutModifiers(String line) {
    return line.replaceAll("^(\\S+ \\S+).*", "$1");
  }
}

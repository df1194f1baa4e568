// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.BuiltImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code NamesCommandTest} share, which stand by kind. */
abstract class NamesCommandFixture {

  static final String HELLO = TestAssembly.HELLO.path().toString();

  static final int METHODS_OF_HELLO = 6;

  @TempDir Path folder = Path.of("");

  Path hello(String name) throws IOException {
    return write(Files.readAllBytes(TestAssembly.HELLO.path()), name);
  }

  Path write(BuiltImage image, String name) throws IOException {
    return write(image.bytes(), name);
  }

  Path write(byte[] bytes, String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code OtherUsersTest} share, which stand by kind. */
abstract class OtherUsersFixture {

  @TempDir Path temporary = Path.of("");

  Path folder = Path.of("");

  @BeforeEach
  void resolveLinks() throws IOException {
    folder = temporary.toRealPath();
  }
}

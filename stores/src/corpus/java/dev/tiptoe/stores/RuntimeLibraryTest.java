// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RuntimeLibraryTest {

  @Test
  void library_ofARuntime_isFoundByItsBuildId() throws IOException {
    Path library = TestRuntime.directory().resolve("libcoreclr.so");
    Identity id = Contents.of(library, (name, problem) -> {}).get(0).identities().get(0);
    String hex = ((Identity.BuildId) id).hex();
    assertEquals(40, hex.length());
    assertEquals(library, Store.of(library).locate(id).orElseThrow().file());
    assertTrue(Files.exists(library));
  }
}

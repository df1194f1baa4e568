// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.stores.Store;
import dev.tiptoe.testdata.TestAssembly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a file of a store, with the ending of a package and with another. */
@Tag("quarter-3")
class StoreFuzzTest {

  static Stream<byte[]> seeds() throws IOException {
    byte[] module = Files.readAllBytes(TestAssembly.HELLO.path());
    var packed = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(packed)) {
      zip.putNextEntry(new ZipEntry("lib/Hello.dll"));
      zip.write(module);
      zip.putNextEntry(new ZipEntry("../../Hello.pdb"));
      zip.write(new byte[] {'B', 'S', 'J', 'B'});
    }
    return Stream.of(module, packed.toByteArray(), new byte[0]);
  }

  @MethodSource("seeds")
  @FuzzTest
  void file_ofAnyBytes_isReadOrReported(byte[] bytes) throws IOException {
    for (String name : new String[] {"Hello.nupkg", "Hello.dll"}) {
      Path folder = Files.createTempDirectory("fuzz-");
      Path file = Files.write(folder.resolve(name), bytes);
      try {
        Store store = Store.of(folder);
        store.find(new UUID(1, 2));
        store.named("Hello.dll").forEach(module -> module.methodCount());
        store.declaring("Program");
      } finally {
        Files.delete(file);
        Files.delete(folder);
      }
    }
  }
}

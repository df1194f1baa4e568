// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedIndexFolderThreadsTest {

  @Test
  void threads_thatAskAtOnce_openTheFolderOnce(@TempDir Path folder) throws IOException {
    Image demo = Image.open(TestAssembly.DEMO.path());
    assertTrue(new SymbolIndexWriter(folder, true).write(demo, PortablePdb.of(demo)).isPresent());
    List<IndexFolder> seen =
        IntStream.range(0, 64)
            .parallel()
            .mapToObj(i -> new SharedIndexFolder(folder).indexes())
            .toList();
    seen.forEach(each -> assertSame(seen.get(0), each));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Modules in a folder, which are indexed. */
abstract class IndexedModules {

  @TempDir Path folder;

  Path modules;
  Path out;
  UUID mvid;

  /** Two copies of a module, of which the second has its PDB; a native file, and a damaged one. */
  @BeforeEach
  void copyModules() throws IOException {
    modules = folder.resolve("modules");
    out = folder.resolve("out");
    Path module = TestAssembly.CONSTRUCTS.path();
    Path pdb = module.resolveSibling("Constructs.pdb");
    mvid = Image.open(module).mvid().orElseThrow();
    for (String host : List.of("a", "b")) {
      Files.createDirectories(modules.resolve(host));
      Files.copy(module, modules.resolve(host).resolve("Constructs.dll"));
    }
    Files.copy(pdb, modules.resolve("b/Constructs.pdb"));
    Files.copy(TestAssembly.WRITTEN.path(), modules.resolve("a/Written.exe"));
    Files.writeString(modules.resolve("a/native.dll"), "no module");
    byte[] damaged = Files.readAllBytes(module);
    int root = new String(damaged, StandardCharsets.ISO_8859_1).indexOf("BSJB");
    Arrays.fill(damaged, root + Long.BYTES, root + 64, (byte) 0xa5);
    Files.write(modules.resolve("a/damaged.DLL"), damaged);
  }

  IndexCounts index(boolean always) throws IOException {
    return new Indexer(LocalSpark.session())
        .index(
            List.of(modules.toString()),
            out.toString(),
            folder.resolve("report").toString(),
            always);
  }

  List<String> files() throws IOException {
    return files(out);
  }

  /** Returns the names of files, but that of the locks of a folder of this machine. */
  static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> !name.equals(".lock"))
          .sorted()
          .toList();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.cli.TraceOf;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.trace.RecordedSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names of types and methods in the table of what is loaded, which have their namespaces. */
class LoadedNamesTest {

  private static final ModuleID APP = new ModuleID(0x310);

  @TempDir private Path folder = Path.of("");

  private List<String> names(ImageBuilder module) throws IOException {
    Path file = Files.write(folder.resolve("App.dll"), module.build().bytes());
    Path path = Files.write(folder.resolve("a.tiptoe"), TraceOf.text("x", file));
    RecordedSession recorded = RecordedSession.read(path);
    Trace trace = new Trace(recorded, recorded.session().now());
    LoadedNames names = new LoadedNames(trace, trace.end());
    return Stream.of(0x02000002, 0x06000001).map(token -> names.of(APP, new Token(token))).toList();
  }

  private static ImageBuilder module() {
    ImageBuilder module = ImageBuilder.assembly("App", "1.0.0.0");
    module.typeDef("A.Svc", "Svc");
    byte[] nothing = SignatureBlobs.primitive(SignatureBlobs.VOID);
    module.method("Run", SignatureBlobs.method(nothing));
    return module;
  }

  @Test
  void names_ofATypeThatHasItsNameAlone_haveTheNamespaceOnce() throws IOException {
    assertEquals(List.of("A.Svc.Svc", "A.Svc.Svc.Run()"), names(module()));
  }

  @Test
  void names_ofTypesOfOneName_haveTheNamespaceOnce() throws IOException {
    ImageBuilder module = module();
    module.typeDef("B", "Svc");
    assertEquals(List.of("A.Svc.Svc", "A.Svc.Svc.Run()"), names(module));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.testdata.TestAssembly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The output of the example in the package of fields. */
final class FieldsExampleTest {

  @Test
  void example_run_printsTheFieldsAndReasons() throws IOException {
    Session session = new Session();
    ModuleID demo = new ModuleID(1);
    Image image = Image.open(TestAssembly.DEMO.path());
    Token ship = image.findType("Tiptoe.Demo", "Ship").orElseThrow().token();
    session.feed().moduleLoaded(1, demo, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
    ClassShape shape = new ClassShape.Defined(demo, ship, new ClassID(0), List.of());
    session.feed().classLoaded(12_300_000, new ClassID(7), shape);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FieldsExample.run(
        session, new ClassID(7), new PrintStream(bytes, true, StandardCharsets.UTF_8));
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(8, lines.size());
    assertEquals("mooring: loaded []", lines.get(4));
    assertEquals(
        "  Tiptoe.Demo.Mooring: published, because it is the type of field 'mooring' of"
            + " Tiptoe.Demo.Ship, which was announced at 12.3 ms",
        lines.get(5));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.field.FieldsAnswer;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.reference.TypeResolution;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session over facts, and over a folder. */
final class SessionTest {

  private static final Token FIRST_TYPE = new Token(0x02000002);

  @TempDir private Path folder = Path.of("");

  @Test
  void folder_takenAsLoaded_resolvesReferencesAndNamesRows() throws IOException {
    ImageBuilder port = ImageBuilder.assembly("Port", "1.0.0.0");
    port.typeDef("Port", "Ship");
    Files.write(folder.resolve("Port.dll"), port.build().bytes());
    ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
    int assembly = app.assemblyRef("Port", "1.0.0.0");
    int reference = app.typeRef(assembly, "Port", "Ship");
    Files.write(folder.resolve("App.dll"), app.build().bytes());
    Files.writeString(folder.resolve("Notes.dll"), "no module");

    Moment now = Session.ofFolder(folder).now();
    assertEquals(2, now.ids().modules().count());
    TypeResolution.Resolved found =
        assertInstanceOf(
            TypeResolution.Resolved.class, now.typeDef(new ModuleID(1), new Token(reference)));
    assertEquals(FIRST_TYPE, found.type().token());
    assertEquals("Port.Ship", now.nameOf(new ModuleID(2), FIRST_TYPE));
    assertInstanceOf(LookupAnswer.NotSeen.class, now.classIDs(new ModuleID(2), FIRST_TYPE));
  }

  @Test
  void moment_onceTaken_doesNotChangeWhenFactsArrive() {
    Session session = new Session();
    ModuleID demo = new ModuleID(1);
    ClassID type = new ClassID(7);
    session.feed().moduleLoaded(10, demo, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
    Moment before = session.now();
    session
        .feed()
        .classLoaded(20, type, new ClassShape.Defined(demo, FIRST_TYPE, new ClassID(0), List.of()));
    assertEquals(10, before.time());
    assertInstanceOf(LookupAnswer.NotSeen.class, before.classIDs(demo, FIRST_TYPE));
    assertInstanceOf(FieldsAnswer.NotKnown.class, before.fields(type));
    Moment after = session.now();
    assertInstanceOf(LookupAnswer.Loaded.class, after.classIDs(demo, FIRST_TYPE));
    assertInstanceOf(FieldsAnswer.Listed.class, after.fields(type));
    assertSame(after.loadedness(), after.loadedness());
    assertTrue(after.loadContext(demo).why().contains("no load context was reported"));
  }
}

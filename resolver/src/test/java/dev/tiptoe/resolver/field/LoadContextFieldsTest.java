// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.FieldsAnswer;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.loadedness.MetadataTypeFacts;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.reference.LoadedTypes;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A struct of a library of which another load context has the version that is asked for. */
final class LoadContextFieldsTest {

  private static final ModuleID OWN = new ModuleID(0x200);
  private static final ModuleID OTHER = new ModuleID(0x300);
  private static final ModuleID PLUGIN = new ModuleID(0x400);
  private static final ClassID OWNER = new ClassID(0x4001);
  private static final String ALPHA = "\"Alpha\" PluginContext #1";
  private static final String BETA = "\"Beta\" PluginContext #2";

  @TempDir private Path folder = Path.of("");

  private final RuntimeIdMap map = new StoredMap();
  private final ModuleImages images = new ModuleImages();
  private final Token struct = new Token(0x02000002);

  @BeforeEach
  void load() throws IOException {
    ImageBuilder core = ImageBuilder.assembly("System.Private.CoreLib", "9.0.0.0");
    int object = core.typeDef("System", "Object");
    core.typeDef("System", "ValueType", object);
    load(new ModuleID(0x100), "System.Private.CoreLib", core, "Default");
    load(OWN, "Lib", library("2.0.0.0"), ALPHA);
    load(OTHER, "Lib", library("1.0.0.0"), BETA);
    ImageBuilder plugin = ImageBuilder.assembly("Plugin", "1.0.0.0");
    int toLib = plugin.typeRef(plugin.assemblyRef("Lib", "1.0.0.0"), "N", "Size");
    int toCore = plugin.assemblyRef("System.Private.CoreLib", "9.0.0.0");
    int owner = plugin.typeDef("N", "Owner", plugin.typeRef(toCore, "System", "Object"));
    plugin.field("size", SignatureBlobs.field(SignatureBlobs.valueType(toLib)));
    load(PLUGIN, "Plugin", plugin, ALPHA);
    map.classLoaded(
        2, OWNER, new ClassShape.Defined(PLUGIN, new Token(owner), new ClassID(0), List.of()));
  }

  private static ImageBuilder library(String version) {
    ImageBuilder library = ImageBuilder.assembly("Lib", version);
    int toCore = library.assemblyRef("System.Private.CoreLib", "9.0.0.0");
    library.typeDef("N", "Size", library.typeRef(toCore, "System", "ValueType"));
    return library;
  }

  private void load(ModuleID module, String name, ImageBuilder image, String context)
      throws IOException {
    Path file = folder.resolve(module.value() + "/" + name + ".dll");
    Files.createDirectories(file.getParent());
    Files.write(file, image.build().bytes());
    AssemblyID assembly = new AssemblyID(module.value() + 1);
    map.assemblyLoaded(1, assembly, new AppDomainID(1), module, name);
    map.moduleLoaded(
        1, module, new LoadedModule(file.toString(), Optional.empty(), assembly, 0, 0));
    map.loadContextReported(1, assembly, context);
  }

  @Test
  void field_isOfTheLibraryOfItsOwnContext() {
    FieldsAnswer.Listed listed =
        assertInstanceOf(FieldsAnswer.Listed.class, Fields.of(map.now(), images).of(OWNER));
    assertEquals(
        new Defined(new TypeKey(OWN, struct), List.of()), listed.fields().get(0).type().type());
  }

  @Test
  void loadednessThatIsKeptUp_isOfTheLibraryOfItsOwnContext() {
    Loadedness live =
        Loadedness.current(
            map, view -> MetadataTypeFacts.of(LoadedTypes.of(images.loadedIn(view))));
    assertInstanceOf(Loaded.class, live.classIDs(OWN, struct));
    assertInstanceOf(NotSeen.class, live.classIDs(OTHER, struct));
  }
}

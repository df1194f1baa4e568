// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Modules that refer to one another: a core library, two versions of a library, a facade that
 * forwards to it, and three programs. Stateless.
 */
final class SessionModules {

  /** How many there are. */
  static final int COUNT = 7;

  private static final Map<String, Bytes> METADATA =
      Map.of(
          "Core", core(),
          "Lib", library("1.0.0.0"),
          "Lib/2", library("2.0.0.0"),
          "Facade", facade(),
          "App", app("App"),
          "Plugin", app("Plugin"),
          "Other", app("Other"));

  private static final List<String> NAMES =
      List.of("Core", "Lib", "Lib/2", "Facade", "App", "Plugin", "Other");

  private SessionModules() {}

  static String name(int module) {
    return NAMES.get(module);
  }

  static Bytes metadata(int module) {
    return Objects.requireNonNull(METADATA.get(name(module)));
  }

  private static Bytes core() {
    ImageBuilder core = ImageBuilder.assembly("Core", "9.0.0.0");
    int object = core.typeDef("System", "Object");
    int valueType = core.typeDef("System", "ValueType", object);
    core.typeDef("System", "__Canon", object);
    core.typeDef("System", "Int32", valueType);
    int slot = core.typeDef("System", "Slot`1", valueType);
    core.genericParam(slot, 0, "T");
    return metadata(core);
  }

  private static Bytes library(String version) {
    ImageBuilder library = ImageBuilder.assembly("Lib", version);
    int toCore = library.assemblyRef("Core", "9.0.0.0");
    int object = library.typeRef(toCore, "System", "Object");
    library.typeDef("N", "Size", library.typeRef(toCore, "System", "ValueType"));
    library.typeDef("N", "Fruit", object);
    library.typeDef("N", "Rare", object);
    return metadata(library);
  }

  private static Bytes facade() {
    ImageBuilder facade = ImageBuilder.assembly("Facade", "1.0.0.0");
    int toLib = facade.assemblyRef("Lib", "1.0.0.0");
    facade.exportedType(toLib, "N", "Size");
    facade.exportedType(toLib, "N", "Fruit");
    return metadata(facade);
  }

  private static Bytes app(String name) {
    ImageBuilder app = ImageBuilder.assembly(name, "1.0.0.0");
    int toFacade = app.assemblyRef("Facade", "1.0.0.0");
    int size = app.typeRef(toFacade, "N", "Size");
    int fruit = app.typeRef(toFacade, "N", "Fruit");
    int apple = app.typeDef("N", "Apple", fruit);
    app.field("size", SignatureBlobs.field(SignatureBlobs.valueType(size)));
    app.method("Weigh", SignatureBlobs.method(SignatureBlobs.valueType(size)));
    int red = app.typeDef("N", "Red", apple);
    app.typeDef("N", "RedDelicious", red);
    app.method("Grow", SignatureBlobs.method(SignatureBlobs.valueType(size)));
    int neighbour = app.assemblyRef(name.equals("App") ? "Plugin" : "App", "1.0.0.0");
    app.typeDef("N", "Pear", app.typeRef(neighbour, "N", "Apple"));
    int straight = app.typeRef(app.assemblyRef("Lib", "1.0.0.0"), "N", "Fruit");
    app.typeDef("N", "Peach", straight);
    int box = app.typeDef("N", "Box`1", fruit);
    app.genericParam(box, 0, "T");
    app.field("item", SignatureBlobs.field(SignatureBlobs.typeParameter(0)));
    int slot = app.typeRef(app.assemblyRef("Core", "9.0.0.0"), "System", "Slot`1");
    app.typeDef("N", "Crate", fruit);
    app.field(
        "slot",
        SignatureBlobs.field(
            SignatureBlobs.generic(
                SignatureBlobs.valueType(slot), SignatureBlobs.classType(fruit))));
    return metadata(app);
  }

  private static Bytes metadata(ImageBuilder image) {
    return Image.of("Demo.dll", image.build().bytes()).metadataBytes();
  }
}

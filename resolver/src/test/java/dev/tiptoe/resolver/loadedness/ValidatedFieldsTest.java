// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeFormat;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a runtime validates fields, by what is at hand of the module that has them. */
final class ValidatedFieldsTest {

  private static final ModuleID CORE = module(0x10);
  private static final ModuleID APP = module(0x20);

  private final ImageBuilder core = ImageBuilder.assembly("Core", "1.0.0.0");
  private final ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
  private final int owner;

  ValidatedFieldsTest() {
    int object = core.typeDef("System", "Object");
    core.typeDef("System", "ValueType", object);
    int toCore = app.assemblyRef("Core", "1.0.0.0");
    int size = app.typeDef("Demo", "Size", app.typeRef(toCore, "System", "ValueType"));
    owner = app.typeDef("Demo", "Apple", app.typeRef(toCore, "System", "Object"));
    app.field("size", SignatureBlobs.field(SignatureBlobs.valueType(size)));
  }

  private Strength ofField(byte[] module) {
    Map<ModuleID, Image> images =
        Map.of(CORE, Image.of("Core.dll", core.build().bytes()), APP, Image.of("App.dll", module));
    TypeForms types = new TypeForms(MetadataTypeFacts.of(images));
    Defined apple = new Defined(new TypeKey(APP, new Token(owner)), List.of());
    return ValueTypeField.RULE.consequences(apple, types).get(0).strength();
  }

  @Test
  void fieldsOfAFile_areValidated() {
    assertEquals(Strength.FULL, ofField(app.build().bytes()));
  }

  @ParameterizedTest
  @CsvSource({"0x0, FULL", "0x1, FULL", "0x2, LAYOUT", "0x20, LAYOUT", "0x23, LAYOUT"})
  void fieldsOfPrecompiledCode_areValidatedUnlessItsFlagsSayOtherwise(int flags, Strength found) {
    PeFormat format = PeFormat.PE32_PLUS.readyToRun(flags);
    assertEquals(found, ofField(app.build(format).bytes()));
  }

  /**
   * A module in a single-file program is precompiled as often as not, and its copy is no witness.
   */
  @Test
  void fieldsOfACopyOfMetadata_mayNotBeValidated() {
    assertEquals(Strength.LAYOUT, ofField(app.root()));
  }
}

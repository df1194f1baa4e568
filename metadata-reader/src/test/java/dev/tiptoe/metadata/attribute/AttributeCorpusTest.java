// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.attribute.AttributeArguments.Complete;
import dev.tiptoe.metadata.given.Corpus;
import dev.tiptoe.metadata.image.Constant;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every attribute and every constant of a whole .NET runtime. */
@Tag("clr")
class AttributeCorpusTest {

  @Test
  void attributes_ofEveryDll_areDecodedToTheirEnds() {
    AttributeDecoder decoder = new AttributeDecoder(new CorpusEnums());
    List<String> incomplete = new ArrayList<>();
    int arguments = 0;
    for (Image image : Corpus.images()) {
      for (int rid = 1; rid <= image.metadata().tables().count(CustomAttribute.TABLE); rid++) {
        CustomAttribute attribute = new CustomAttribute(image, rid);
        AttributeArguments decoded = decoder.decode(attribute);
        if (!(decoded instanceof Complete)) {
          incomplete.add(attribute + ": " + decoded);
        }
        arguments += decoded.fixed().size() + decoded.named().size();
      }
    }
    assertEquals(List.of(), incomplete);
    assertTrue(arguments > 100_000, arguments + " arguments");
  }

  @Test
  void constants_ofEveryDll_areDecoded() {
    int constants = 0;
    for (Image image : Corpus.images()) {
      for (int rid = 1; rid <= image.metadata().tables().count(Constant.TABLE); rid++) {
        assertTrue(!ConstantValue.of(new Constant(image, rid)).toString().isEmpty());
        constants++;
      }
    }
    assertTrue(constants > 50_000, constants + " constants");
  }
}

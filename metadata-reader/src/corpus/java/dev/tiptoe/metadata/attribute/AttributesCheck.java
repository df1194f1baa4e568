// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.attribute.AttributeArguments.Complete;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.Corpus;
import java.util.ArrayList;
import java.util.List;

/** Decodes every attribute to its end. */
public final class AttributesCheck implements Corpus.Check<Image> {

  private final AttributeDecoder decoder;
  private int arguments;

  /** Finds enums in all files of {@code corpus}. */
  public AttributesCheck(Corpus<Image> corpus) {
    decoder = new AttributeDecoder(new CorpusEnums(corpus));
  }

  @Override
  public void visit(Image image) {
    List<String> incomplete = new ArrayList<>();
    for (int rid = 1; rid <= image.metadata().tables().count(CustomAttribute.TABLE); rid++) {
      CustomAttribute attribute = new CustomAttribute(image, rid);
      AttributeArguments decoded = decoder.decode(attribute);
      if (!(decoded instanceof Complete)) {
        incomplete.add(attribute + ": " + decoded);
      }
      arguments += decoded.fixed().size() + decoded.named().size();
    }
    assertEquals(List.of(), incomplete);
  }

  @Override
  public void end(boolean all) {
    assertTrue(arguments > (all ? 100_000 : 1_000), arguments + " arguments");
  }
}

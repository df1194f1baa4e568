// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Constant;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.Corpus;

/** Decodes every constant. */
public final class ConstantsCheck implements Corpus.Check<Image> {

  private int constants;

  @Override
  public void visit(Image image) {
    for (int rid = 1; rid <= image.metadata().tables().count(Constant.TABLE); rid++) {
      assertTrue(!ConstantValue.of(new Constant(image, rid)).toString().isEmpty());
      constants++;
    }
  }

  @Override
  public void end(boolean all) {
    assertTrue(constants > (all ? 50_000 : 500), constants + " constants");
  }
}

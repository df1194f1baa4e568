// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.Corpus;

/** Finds the initial data of every field that has some. */
public final class InitialDataCheck implements Corpus.Check<Image> {

  private int fields;

  @Override
  public void visit(Image image) {
    for (int rid = 1; rid <= image.metadata().tables().count(FieldRva.TABLE); rid++) {
      FieldRva row = new FieldRva(image, rid);
      assertTrue(InitialData.of(row).isPresent(), row.toString());
      fields++;
    }
  }

  @Override
  public void end(boolean all) {
    assertTrue(fields > (all ? 2_000 : 10), fields + " fields");
  }
}

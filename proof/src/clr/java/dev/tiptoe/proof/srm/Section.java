// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.image.Image;

/** Something to be said of the rows of a module, a line for each. Stateless. */
@FunctionalInterface
interface Section {

  /** Says it; the rows in the order of {@code MetadataDump}. */
  void of(Image image, Lines lines);
}

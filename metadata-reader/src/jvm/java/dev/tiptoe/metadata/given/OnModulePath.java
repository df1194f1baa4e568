// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.Names;

/** A program outside the module that uses what the module exports, and prints where it found it. */
final class OnModulePath {

  private OnModulePath() {}

  /** Prints the module, and a name that all its packages had a part in. */
  public static void main(String[] none) {
    Image image = Given.image(Sample.module());
    System.out.println(Image.class.getModule());
    System.out.println(new Names(image).of(new MethodDef(image, 2).token()));
  }
}

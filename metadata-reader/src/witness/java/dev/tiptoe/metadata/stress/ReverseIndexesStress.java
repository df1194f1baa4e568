// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.stress;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.image.TypeDef;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Two threads are the first to go back from a type to what is around and inside it. */
@JCStressTest
@Outcome(id = "1, 4, 1, 4", expect = Expect.ACCEPTABLE, desc = "Both have found all.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A way back that is not whole.")
@State
public class ReverseIndexesStress {

  private static final int OUTER = 2;
  private static final int METHOD = new Token(FreshImage.METHOD).rid();

  private final Image image = FreshImage.get();

  /** Goes from a type to the types inside it, and from a method to its type. */
  @Actor
  public void one(IIII_Result found) {
    found.r1 = nested();
    found.r2 = declaring();
  }

  /** The same the other way round. */
  @Actor
  public void other(IIII_Result found) {
    found.r4 = declaring();
    found.r3 = nested();
  }

  private int nested() {
    return new TypeDef(image, OUTER).nestedTypes().size();
  }

  private int declaring() {
    Row type = new MethodDef(image, METHOD).declaringType();
    return type.rid();
  }
}

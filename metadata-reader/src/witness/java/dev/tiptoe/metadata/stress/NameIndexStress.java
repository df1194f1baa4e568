// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.stress;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.Row;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads are the first to look for a type by its name. */
@JCStressTest
@Outcome(id = "3, 4", expect = Expect.ACCEPTABLE, desc = "Each has found its own.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An index that is not whole.")
@State
public class NameIndexStress {

  private final Image image = FreshImage.get();

  /** Looks for a nested type. */
  @Actor
  public void nested(II_Result found) {
    found.r1 = image.findType("N.Outer+Inner").map(Row::rid).orElse(0);
  }

  /** Looks for a type at top level. */
  @Actor
  public void last(II_Result found) {
    found.r2 = image.findType("N", "Last").map(Row::rid).orElse(0);
  }
}

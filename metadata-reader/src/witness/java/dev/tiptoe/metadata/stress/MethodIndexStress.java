// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.stress;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.image.TypeDef;
import java.util.Optional;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads are the first to look for a method by its name. */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Each has found its own.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An index that is not whole.")
@State
public class MethodIndexStress {

  private final Image image = FreshImage.get();

  /** Looks for a method of a nested type. */
  @Actor
  public void nested(II_Result found) {
    found.r1 = rid(image.findType("N.Outer+Inner"), "First");
  }

  /** Looks for a method of a type at top level. */
  @Actor
  public void last(II_Result found) {
    found.r2 = rid(image.findType("N", "Last"), "Take");
  }

  private static int rid(Optional<TypeDef> type, String method) {
    return type.stream()
        .flatMap(found -> found.findMethods(method).stream())
        .mapToInt(Row::rid)
        .sum();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.stress;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.name.Names;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two threads are the first to name a method, and with it a type whose name is then kept. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Both have its name.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A name that is not whole, or not of that method.")
@State
public class NamesStress {

  private final Names names = new Names(FreshImage.get());

  /** Names the method. */
  @Actor
  public void one(ZZ_Result named) {
    named.r1 = isNamed();
  }

  /** Names it too. */
  @Actor
  public void other(ZZ_Result named) {
    named.r2 = isNamed();
  }

  private boolean isNamed() {
    return names.of(new Token(FreshImage.METHOD)).equals(FreshImage.METHOD_NAME);
  }
}

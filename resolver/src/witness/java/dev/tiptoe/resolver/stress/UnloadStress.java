// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.stress;

import dev.tiptoe.resolver.map.RuntimeIdMap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A type is unloaded while another thread asks what its ID means, the long way, then the short. */
@JCStressTest
@Outcome(
    id = {"1, 7", "1, 0", "0, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "What ended stays so.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An ID that meant nothing has a token again.")
@State
public class UnloadStress {

  private final RuntimeIdMap map = FreshMap.get();

  /** A map that knows the type. */
  public UnloadStress() {
    FreshMap.load(map);
  }

  /** Unloads it. */
  @Actor
  public void writer() {
    map.unloadStarted(3, FreshMap.TYPE);
  }

  /** Asks. */
  @Actor
  public void reader(II_Result found) {
    found.r1 = map.now().meaningOf(FreshMap.TYPE).valid().isPresent() ? 1 : 0;
    found.r2 = map.now().typeDefOf(FreshMap.TYPE).rid();
  }
}

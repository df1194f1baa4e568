// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.stress;

import dev.tiptoe.resolver.map.RuntimeIdMap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A type is fed while another thread looks for it, first by its token, then by its ID. */
@JCStressTest
@Outcome(
    id = {"0, 0", "0, 7", "5, 7"},
    expect = Expect.ACCEPTABLE,
    desc = "Nothing, or the whole.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An ID that was found by its token means nothing.")
@State
public class LoadStress {

  private final RuntimeIdMap map = FreshMap.get();

  /** Feeds the facts. */
  @Actor
  public void writer() {
    FreshMap.load(map);
  }

  /** Asks. */
  @Actor
  public void reader(II_Result found) {
    found.r1 = FreshMap.ids(map);
    found.r2 = map.now().typeDefOf(FreshMap.TYPE).rid();
  }
}

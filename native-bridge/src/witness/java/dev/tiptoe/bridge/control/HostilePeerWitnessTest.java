// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;

/** The same as {@link HostilePeerTest}, more often. */
@Tag("quarter-3")
@net.jqwik.api.Tag("quarter-3")
class HostilePeerWitnessTest {

  @Property(tries = 200)
  void bytes_ofAnyKind_areAnAnswerOrAnException(@ForAll @Size(max = 64) byte[] bytes) {
    HostilePeerTest.askAll(bytes);
  }

  @Property(tries = 300)
  void answer_withBytesChanged_isAnAnswerOrAnException(
      @ForAll @IntRange(min = 1, max = 6) int kind,
      @ForAll @IntRange(max = 200) int at,
      @ForAll byte value,
      @ForAll @IntRange(max = 500) int length) {
    HostilePeerTest.askAll(HostilePeerTest.changed(kind, at, value, length));
  }

  @Property(tries = 200)
  void payload_ofAnyKind_isAnAnswerOrAnException(
      @ForAll @IntRange(min = 1, max = 6) int kind, @ForAll @Size(max = 200) byte[] payload) {
    HostilePeerTest.askAll(HostilePeerTest.answer(kind, payload));
  }
}

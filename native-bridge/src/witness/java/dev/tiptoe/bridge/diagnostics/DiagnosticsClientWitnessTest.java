// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;

/** The same as {@link DiagnosticsClientTest}, more often. */
@Tag("quarter-4")
@net.jqwik.api.Tag("quarter-4")
class DiagnosticsClientWitnessTest {

  @Property(tries = 300)
  void answer_ofAnyBytes_isReadOrRefusedAtOnce(@ForAll @Size(max = 300) byte[] bytes)
      throws IOException {
    DiagnosticsClientTest.answers(bytes);
  }

  @Property(tries = 300)
  void payload_ofAnyBytes_isReadOrRefusedAtOnce(
      @ForAll boolean ok, @ForAll @Size(max = 300) byte[] payload) throws IOException {
    DiagnosticsClientTest.answers(FakeRuntime.answer(ok, payload));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.command.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code tiptoe serve} says where there is no {@code tiptoe-serve}. */
class ServeCommandTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve",
        "serve --to grpc://127.0.0.1:4040 --index indexes",
        "serve --to=grpc://127.0.0.1:4040 --no-such-option -x",
        "serve a b -- c"
      })
  void serve_withoutItsProgram_saysWhereToGetIt(String line) {
    Outcome outcome = TiptoeRun.tiptoe(line.split(" ", -1)).expect(127);
    assertEquals("", outcome.out());
    assertEquals(
        "tiptoe: serve is a program of its own, tiptoe-serve, which is neither beside this one nor"
            + " on the PATH: the archive tiptoe-serve-VERSION.tar.gz has it\n",
        outcome.err());
  }
}

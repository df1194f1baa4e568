// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Senders that mean no good, until their connections are closed, which takes seconds. */
@Tag("quarter-3")
class HostileSenderWitnessTest extends HostileSenders {

  @Test
  void slowWriters_areAnsweredAndClosed() throws Exception {
    slowWriters(Duration.ofSeconds(2), HostileSenders::answer);
  }

  @Test
  void endlessBodies_areCutOff_atTheLargestMessage() throws Exception {
    OtlpProxy proxy = opened(proxies.memory(1 << 20, 1 << 16).start());
    Socket endless = connected(proxy.httpAddress());
    OutputStream out = endless.getOutputStream();
    out.write((HEAD + "Transfer-Encoding: chunked\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    byte[] chunk = ("1000\r\n" + "x".repeat(0x1000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    assertThrows(
        SocketException.class,
        () -> {
          for (int i = 0; i < 1 << 20; i++) {
            out.write(chunk);
          }
        });
    serveAGoodOne(proxy);
    awaitNothingInFlight(proxy);
  }

  @Test
  void heads_thatAreNoneOrTooLarge_areAnsweredAndClosed() throws Exception {
    damagedHeads(HostileSenders::answer);
  }

  @Test
  void senders_thatVanish_leaveNothingBehind() throws Exception {
    vanishingSenders(Duration.ofSeconds(2));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.proof.truth.WitnessReport;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The handling of answers, silence and an end in the middle. */
class ClaimCheckTest {

  private static final ClassID APPLE = new ClassID(0x1000);
  private static final ClassID PEAR = new ClassID(0x2000);

  /** A claim that a class has this ID. */
  private record Has(ClassID id) implements Claim {
    @Override
    public ClrQuestion question() {
      return ClrQuestion.classOf(new ModuleID(1), new Token(0x02000002), List.of());
    }

    @Override
    public ClaimVerdict judge(Reply reply, Announced announced) {
      if (announced.contains(PEAR)) {
        return new ClaimVerdict.True("after a pear");
      }
      return reply.id() == id.value()
          ? new ClaimVerdict.True("ID")
          : new ClaimVerdict.Wrong("it is not");
    }
  }

  @TempDir private Path folder = Path.of("");

  private final RuntimeIdMap map = Session.newMap();
  private final ClaimTally tally = ClaimTally.ofClaims("apples");
  private final SocketChannel process = SocketChannel.open(StandardProtocolFamily.UNIX);
  private SocketChannel asker = SocketChannel.open(StandardProtocolFamily.UNIX);

  ClaimCheckTest() throws IOException {}

  @BeforeEach
  void connect() throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("line"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      process.connect(address);
      asker.close();
      asker = server.accept();
    }
  }

  @AfterEach
  void disconnect() throws IOException {
    process.close();
    asker.close();
  }

  @Test
  void answers_areCompared() throws IOException {
    answer(0, 1, APPLE.value());
    answer(0, 1, PEAR.value());
    WitnessReport report = check(new Has(APPLE), new Has(APPLE));
    assertEquals(2, report.compared());
    assertEquals(1, report.wrong());
    assertEquals(List.of("it is not"), report.wrongClaims());
  }

  @Test
  void process_thatIsGone_keepsWhatItAnsweredAndReportsAtWhatItWent() throws IOException {
    answer(0, 1, APPLE.value());
    process.shutdownOutput();
    WitnessReport report = check(new Has(APPLE), new Has(APPLE), new Has(PEAR), new Has(PEAR));
    assertEquals(1, report.compared());
    assertEquals(
        Map.of(
            "confirmed: ID", 1L,
            "not asked: the process ended at GetClassFromTokenAndTypeArgs(0x1, 0x2000002)", 1L,
            "not asked: the process had ended", 2L),
        report.counts());
  }

  @Test
  void process_thatIsSilent_isLost() throws IOException {
    WitnessReport report = check(new Has(APPLE));
    assertEquals(0, report.compared());
    assertTrue(report.counts().keySet().toString().contains("ended at"), report::toString);
  }

  @Test
  void announcement_ofAClassThatIsClaimedToBeAnnounced_isWrong() throws IOException {
    answer(1L << 32, 1, APPLE.value(), APPLE.value());
    WitnessReport report = check(new Has(APPLE));
    assertEquals(1, report.wrong());
    assertTrue(
        report.wrongClaims().get(0).contains("but a question announced it"), report::toString);
  }

  /** The pear was announced on another thread, which only the trace has. */
  @Test
  void doubt_isJudgedAgain_whenTheTraceWasRead() throws IOException {
    answer(0, 1, PEAR.value());
    try (Line line = new Line(asker, Duration.ofSeconds(10))) {
      ClaimCheck check = new ClaimCheck(line, new Announced(map, 0), Set.of());
      check.check(Stream.of(new Has(APPLE)), tally);
      map.classLoaded(
          1,
          PEAR,
          new ClassShape.Defined(
              new ModuleID(1), new Token(0x02000002), new ClassID(0), List.of()));
      check.conclude();
      assertFalse(check.isOver());
    }
    assertEquals(Map.of("confirmed: after a pear", 1L), tally.report().counts());
  }

  private WitnessReport check(Claim... claims) throws IOException {
    try (Line line = new Line(asker, Duration.ofMillis(200))) {
      ClaimCheck check = new ClaimCheck(line, new Announced(map, 0), Set.of(APPLE));
      check.check(Stream.of(claims), tally);
      check.conclude();
      return tally.report();
    }
  }

  private void answer(long... words) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    LongStream.of(words).forEach(bytes::putLong);
    bytes.flip();
    while (bytes.hasRemaining()) {
      process.write(bytes);
    }
  }
}

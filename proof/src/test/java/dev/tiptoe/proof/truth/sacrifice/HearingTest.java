// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.proof.truth.Testimony;
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

/** What a hearing makes of answers, of silence and of an end in the middle. */
class HearingTest {

  private static final ClassID APPLE = new ClassID(0x1000);
  private static final ClassID PEAR = new ClassID(0x2000);

  /** That a class has this ID. */
  private record Has(ClassID id) implements Claim {
    @Override
    public Question question() {
      return Question.classOf(new ModuleID(1), new Token(0x02000002), List.of());
    }

    @Override
    public Verdict judge(Reply reply, Announced announced) {
      if (announced.contains(PEAR)) {
        return new Verdict.True("after a pear");
      }
      return reply.id() == id.value() ? new Verdict.True("ID") : new Verdict.Wrong("it is not");
    }
  }

  @TempDir private Path folder = Path.of("");

  private final RuntimeIdMap map = new RuntimeIdMap();
  private final Tally tally = Tally.ofClaims("apples");
  private final SocketChannel process = SocketChannel.open(StandardProtocolFamily.UNIX);
  private SocketChannel asker = SocketChannel.open(StandardProtocolFamily.UNIX);

  HearingTest() throws IOException {}

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
    Testimony testimony = hear(new Has(APPLE), new Has(APPLE));
    assertEquals(2, testimony.compared());
    assertEquals(1, testimony.wrong());
    assertEquals(List.of("it is not"), testimony.wrongClaims());
  }

  @Test
  void process_thatIsGone_keepsWhatItAnsweredAndTellsAtWhatItWent() throws IOException {
    answer(0, 1, APPLE.value());
    process.shutdownOutput();
    Testimony testimony = hear(new Has(APPLE), new Has(APPLE), new Has(PEAR), new Has(PEAR));
    assertEquals(1, testimony.compared());
    assertEquals(
        Map.of(
            "confirmed: ID", 1L,
            "not asked: the process ended at GetClassFromTokenAndTypeArgs(0x1, 0x2000002)", 1L,
            "not asked: the process had ended", 2L),
        testimony.counts());
  }

  @Test
  void process_thatIsSilent_isLost() throws IOException {
    Testimony testimony = hear(new Has(APPLE));
    assertEquals(0, testimony.compared());
    assertTrue(testimony.counts().keySet().toString().contains("ended at"), testimony::toString);
  }

  @Test
  void announcement_ofAClassThatIsClaimedToBeAnnounced_isWrong() throws IOException {
    answer(1L << 32, 1, APPLE.value(), APPLE.value());
    Testimony testimony = hear(new Has(APPLE));
    assertEquals(1, testimony.wrong());
    assertTrue(testimony.wrongClaims().get(0).contains("was only now"), testimony::toString);
  }

  /** The pear was announced on another thread, which only the trace tells. */
  @Test
  void doubt_isJudgedAgain_whenTheTraceWasRead() throws IOException {
    answer(0, 1, PEAR.value());
    try (Line line = new Line(asker, Duration.ofSeconds(10))) {
      Hearing hearing = new Hearing(line, new Announced(map, 0), Set.of());
      hearing.hear(Stream.of(new Has(APPLE)), tally);
      map.classLoaded(
          1,
          PEAR,
          new ClassShape.Defined(
              new ModuleID(1), new Token(0x02000002), new ClassID(0), List.of()));
      hearing.conclude();
      assertFalse(hearing.isOver());
    }
    assertEquals(Map.of("confirmed: after a pear", 1L), tally.testimony().counts());
  }

  private Testimony hear(Claim... claims) throws IOException {
    try (Line line = new Line(asker, Duration.ofMillis(200))) {
      Hearing hearing = new Hearing(line, new Announced(map, 0), Set.of(APPLE));
      hearing.hear(Stream.of(claims), tally);
      hearing.conclude();
      return tally.testimony();
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

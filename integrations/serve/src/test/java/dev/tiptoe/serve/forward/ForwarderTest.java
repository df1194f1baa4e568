// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.serve.given.Profiles;
import dev.tiptoe.serve.message.Budget;
import dev.tiptoe.serve.message.Charge;
import dev.tiptoe.serve.message.Delays;
import dev.tiptoe.serve.message.Reason;
import dev.tiptoe.serve.message.Sender;
import dev.tiptoe.serve.message.SenderRefusal;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.send.BackEnd;
import dev.tiptoe.serve.send.Export;
import dev.tiptoe.serve.send.Outcome;
import dev.tiptoe.serve.setting.Compression;
import dev.tiptoe.serve.setting.DeadLetterSettings;
import dev.tiptoe.serve.setting.Limits;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwarderTest {

  @TempDir private Path folder = Path.of("");

  private static final Limits LIMITS = Limits.of(1 << 20);

  private final ExecutorService workers = Executors.newFixedThreadPool(2);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private Budget budget = new Budget(LIMITS.memory());
  private final List<String> logged = new ArrayList<>();

  @AfterEach
  void stopThreads() {
    workers.shutdownNow();
    timer.shutdownNow();
  }

  private Forwarder forwarder(BackEnd backEnd) {
    return forwarder(backEnd, Symbols.of(), Optional.empty());
  }

  private Forwarder forwarder(BackEnd backEnd, Symbols symbols, Optional<DeadLetters> letters) {
    Delays delays = new Delays(new SecureRandom());
    ProxyMetrics metrics = new ProxyMetrics();
    return new Forwarder(
        LIMITS,
        backEnd,
        new Naming(symbols, FrameStyle.WRITTEN, Compression.SAME, LIMITS, delays, metrics),
        letters,
        delays,
        metrics,
        new Notes(logged::add, System::nanoTime),
        2,
        workers,
        timer);
  }

  /** An answer that is waited for. */
  private static final class Awaited implements Reply {
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    @Override
    public void taken(byte[] response) {
      answer.complete("taken");
    }

    @Override
    public void refused(SenderRefusal refusal) {
      answer.complete(refusal.text());
    }

    String text() throws Exception {
      return answer.get(300, TimeUnit.SECONDS);
    }
  }

  private Awaited forward(Forwarder forwarder) {
    Awaited reply = new Awaited();
    forward(forwarder, new byte[0], reply);
    return reply;
  }

  private void forward(Forwarder forwarder, byte[] message, Reply reply) {
    Times times = Times.from(System.nanoTime(), LIMITS, Optional.empty());
    forward(forwarder, new Lane(new Sender(), 1), message, times, reply);
  }

  private void forward(Forwarder forwarder, Lane lane, byte[] message, Times times, Reply reply) {
    Charge charge = new Charge(budget, lane.sender());
    assertTrue(charge.grow(Charge.OVERHEAD));
    forwarder.accept(new QueuedMessage(lane, message, Map.of(), charge, times, reply));
  }

  @Test
  void backEnd_thatThrows_leavesNoMessageBehind() throws Exception {
    BackEnd throwing =
        new BackEnd() {
          @Override
          public CompletableFuture<Outcome> send(Export message, Duration within) {
            throw new IllegalArgumentException("no such header");
          }

          @Override
          public void close() {
            // Nothing is open.
          }
        };
    Forwarder forwarder = forwarder(throwing);
    // More than there are slots: each gives its slot back.
    List<Awaited> replies = new ArrayList<>();
    for (int i = 0; i < 2 * LIMITS.sends(); i++) {
      replies.add(forward(forwarder));
    }
    for (Awaited reply : replies) {
      assertEquals("the back end refuses it: a mistake of the proxy", reply.text());
    }
    assertTrue(forwarder.awaitEmpty(Duration.ofMinutes(5)));
    assertEquals(0, budget.used());
    assertTrue(logged.get(0).contains("no such header"), logged::toString);
  }

  /** A back end with one behaviour. */
  private static BackEnd backEnd(Supplier<CompletableFuture<Outcome>> behaviour) {
    return new BackEnd() {
      @Override
      public CompletableFuture<Outcome> send(Export message, Duration within) {
        return behaviour.get();
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  private void assertNothingIsLeft(Forwarder forwarder) {
    assertTrue(forwarder.awaitEmpty(Duration.ofMinutes(5)));
    assertEquals(0, budget.used());
  }

  @Test
  void errors_ofAnyKind_areAnswered_andLeaveNoMessageBehind() throws Exception {
    Forwarder failing =
        forwarder(backEnd(() -> CompletableFuture.failedFuture(new LinkageError("no such class"))));
    Forwarder throwing =
        forwarder(
            backEnd(
                () -> {
                  throw new AssertionError("not possible");
                }));
    for (Forwarder forwarder : List.of(failing, throwing)) {
      for (int i = 0; i < 2 * LIMITS.sends(); i++) {
        assertEquals("the back end refuses it: a mistake of the proxy", forward(forwarder).text());
      }
      assertNothingIsLeft(forwarder);
    }
  }

  @Test
  void messages_whoseTimeIsOver_areGivenBack_andLeaveTheirPlaces() throws Exception {
    Forwarder forwarder =
        forwarder(
            backEnd(() -> CompletableFuture.completedFuture(new Outcome.Refused(3, 400, "no"))));
    long past = System.nanoTime() - 1;
    for (int i = 0; i < 2 * LIMITS.sends(); i++) {
      Awaited late = new Awaited();
      forward(forwarder, new Lane(new Sender(), 1), new byte[0], new Times(past, past + 10), late);
      assertEquals("the back end took no message in time", late.text());
    }
    assertEquals("the back end refuses it: no", forward(forwarder).text());
    assertNothingIsLeft(forwarder);
  }

  @Test
  void messages_behindOneThatIsGivenBack_areGivenBackToo_andHoldNoBytes() throws Exception {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Forwarder forwarder = forwarder(backEnd(() -> outcome));
    Lane lane = new Lane(new Sender(), 1);
    List<Awaited> replies = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      replies.add(new Awaited());
      Times times = Times.from(System.nanoTime(), LIMITS, Optional.empty());
      forward(forwarder, lane, new byte[0], times, replies.get(i));
    }
    outcome.complete(new Outcome.Again("full", Optional.of(Duration.ofDays(300))));
    for (Awaited reply : replies) {
      assertEquals("the back end does not take it: full", reply.text());
    }
    assertNothingIsLeft(forwarder);
  }

  /** A mapped file that is cut while it is read is an InternalError of the JVM. */
  @Test
  void symbols_thatThrowErrors_leaveNoMessageBehind() throws Exception {
    SymbolSource cut =
        new SymbolSource() {
          @Override
          public Optional<ModuleSymbols> find(UUID mvid) {
            throw new InternalError("a fault occurred in an unsafe memory access operation");
          }

          @Override
          public List<ModuleSymbols> named(String fileName) {
            return List.of();
          }

          @Override
          public List<ModuleSymbols> declaring(String type) {
            return List.of();
          }
        };
    DeadLetters letters =
        new DeadLetters(new DeadLetterSettings(folder, 1 << 20), new ProxyMetrics());
    Forwarder forwarder =
        forwarder(backEnd(() -> new CompletableFuture<>()), Symbols.of(cut), Optional.of(letters));
    // The dead letters cannot be kept, either.
    Files.delete(folder);
    for (int i = 0; i < 4; i++) {
      Awaited reply = new Awaited();
      forward(forwarder, Profiles.small("x"), reply);
      assertEquals("a mistake of the proxy", reply.text());
    }
    assertNothingIsLeft(forwarder);
  }

  @Test
  void replies_thatThrow_leaveNoMessageBehind() {
    Reply throwing =
        new Reply() {
          @Override
          public void taken(byte[] response) {
            throw new IllegalStateException("the call has ended");
          }

          @Override
          public void refused(SenderRefusal refusal) {
            throw new IllegalStateException("the call has ended");
          }
        };
    Outcome again = new Outcome.Again("away", Optional.of(Duration.ofHours(1)));
    Outcome refused = new Outcome.Refused(3, 400, "no");
    for (Outcome outcome : List.of(again, refused)) {
      Forwarder forwarder = forwarder(backEnd(() -> CompletableFuture.completedFuture(outcome)));
      forward(forwarder, new byte[0], throwing);
      assertNothingIsLeft(forwarder);
    }
  }

  @Test
  void message_behindManyEmptyGzipMembers_isSent_andRefusedAsDamagedWhenItIs() throws Exception {
    Outcome refused = new Outcome.Refused(3, 400, "no");
    Forwarder forwarder = forwarder(backEnd(() -> CompletableFuture.completedFuture(refused)));
    byte[] message = Profiles.behindEmptyMembers(Profiles.zipped(Profiles.small("x")));
    Awaited whole = new Awaited();
    forward(forwarder, message, whole);
    assertEquals("the back end refuses it: no", whole.text());
    Awaited cut = new Awaited();
    forward(forwarder, Arrays.copyOf(message, message.length - 20), cut);
    assertEquals("message: the gzip data is damaged: it ends within a member", cut.text());
    assertNothingIsLeft(forwarder);
  }

  @Test
  void message_thatIsTooLargeWithItsNames_isRefusedForGood() throws Exception {
    Profiles.index(folder);
    Symbols symbols = Symbols.of(new SharedIndexFolder(folder));
    byte[] message = Profiles.small("x");
    // Room for the message as it comes, but not with its names.
    budget = new Budget((Charge.OVERHEAD + message.length) * 4 / 3 + 4);
    Forwarder forwarder =
        forwarder(backEnd(() -> new CompletableFuture<>()), symbols, Optional.empty());
    CompletableFuture<SenderRefusal> refusal = new CompletableFuture<>();
    forward(
        forwarder,
        message,
        new Reply() {
          @Override
          public void taken(byte[] response) {
            throw new AssertionError("taken");
          }

          @Override
          public void refused(SenderRefusal given) {
            refusal.complete(given);
          }
        });
    assertEquals(Reason.TOO_LARGE, refusal.get(300, TimeUnit.SECONDS).reason());
    assertEquals(Optional.empty(), refusal.get().again());
    assertNothingIsLeft(forwarder);
  }

  @Test
  void message_thatBecomesLongerThanItsMemory_isNamedWithThatOfALongerOne() throws Exception {
    Limits limits = Limits.of(64 << 20);
    Naming naming =
        new Naming(
            Symbols.of(),
            FrameStyle.WRITTEN,
            Compression.SAME,
            limits,
            new Delays(new SecureRandom()),
            new ProxyMetrics());
    byte[] message = Profiles.large(20_000);
    assertEquals(Optional.empty(), naming.named(message, 100, Map.of()));
    assertTrue(naming.named(message, message.length, Map.of()).isPresent());
  }

  @Test
  void message_thatIsCancelled_holdsNoBytes() {
    QueuedMessage message =
        new QueuedMessage(
            new Lane(new Sender(), 1),
            new byte[10],
            Map.of(),
            new Charge(budget, new Sender()),
            Times.from(System.nanoTime(), LIMITS, Optional.empty()),
            new Awaited());
    message.ready(new Export(new byte[10], 10, false, Map.of()));
    assertTrue(message.export().isPresent());
    message.setCancelled();
    assertTrue(message.export().isEmpty());
    assertTrue(message.received().isEmpty());
  }

  @Test
  void slots_areTakenInTurn_byThoseWhoWait() {
    List<String> done = new ArrayList<>();
    Slots slots = new Slots(1, 0, Runnable::run);
    Sender greedy = new Sender();
    slots.acquire(greedy, 0, () -> done.add("first"));
    for (int i = 0; i < 100; i++) {
      slots.acquire(greedy, 0, () -> done.add("greedy"));
    }
    Sender modest = new Sender();
    slots.acquire(modest, 0, () -> done.add("modest"));
    slots.acquire(modest, 0, () -> done.add("modest"));
    for (int i = 0; i < 5; i++) {
      slots.release(0);
    }
    assertEquals(List.of("first", "greedy", "modest", "greedy", "modest", "greedy"), done);
    for (int i = 0; i < 98; i++) {
      slots.release(0);
    }
    assertEquals(103, done.size());
    slots.acquire(modest, 0, () -> done.add("last"));
    assertEquals("last", done.get(103));
  }

  @Test
  void works_thatDoNotFitIntoTheMemory_wait_andAreNotOvertaken() {
    List<String> done = new ArrayList<>();
    Slots slots = new Slots(3, 100, Runnable::run);
    Sender sender = new Sender();
    slots.acquire(sender, 60, () -> done.add("60"));
    slots.acquire(sender, 100, () -> done.add("100"));
    slots.acquire(new Sender(), 10, () -> done.add("10"));
    assertEquals(List.of("60"), done);
    slots.release(60);
    assertEquals(List.of("60", "100"), done);
    slots.release(100);
    assertEquals(List.of("60", "100", "10"), done);
  }
}

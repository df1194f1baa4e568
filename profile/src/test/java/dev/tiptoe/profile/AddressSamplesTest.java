// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.AddressSample.Engine;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.AddressStack.End;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.KernelFunction;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.CodeLocation.InCode;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.symbols.Symbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Samples that are addresses, from synthetic facts. */
class AddressSamplesTest {

  private static final int OS_THREAD = 77;
  static final AddressStack NO_CALLERS = stack(End.THREAD_BASE);

  private static AddressStack stack(End end, long... callers) {
    return AddressStack.of(callers, end, false, 0);
  }

  private static void method(RuntimeFeed feed, long at, long id, String name, long code) {
    FunctionShape shape =
        new FunctionShape(new ClassID(0), new ModuleID(0), new Token(0x06000000), List.of(), name);
    feed.functionSeen(at, new FunctionID(id), shape, FunctionSource.JITTED);
    feed.codeSeen(at, new FunctionID(id), NativeCode.at(code, 0x100));
  }

  private static void library(RuntimeFeed feed, long at, long absent, long start, String path) {
    feed.imageMapped(
        at,
        new MappedImage(
            start, start, 0x1000, new ModuleID(0), absent, Optional.of("00".repeat(20)), path));
  }

  static void sample(RuntimeFeed feed, long at, AddressStack callers, long leaf) {
    feed.addressSampled(
        at, new AddressSample(OS_THREAD, callers, leaf, Engine.PERF, Clock.PROCESSOR, 10));
  }

  static Session session(Consumer<RuntimeFeed> facts) {
    return session(Symbols.none(), facts);
  }

  private static Session session(Symbols symbols, Consumer<RuntimeFeed> facts) {
    Session session = new Session(symbols);
    facts.accept(session.feed());
    return session;
  }

  static Profile profile(Consumer<RuntimeFeed> facts) {
    return profile(Symbols.none(), facts);
  }

  static Profile profile(Symbols symbols, Consumer<RuntimeFeed> facts) {
    ProfileFeed feed = new ProfileFeed(session(symbols, facts), Clock.PROCESSOR, Set.of());
    facts.accept(feed);
    return feed.profile().build();
  }

  static Map<String, Long> counts(Profile profile) {
    Map<String, Long> counts = new TreeMap<>();
    for (int row = 0; row < profile.rows(); row++) {
      List<String> names = profile.framesOf(row).stream().map(Frame::method).toList();
      counts.merge(String.join(" ", names), profile.count(row), Long::sum);
    }
    return counts;
  }

  @Test
  void samples_ofDifferentClocks_areNotAddedUp() {
    CallStack walked = CallStack.of(new long[] {0x10}, new long[1], false);
    Consumer<RuntimeFeed> facts =
        feed -> {
          method(feed, 1, 0x10, "waits", 0x1000);
          method(feed, 2, 0x20, "runs", 0x2000);
          sample(feed, 20, stack(End.THREAD_BASE), 0x2004);
          feed.stackSampled(30, new SampledStack(new ThreadID(0x100), walked, 0, 7));
          feed.stackSampled(40, new ThreadID(0x100), List.of(new FunctionID(0x10)), false);
        };
    for (Clock clock : Clock.values()) {
      ProfileFeed feed = new ProfileFeed(session(facts), clock, Set.of());
      facts.accept(feed);
      Profile profile = feed.profile().build();
      assertEquals(
          clock == Clock.PROCESSOR ? Map.of("?!runs", 1L) : Map.of("?!waits", 2L), counts(profile));
      assertEquals(clock == Clock.PROCESSOR ? 10 : 7, profile.totalNanos());
      assertEquals(Optional.of(clock), profile.clock());
      assertEquals(Optional.of(clock), ProfileViews.bottomUp(profile).clock());
    }
  }

  @Test
  void innermostMethod_isTheFirstManagedOne_orWhatRunsWithoutAny() {
    Session session =
        session(
            feed -> {
              library(feed, 5, 0, 0x10000, "/none/a.so");
              method(feed, 6, 0x10, "caller", 0x1000);
            });
    MethodFrames frames = new MethodFrames(session, Set.of());
    AddressSample inLibrary = inLibrary(stack(End.THREAD_BASE, 0x10030, 0x1010));
    assertEquals("?!caller", frames.innermost(10, inLibrary).method());
    AddressSample unmanaged = inLibrary(stack(End.THREAD_BASE, 0x10030));
    assertEquals("a.so", frames.innermost(10, unmanaged).module().name());
    session.feed().unloadStarted(20, new FunctionID(0x10));
    method(session.feed(), 30, 0x20, "later", 0x1000);
    frames.forgetAddresses();
    assertEquals("?!later", frames.innermost(40, inLibrary).method());
    assertEquals("?!caller", frames.innermost(15, inLibrary).method());
  }

  private static AddressSample inLibrary(AddressStack callers) {
    return new AddressSample(OS_THREAD, callers, 0x10020, Engine.PERF, Clock.PROCESSOR, 10);
  }

  @Test
  void address_whoseMemoryWasUsedAgain_isNamedAsOfEachSample() {
    Profile profile =
        profile(
            feed -> {
              method(feed, 10, 0x10, "first", 0x1000);
              method(feed, 11, 0x20, "root", 0x2000);
              AddressStack root = stack(End.THREAD_BASE, 0x2050);
              sample(feed, 20, root, 0x1004);
              sample(feed, 25, root, 0x1008);
              feed.unloadStarted(40, new FunctionID(0x10));
              sample(feed, 50, root, 0x1004);
              method(feed, 60, 0x30, "second", 0x1000);
              sample(feed, 70, root, 0x1004);
              sample(feed, 30, root, 0x1004);
            });
    assertEquals(
        Map.of("?!root ?!first", 3L, "?!root <unknown code>", 1L, "?!root ?!second", 1L),
        counts(profile));
    assertEquals(50, profile.totalNanos());
  }

  @Test
  void library_thatReplacedAnother_isNamedAsOfEachSample() {
    Map<String, Long> counts =
        counts(
            profile(
                feed -> {
                  library(feed, 5, 0, 0x10000, "/none/a.so");
                  sample(feed, 10, NO_CALLERS, 0x10010);
                  feed.imageUnmapped(20, 0x10000, 0x10000);
                  sample(feed, 25, NO_CALLERS, 0x10010);
                  // It was noticed late, and may have come at any time since then.
                  sample(feed, 35, NO_CALLERS, 0x10010);
                  library(feed, 40, 30, 0x10000, "/none/b.so");
                  sample(feed, 50, NO_CALLERS, 0x10010);
                  sample(feed, 2, NO_CALLERS, 0x10fff);
                  sample(feed, 50, NO_CALLERS, 0x11000);
                }));
    assertEquals(
        Map.of("a.so+0x10", 1L, "a.so+0xfff", 1L, "b.so+0x10", 2L, "<unknown code>", 2L), counts);
  }

  @Test
  void addressesOfCallers_areThoseBehindTheirCalls() {
    AddressStack interrupted =
        AddressStack.of(new long[] {0x1100, 0x2100}, End.THREAD_BASE, false, 1);
    Map<String, Long> counts =
        counts(
            profile(
                feed -> {
                  method(feed, 1, 0x10, "callee", 0x3000);
                  method(feed, 1, 0x20, "caller", 0x1000);
                  method(feed, 1, 0x30, "behind", 0x1100);
                  method(feed, 1, 0x40, "root", 0x2000);
                  sample(feed, 10, stack(End.THREAD_BASE, 0x1100, 0x2100), 0x3000);
                  sample(feed, 11, interrupted, 0x3000);
                }));
    assertEquals(Map.of("?!root ?!caller ?!callee", 1L, "?!root ?!behind ?!callee", 1L), counts);
  }

  @Test
  void stacks_thatAreNotWhole_sayWhatIsMissingAtTheirRoots() {
    Map<String, Long> counts =
        counts(
            profile(
                feed -> {
                  method(feed, 1, 0x10, "leaf", 0x1000);
                  for (End end : End.values()) {
                    sample(feed, 10, stack(end), 0x1000);
                  }
                  sample(feed, 11, AddressStack.of(new long[0], End.THREAD_BASE, true, 0), 0x1000);
                }));
    assertEquals(
        Set.of(
            "?!leaf",
            "<deeper than recorded> ?!leaf",
            "<broken off: unknown code> ?!leaf",
            "<broken off: no rule> ?!leaf",
            "<broken off: beyond copy> ?!leaf",
            "<broken off: implausible> ?!leaf",
            "<broken off: hijacked> ?!leaf",
            "<frames that threw are missing> ?!leaf"),
        counts.keySet());
  }

  @Test
  void kernel_isNamedByFunctionsThatComeLater_andNotBeyondThem() {
    Profile profile =
        profile(
            feed -> {
              sample(feed, 10, NO_CALLERS, 0xffffffff81000000L);
              sample(feed, 11, NO_CALLERS, 0xffffffff8100001fL);
              sample(feed, 12, NO_CALLERS, 0xffffffff81000020L);
              sample(feed, 13, NO_CALLERS, 0xffffffffc0001004L);
              long kernel = 0xffffffff81000000L;
              feed.kernelFunctionSeen(20, new KernelFunction(kernel, 0x20, "clear_page_erms"));
              long module = 0xffffffffc0001000L;
              feed.kernelFunctionSeen(20, new KernelFunction(module, 8, "ext4_readdir [ext4]"));
            });
    assertEquals(
        Map.of("clear_page_erms", 2L, "ext4_readdir", 1L, "<kernel>", 1L), counts(profile));
    assertEquals(
        List.of("[kernel]", "", "[ext4]"),
        profile.frames().stream().map(frame -> frame.module().name()).toList());
  }

  /** The call at a function's end never returned: the return address is that of the next one. */
  @Test
  void callersInsideTheKernel_areNamedByTheirCalls_andTheThreadsOwnLeafByItsPosition() {
    AddressStack callers =
        AddressStack.of(
            new long[] {0xffffffff81000020L, 0xffffffff81000040L, 0x1000, 0x2010},
            End.THREAD_BASE,
            false,
            3);
    Map<String, Long> counts =
        counts(
            profile(
                feed -> {
                  method(feed, 1, 0x10, "managed", 0x1000);
                  method(feed, 1, 0x20, "root", 0x2000);
                  long kernel = 0xffffffff81000000L;
                  feed.kernelFunctionSeen(2, new KernelFunction(kernel, 0x20, "do_fault"));
                  feed.kernelFunctionSeen(2, new KernelFunction(kernel + 0x20, 0x20, "entry"));
                  feed.kernelFunctionSeen(2, new KernelFunction(kernel + 0x40, 0x20, "clear"));
                  sample(feed, 10, callers, 0xffffffff81000048L);
                }));
    assertEquals(Map.of("?!root ?!managed entry do_fault clear", 1L), counts);
  }

  @Test
  void collectorInALibraryOfItsOwn_isOfItsKind() {
    Profile profile =
        profile(
            feed -> {
              library(feed, 5, 0, 0x10000, "/none/libclrgc.so");
              library(feed, 5, 0, 0x20000, "/none/libclrjit.so");
              sample(feed, 10, NO_CALLERS, 0x10010);
              sample(feed, 10, NO_CALLERS, 0x20010);
            });
    assertEquals(
        List.of(FrameKind.GC, FrameKind.NATIVE),
        profile.frames().stream().map(Frame::kind).toList());
  }

  private static List<String> threads(Profile profile) {
    List<String> names = new ArrayList<>();
    for (int row = 0; row < profile.rows(); row++) {
      ProfileThread thread = profile.threads().get(profile.thread(row));
      names.add(thread.name() + " " + thread.osThreadId() + " " + profile.count(row));
    }
    return names;
  }

  @Test
  void thread_isOneBeforeAndAfterTheRuntimeKnowsIt_untilItEnds() {
    Consumer<RuntimeFeed> managed =
        feed -> {
          method(feed, 1, 0x10, "leaf", 0x1000);
          sample(feed, 5, NO_CALLERS, 0x1000);
          feed.osThreadSeen(6, OS_THREAD, "program");
          feed.threadCreated(10, new ThreadID(0x100), OS_THREAD);
          feed.threadNamed(11, new ThreadID(0x100), "worker");
          sample(feed, 20, NO_CALLERS, 0x1000);
          feed.threadDestroyed(30, new ThreadID(0x100));
          sample(feed, 40, NO_CALLERS, 0x1000);
        };
    assertEquals(List.of("worker 77 3"), threads(profile(managed)));
    Consumer<RuntimeFeed> later =
        feed -> {
          feed.osThreadSeen(41, OS_THREAD, "");
          sample(feed, 50, NO_CALLERS, 0x1000);
          feed.osThreadSeen(51, OS_THREAD, "other");
          feed.osThreadSeen(60, OS_THREAD, "");
          sample(feed, 70, NO_CALLERS, 0x1000);
          feed.threadCreated(80, new ThreadID(0x100), OS_THREAD);
          feed.threadNamed(81, new ThreadID(0x100), "second");
          sample(feed, 90, NO_CALLERS, 0x1000);
        };
    assertEquals(
        List.of("worker 77 3", "other 77 1", "second 77 2"),
        threads(profile(managed.andThen(later))));
  }

  @Test
  void thread_thatTheProgramDidNotName_hasTheLastNameThatTheKernelHas() {
    Consumer<RuntimeFeed> kernel =
        feed -> {
          method(feed, 1, 0x10, "leaf", 0x1000);
          sample(feed, 5, NO_CALLERS, 0x1000);
          feed.osThreadSeen(6, OS_THREAD, "program");
          sample(feed, 20, NO_CALLERS, 0x1000);
          feed.osThreadSeen(21, OS_THREAD, ".NET Tiered Com");
          feed.osThreadSeen(21, OS_THREAD, "");
        };
    assertEquals(List.of(".NET Tiered Com 77 2"), threads(profile(kernel)));
    Consumer<RuntimeFeed> managed = feed -> feed.threadCreated(10, new ThreadID(0x100), OS_THREAD);
    assertEquals(List.of(".NET Tiered Com 77 2"), threads(profile(managed.andThen(kernel))));
  }

  @Test
  void samples_areEvidenceThatTheirMethodsExecuted() {
    Session session =
        session(
            feed -> {
              method(feed, 1, 0x10, "leaf", 0x1000);
              method(feed, 1, 0x20, "root", 0x2000);
              method(feed, 1, 0x30, "other", 0x3000);
              sample(feed, 10, stack(End.THREAD_BASE, 0x2100), 0x1000);
            });
    for (long id : new long[] {0x10, 0x20, 0x30}) {
      boolean executed =
          session
              .map()
              .now()
              .meaningOf(new FunctionID(id))
              .valid()
              .orElseThrow()
              .evidence()
              .stream()
              .anyMatch(evidence -> evidence.isObservedAs(EvidenceKind.EXECUTING));
      assertEquals(id != 0x30, executed, () -> "function " + id);
    }
  }

  @Test
  void stack_sampledAThousandTimes_isResolvedOnce() {
    AddressStack root = stack(End.THREAD_BASE, 0x2050, 0x10020);
    Consumer<RuntimeFeed> facts =
        feed -> {
          library(feed, 1, 0, 0x10000, "/none/a.so");
          method(feed, 1, 0x10, "leaf", 0x1000);
          method(feed, 2, 0x20, "root", 0x2000);
          for (int i = 0; i < 1000; i++) {
            sample(feed, 10 + i, root, 0x1000 + i % 100);
          }
        };
    ProfileFeed feed = new ProfileFeed(session(facts), Clock.PROCESSOR, Set.of());
    facts.accept(feed);
    assertEquals(1, feed.resolutions());
    assertEquals(Map.of("a.so+0x1f ?!root ?!leaf", 1000L), counts(feed.profile().build()));
  }

  /** Histories of code and libraries at a few addresses, beside a plain question for each frame. */
  @Test
  void samples_ofRandomHistories_areThoseOfPlainQuestions() {
    Random random = new Random(11);
    for (int round = 0; round < 300; round++) {
      long seed = random.nextLong();
      Consumer<RuntimeFeed> facts = feed -> history(new Random(seed), feed);
      Session session = session(facts);
      Map<String, Long> plain = new TreeMap<>();
      facts.accept(
          new RuntimeFeed() {
            @Override
            public void addressSampled(long at, AddressSample sample) {
              List<String> names = new ArrayList<>();
              for (int frame = 0; frame < sample.stack().depth(); frame++) {
                names.add(0, plain(session, at, sample.executing(frame)));
              }
              plain.merge(String.join(" ", names), 1L, Long::sum);
            }
          });
      ProfileFeed feed = new ProfileFeed(session, Clock.PROCESSOR, Set.of());
      facts.accept(feed);
      Map<String, Long> ours = counts(feed.profile().build());
      Set<Map.Entry<String, Long>> different = new HashSet<>(plain.entrySet());
      different.removeAll(ours.entrySet());
      assertEquals(Set.of(), different, () -> "with " + seed + " we have " + ours);
      assertEquals(plain, ours);
    }
  }

  private static String plain(Session session, long at, long address) {
    IdView then = session.map().at(at);
    if (then.codeAt(address) instanceof InCode code) {
      return session.nameOf(code.method());
    }
    return then.imageAt(address)
        .map(
            fact ->
                fact.image().path().substring(6)
                    + "+0x"
                    + Long.toHexString(fact.image().rva(address)))
        .orElse("<unknown code>");
  }

  private static void history(Random random, RuntimeFeed feed) {
    List<AddressStack> stacks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      long[] callers = new long[1 + random.nextInt(3)];
      for (int j = 0; j < callers.length; j++) {
        callers[j] = place(random) + random.nextInt(0x80);
      }
      stacks.add(stack(End.THREAD_BASE, callers));
    }
    Map<Long, Long> living = new HashMap<>();
    for (long at = 10; at < 400; at += 1 + random.nextInt(5)) {
      switch (random.nextInt(8)) {
        case 0 -> {
          long id = 0x10L * (1 + random.nextInt(4));
          long code = memory(random);
          if (!living.containsKey(id) && !living.containsValue(code)) {
            living.put(id, code);
            method(feed, at, id, "m" + at, code);
          }
        }
        case 1 -> {
          long id = 0x10L * (1 + random.nextInt(4));
          if (living.remove(id) != null) {
            feed.unloadStarted(at, new FunctionID(id));
          }
        }
        case 2 ->
            library(
                feed, at, random.nextBoolean() ? 0 : at - 5, 0x10000, "/none/" + at % 7 + ".so");
        case 3 -> feed.imageUnmapped(at, 0x10000, 0x10000);
        default -> {
          AddressStack stack = stacks.get(random.nextInt(stacks.size()));
          sample(feed, at - random.nextInt(4), stack, place(random) + random.nextInt(0x80));
        }
      }
    }
  }

  /** Code memory, which no library has. */
  private static long memory(Random random) {
    return 0x1000L * (1 + random.nextInt(3));
  }

  private static long place(Random random) {
    return random.nextInt(4) == 0 ? 0x10000 : memory(random);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** Profiles that are hard to write so that other tools read them: each with what is hard. */
public enum HardProfile {
  /** What separates, quotes or ends something in one of the formats. */
  ODD_NAMES {
    @Override
    void fill(Filler some) {
      List<String> names =
          List.of(
              "a \"quoted\" name",
              "back\\slash",
              "semi;colon",
              "line\nfeed",
              "carriage\rreturn",
              "tab\there",
              "nul\0here",
              "escape\u001b[31mred",
              "delete\u007f",
              "next\u0085line",
              "line\u2028separator",
              "\u05d0\u05d1\u05d2 right to left",
              "smile \ud83d\ude00",
              "half a pair \ud83d",
              "ends in a number 12",
              " spaces around ",
              "</script><!--",
              "&amp; 100%d %s {0} ${x}",
              "__proto__",
              "constructor",
              "(root)",
              "(anonymous)",
              "[stub: jump]");
      for (int i = 0; i < names.size(); i++) {
        some.at(i * SECOND).add(names.get(i), 1 + i, (1 + i) * MILLI, "Main", names.get(i), "Leaf");
      }
      some.at(Duration.ofMinutes(1)).add("main", 5, 7 * MILLI, names.toArray(String[]::new));
    }
  },
  /** Type arguments, lambdas and operators; some tools take angle brackets out of C++ names. */
  ANGLE_BRACKETS {
    @Override
    void fill(Filler some) {
      List<String> names =
          List.of(
              "Shop.List<int>.Add(T)",
              "Shop.List<string>.Add(T)",
              "Shop.Cart+<>c::<Buy>b__0_0",
              "Shop.Cart+<>c::<Buy>b__0_1",
              "Shop.Map<K, Dictionary<string, List<(int, V)>>>.this[K].get",
              "operator <(Money, Money)",
              "operator <<(int)",
              "operator ->",
              "std::vector<int, std::allocator<int> >::push_back(int const&)",
              "std::vector<long, std::allocator<long> >::push_back(long const&)",
              "Shop.Cart::Buy[[System.Int32]]",
              "Shop.Cart::Buy[[System.Int64]]",
              "a < b",
              "b > a",
              "<native>",
              "<deeper than recorded>");
      for (int i = 0; i < names.size(); i++) {
        some.at(i * SECOND).add("main", 1 + i, i * MILLI + 1, "Main()", names.get(i));
      }
    }
  },
  /** Names that differ in the last character alone. */
  LONG_NAMES {
    @Override
    void fill(Filler some) {
      String name = "Shop." + "Cart".repeat(25_000);
      some.add("main", 2, 2 * MILLI, "Main", name + "A");
      some.at(SECOND).add("worker", 3, 3 * MILLI, "Main", name + "B");
    }
  },
  /** Stacks that are deeper than a recursive reader gets. */
  DEEP {
    @Override
    void fill(Filler some) {
      String[] names = IntStream.range(0, DEPTH).mapToObj(i -> "M" + i).toArray(String[]::new);
      some.add("main", 1, MILLI, names);
      some.at(SECOND).add("main", 2, 2 * MILLI, Arrays.copyOf(names, DEPTH / 2));
      some.at(2 * SECOND)
          .add("main", 3, 3 * MILLI, Collections.nCopies(DEPTH, "Again").toArray(String[]::new));
    }
  },
  /** Samples without a stack, beside others. */
  SOME_WITHOUT_FRAMES {
    @Override
    void fill(Filler some) {
      some.add("main", 2, 2 * MILLI).at(SECOND).add("main", 3, 3 * MILLI, "Main");
      some.at(2 * SECOND).add("worker", 4, 4 * MILLI);
    }
  },
  /** No sample has a stack. */
  NO_FRAMES {
    @Override
    void fill(Filler some) {
      some.add("main", 2, 2 * MILLI).at(SECOND).add("worker", 3, 3 * MILLI);
    }
  },
  /** Only numbers of samples are known, all of one moment. */
  NO_TIMES {
    @Override
    void fill(Filler some) {
      some.add("main", 2, 0, "Main", "A").add("main", 3, 0, "Main", "B").add("worker", 4, 0, "Run");
    }
  },
  /** Five weeks in nanoseconds, in few samples; the threads begin at different times. */
  WEEKS {
    @Override
    void fill(Filler some) {
      for (int day = 0; day < 35; day++) {
        some.at(day * DAY).add("main", 1, DAY, "Main", day % 2 == 0 ? "Even" : "Odd");
        some.at(day * DAY + 1).add("worker" + day, 1, DAY / 3, "Run");
      }
    }
  },
  /** Samples that represent no time, beside some that do. */
  ZERO_WEIGHTS {
    @Override
    void fill(Filler some) {
      some.add("main", 2, 2 * MILLI, "Main", "A").at(SECOND).add("main", 1, 0, "Main", "B");
      some.at(2 * SECOND).add("worker", 3, 0, "Run");
    }
  },
  /** Threads that have times and no numbers of samples. */
  TIMES_WITHOUT_COUNTS {
    @Override
    void fill(Filler some) {
      some.add("main", 2, 2 * MILLI, "Main", "A").at(SECOND).add("main", 0, 3 * MILLI, "Main", "B");
      some.at(2 * SECOND).add("worker", 0, 4 * MILLI, "Run");
    }
  },
  /** Values that are no samples, such as bytes. */
  BYTES {
    @Override
    void fill(Filler some) {
      some.profile.counts("alloc_space", "bytes");
      some.add("main", 1L << 40, 0, "Main", "A").at(SECOND).add("main", 3L << 40, 0, "Main", "B");
      some.at(2 * SECOND).add("main", 12, 0, "Main", "C");
    }
  },
  /** Nanoseconds that differ only behind the sixth digit of a millisecond. */
  NANOSECONDS {
    @Override
    void fill(Filler some) {
      for (int i = 0; i < 1000; i++) {
        some.at(1_000_000_007L * i).add("main", 1, 1 + i % 7, "Main", "M" + i % 5, "L" + i % 3);
      }
    }
  },
  /** Many threads, most with the same name. */
  MANY_THREADS {
    @Override
    void fill(Filler some) {
      for (int i = 0; i < 100; i++) {
        some.at(i * SECOND).add(i % 10 == 0 ? "worker " + i : "worker", 1 + i, MILLI, "Run", "M");
      }
    }
  },
  /** Recursion, direct and through another, which counts a method once. */
  RECURSION {
    @Override
    void fill(Filler some) {
      some.add("main", 2, 2 * MILLI, "Main", "A", "A", "A");
      some.at(SECOND).add("main", 3, 3 * MILLI, "Main", "A", "B", "A", "B");
      some.at(2 * SECOND).add("main", 4, 4 * MILLI, "A", "Main", "A");
    }
  },
  /** No sample at all. */
  EMPTY {
    @Override
    void fill(Filler some) {}
  };

  private static final int DEPTH = 5_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;
  private static final long DAY = Duration.ofDays(1).toNanos();

  abstract void fill(Filler some);

  /** Returns the profile. */
  public Profile profile() {
    Filler some = new Filler(this);
    fill(some);
    return some.profile.build();
  }

  /** Adds samples to a profile. */
  static final class Filler {
    private final Profile.Builder profile = new Profile.Builder();
    private long time = 1000;
    private long thread;

    Filler(HardProfile hard) {
      profile.name(hard.name()).began(Optional.of(Instant.ofEpochSecond(1_700_000_000)));
    }

    Filler at(long nanos) {
      time = 1000 + nanos;
      return this;
    }

    Filler at(Duration since) {
      return at(since.toNanos());
    }

    Filler add(String threadName, long count, long nanos, String... names) {
      int stack = StackTree.NONE;
      for (String name : names) {
        stack = profile.stack(stack, profile.frame(frame(name)));
      }
      // Names that recur are those of other threads.
      long id = threadName.equals("worker") ? ++thread : 0;
      int number = profile.thread(new ProfileThread(id, (int) id, threadName));
      profile.add(time, profile.row(number, stack), count, nanos);
      return this;
    }

    private static Frame frame(String name) {
      if (name.startsWith("<") && name.endsWith(">")) {
        return Frame.special(name, FrameKind.NATIVE);
      }
      boolean isOdd = name.hashCode() % 2 != 0;
      FrameModule module =
          new FrameModule(
              isOdd ? "Shop.dll" : "System.Shop.dll",
              isOdd ? "/srv/shop & more/Shop.dll" : "/srv/shop & more/System.Shop.dll",
              Optional.of(new UUID(7, isOdd ? 1 : 2)));
      return new Frame(
          name,
          "",
          module,
          0x06000000 | (name.hashCode() & 0xffff) + 1,
          Frame.NO_OFFSET,
          new FrameSource("/src/shop & more/Cart.cs", 1 + (name.hashCode() & 0xff), 0),
          isOdd ? FrameKind.USER : FrameKind.FRAMEWORK);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.BitSet;

/**
 * Writes a JFR file with an event {@code jdk.ExecutionSample} for each sample. A file is a sequence
 * of chunks, each with a description of its types and with the constants that its events refer to;
 * so no more than a chunk is in memory.
 *
 * <pre>
 *  header | metadata event | checkpoint event | samples
 * </pre>
 *
 * <p>A sample has no weight. Of more than {@value #MOST_EVENTS} samples, or values that are none,
 * each event stands for the same number of them, and a stack gets events by its share: exactly, if
 * all numbers have a common divisor that is large enough, such as the period of a profile of times.
 */
final class JfrWriter {

  private static final int MAGIC = 0x464c5200;
  private static final short MAJOR = 2;
  private static final int HEADER = 68;
  private static final int COMPRESSED_INTEGERS = 1;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** The limit of events in a file. */
  static final long MOST_EVENTS = 1 << 24;

  /** The bytes of stacks and of samples from which on a chunk is ended. */
  static final int CHUNK = 1 << 22;

  private static final int NO_LOADER = 0;
  private static final int RUNNABLE = 1;

  // The types of frames have async-profiler's numbers, whose converter knows them by these, and
  // takes native frames for
  // unmanaged code where there is a type of frames of the kernel.
  private static final int MANAGED = 1;
  private static final int UNMANAGED = 3;
  private static final int KERNEL = 5;

  private final Profile profile;
  private final Texts texts;
  private final OutputStream out;
  private final Weights weights;
  private final long perEvent;

  // The keys of constants are the numbers here plus 1; they are the same in all chunks.
  private final Numbered<String> symbols = new Numbered<>();
  private final Numbered<String> packages = new Numbered<>();
  private final Numbered<String> classes = new Numbered<>();
  private final Numbered<JfrMethod> methods = new Numbered<>();

  /** The method of each frame. */
  private final int[] methodOf;

  /** The constants that the chunk has. */
  private final BitSet usedStacks = new BitSet();

  private final BitSet usedMethods = new BitSet();
  private final BitSet usedThreads = new BitSet();
  private final BitSet usedSymbols = new BitSet();
  private final JfrBuffer stacks = new JfrBuffer();
  private final JfrBuffer samples = new JfrBuffer();
  private final JfrBuffer event = new JfrBuffer();
  private long first;
  private long last;

  private JfrWriter(Profile profile, Texts texts, OutputStream out, long mostEvents) {
    this.profile = profile;
    this.texts = texts;
    this.out = out;
    this.weights = new Weights(profile);
    this.perEvent = perEvent(mostEvents);
    this.methodOf = new int[profile.frames().size()];
    for (int i = 0; i < methodOf.length; i++) {
      methodOf[i] = methods.of(JfrMethod.of(profile.frames().get(i), texts));
    }
  }

  static void write(Profile profile, Texts texts, OutputStream out) throws IOException {
    write(profile, texts, out, MOST_EVENTS);
  }

  static void write(Profile profile, Texts texts, OutputStream out, long mostEvents)
      throws IOException {
    new JfrWriter(profile, texts, out, mostEvents).write();
  }

  private long perEvent(long mostEvents) {
    long total = 0;
    long divisor = 0;
    for (int cell = 0; cell < profile.timeline().size(); cell++) {
      total += weights.numberOfCell(cell);
      divisor = gcd(divisor, weights.numberOfCell(cell));
    }
    boolean areSamples = weights.haveNumbers() && total <= mostEvents;
    return areSamples ? 1 : Math.max(Math.max(1, divisor), 1 + (total - 1) / mostEvents);
  }

  private static long gcd(long one, long other) {
    return other == 0 ? one : gcd(other, one % other);
  }

  private void write() throws IOException {
    Timeline timeline = profile.timeline();
    boolean isWritten = false;
    // Rounds to the nearest event.
    long sum = perEvent / 2;
    texts.share().expect(timeline.size());
    for (int cell = 0; cell < timeline.size(); cell++) {
      texts.share().add();
      long before = sum / perEvent;
      sum += weights.numberOfCell(cell);
      long events = sum / perEvent - before;
      long at = Math.max(0, timeline.time(cell) - profile.from());
      for (long i = 0; i < events; i++) {
        sample(at, timeline.row(cell));
        if (samples.size() + stacks.size() > CHUNK) {
          chunk();
          isWritten = true;
        }
      }
    }
    if (samples.size() > 0 || !isWritten) {
      chunk();
    }
  }

  private void sample(long at, int row) {
    int stack = profile.stack(row);
    int thread = profile.thread(row);
    if (!usedStacks.get(stack + 1)) {
      usedStacks.set(stack + 1);
      stack(stack);
    }
    usedThreads.set(thread);
    first = samples.size() == 0 ? at : Math.min(first, at);
    last = samples.size() == 0 ? at : Math.max(last, at);
    event.clear();
    event.number(JfrTypes.EXECUTION_SAMPLE).number(at).number(thread + 1L);
    event.number(stack + 2L).number(RUNNABLE);
    samples.event(event);
  }

  private void stack(int stack) {
    StackTree tree = profile.stacks();
    int depth = tree.depth(stack);
    boolean isTruncated = false;
    event.clear();
    for (int node = stack; node != StackTree.NONE; node = tree.caller(node)) {
      Frame frame = profile.frames().get(tree.frame(node));
      if (tree.caller(node) == StackTree.NONE && frame.equals(Frame.TRUNCATED)) {
        isTruncated = true;
        depth--;
        continue;
      }
      int method = methodOf[tree.frame(node)];
      usedMethods.set(method);
      event.number(method + 1L).number(frame.source().shownLine());
      event.number(Math.max(0, frame.ilOffset()));
      event.number(frame.isUnmanaged() ? UNMANAGED : MANAGED);
    }
    stacks.number(stack + 2L).raw(isTruncated ? 1 : 0).number(depth).add(event);
  }

  // ---- chunks

  private void chunk() throws IOException {
    JfrBuffer metadata = new JfrBuffer().event(JfrTypes.metadata(first));
    JfrBuffer checkpoint = new JfrBuffer().event(checkpoint());
    header(metadata.size(), checkpoint.size());
    metadata.writeTo(out);
    checkpoint.writeTo(out);
    samples.writeTo(out);
    samples.clear();
    stacks.clear();
    usedStacks.clear();
    usedMethods.clear();
    usedThreads.clear();
  }

  private void header(int metadata, int checkpoint) throws IOException {
    long began =
        profile.began().map(JfrWriter::nanos).orElse(0L)
            + (profile.rows() == 0 ? 0 : profile.from());
    out.write(
        ByteBuffer.allocate(HEADER)
            .putInt(MAGIC)
            .putShort(MAJOR)
            .putShort((short) 0)
            .putLong(HEADER + (long) metadata + checkpoint + samples.size())
            .putLong(HEADER + (long) metadata)
            .putLong(HEADER)
            .putLong(began + first)
            .putLong(last - first + 1)
            .putLong(first)
            .putLong(NANOS_PER_SECOND)
            .putInt(COMPRESSED_INTEGERS)
            .array());
  }

  private static long nanos(Instant began) {
    return began.getEpochSecond() * NANOS_PER_SECOND + began.getNano();
  }

  private JfrBuffer checkpoint() {
    JfrBuffer ofClasses = new JfrBuffer();
    BitSet usedClasses = new BitSet();
    JfrBuffer ofMethods = methods(usedClasses);
    BitSet usedPackages = new BitSet();
    usedClasses.stream()
        .forEach(
            number -> {
              String name = classes.values().get(number);
              int inPackage = packages.of(new JfrMethod(name, "", "").packageName());
              usedPackages.set(inPackage);
              ofClasses.number(number + 1L).number(NO_LOADER).number(symbol(name));
              ofClasses.number(inPackage + 1L).number(1);
            });
    JfrBuffer ofPackages = new JfrBuffer();
    usedPackages.stream()
        .forEach(
            number -> ofPackages.number(number + 1L).number(symbol(packages.values().get(number))));
    JfrBuffer ofSymbols = new JfrBuffer();
    usedSymbols.stream()
        .forEach(number -> ofSymbols.number(number + 1L).text(symbols.values().get(number)));
    JfrBuffer pools = new JfrBuffer();
    int count = 0;
    count += pool(pools, JfrTypes.STACK_TRACE, usedStacks.cardinality(), stacks);
    count += pool(pools, JfrTypes.METHOD, usedMethods.cardinality(), ofMethods);
    count += pool(pools, JfrTypes.CLASS, usedClasses.cardinality(), ofClasses);
    count += pool(pools, JfrTypes.PACKAGE, usedPackages.cardinality(), ofPackages);
    count += pool(pools, JfrTypes.SYMBOL, usedSymbols.cardinality(), ofSymbols);
    count += pool(pools, JfrTypes.THREAD, usedThreads.cardinality(), threads());
    count += pool(pools, JfrTypes.THREAD_STATE, 1, named(RUNNABLE, "STATE_RUNNABLE"));
    JfrBuffer types = named(MANAGED, "JIT compiled").add(named(UNMANAGED, "Native"));
    count += pool(pools, JfrTypes.FRAME_TYPE, 3, types.add(named(KERNEL, "Kernel")));
    usedSymbols.clear();
    JfrBuffer checkpoint = new JfrBuffer();
    checkpoint.number(JfrTypes.CHECKPOINT).number(first).number(0).number(0).raw(0);
    return checkpoint.number(count).add(pools);
  }

  private long symbol(String text) {
    int number = symbols.of(text);
    usedSymbols.set(number);
    return number + 1L;
  }

  private JfrBuffer methods(BitSet usedClasses) {
    JfrBuffer pool = new JfrBuffer();
    usedMethods.stream()
        .forEach(
            number -> {
              JfrMethod method = methods.values().get(number);
              int type = classes.of(method.type());
              usedClasses.set(type);
              pool.number(number + 1L).number(type + 1L).number(symbol(method.name()));
              pool.number(symbol(method.descriptor())).number(1).raw(0);
            });
    return pool;
  }

  private JfrBuffer threads() {
    JfrBuffer pool = new JfrBuffer();
    usedThreads.stream()
        .forEach(
            thread -> {
              String name = texts.thread(thread);
              int osThreadId = profile.threads().get(thread).osThreadId();
              pool.number(thread + 1L).text(name);
              pool.number(Integer.toUnsignedLong(osThreadId)).text(name).number(thread + 1L);
            });
    return pool;
  }

  private static JfrBuffer named(long key, String name) {
    return new JfrBuffer().number(key).text(name);
  }

  /** Adds the constants of a type, unless there are none; returns how many pools were added. */
  private static int pool(JfrBuffer pools, int type, int count, JfrBuffer entries) {
    if (count == 0) {
      return 0;
    }
    pools.number(type).number(count).add(entries);
    return 1;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import java.util.BitSet;

/**
 * The constants of a JFR file: stacks, methods, classes, packages, texts and threads. Each has a
 * key, which is the same in all chunks; a chunk has those that its events use. Not thread-safe.
 */
final class JfrConstants {

  /** The state of all threads. */
  static final int RUNNABLE = 1;

  private static final int NO_LOADER = 0;

  // The types of frames have async-profiler's numbers, by which its converter knows them. Where
  // there is a type of frames of the kernel, it takes native frames for unmanaged code.
  private static final int MANAGED = 1;
  private static final int UNMANAGED = 3;
  private static final int KERNEL = 5;

  private final Profile profile;
  private final Texts texts;

  // The keys of constants are the numbers here plus 1.
  private final Numbered<String> symbols = new Numbered<>();
  private final Numbered<String> packages = new Numbered<>();
  private final Numbered<String> classes = new Numbered<>();
  private final Numbered<JfrMethod> methods = new Numbered<>();

  /** The method of each frame. */
  private final int[] methodOf;

  /** What the chunk uses. */
  private final BitSet usedStacks = new BitSet();

  private final BitSet usedMethods = new BitSet();
  private final BitSet usedThreads = new BitSet();
  private final BitSet usedSymbols = new BitSet();
  private final JfrBuffer stacks = new JfrBuffer();
  private final JfrBuffer frames = new JfrBuffer();

  JfrConstants(Profile profile, Texts texts) {
    this.profile = profile;
    this.texts = texts;
    this.methodOf = new int[profile.frames().size()];
    for (int i = 0; i < methodOf.length; i++) {
      methodOf[i] = methods.of(JfrMethod.of(profile.frames().get(i), texts));
    }
  }

  /** Returns the key of a stack, which the chunk uses. */
  long stack(int stack) {
    if (!usedStacks.get(stack + 1)) {
      usedStacks.set(stack + 1);
      add(stack);
    }
    return stack + 2L;
  }

  /** Returns the key of a thread, which the chunk uses. */
  long thread(int thread) {
    usedThreads.set(thread);
    return thread + 1L;
  }

  /** Returns how many bytes the used stacks take. */
  int stacksSize() {
    return stacks.size();
  }

  /** Begins a new chunk, which uses none. */
  void clear() {
    stacks.clear();
    usedStacks.clear();
    usedMethods.clear();
    usedThreads.clear();
  }

  private void add(int stack) {
    StackTree tree = profile.stacks();
    int depth = tree.depth(stack);
    boolean isTruncated = false;
    frames.clear();
    for (int node = stack; node != StackTree.NONE; node = tree.caller(node)) {
      Frame frame = profile.frames().get(tree.frame(node));
      if (tree.caller(node) == StackTree.NONE && frame.equals(Frame.TRUNCATED)) {
        isTruncated = true;
        depth--;
        continue;
      }
      int method = methodOf[tree.frame(node)];
      usedMethods.set(method);
      frames.number(method + 1L).number(frame.source().shownLine());
      frames.number(Math.max(0, frame.ilOffset()));
      frames.number(frame.isUnmanaged() ? UNMANAGED : MANAGED);
    }
    stacks.number(stack + 2L).raw(isTruncated ? 1 : 0).number(depth).add(frames);
  }

  /**
   * Returns the checkpoint event: the constants that were used since the last {@link #clear}.
   *
   * @param first the time of the first event of the chunk
   */
  JfrBuffer checkpoint(long first) {
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

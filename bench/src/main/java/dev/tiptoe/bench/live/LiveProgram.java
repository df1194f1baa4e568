// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.live;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;

/**
 * The facts of an invented program, as functions of a number. Its modules have no files, so nothing
 * follows from metadata.
 *
 * @param classes how many types it loads
 */
record LiveProgram(int classes) {

  private static final int MODULES = 1_000;
  private static final int TYPE_DEF = 0x02;
  private static final int METHOD_DEF = 0x06;
  private static final ThreadID THREAD = new ThreadID(1);

  static ModuleID module(int type) {
    return new ModuleID(0x7f10_0000_0000L + type % MODULES * 0x6000L);
  }

  static ClassID id(int type) {
    return new ClassID(0x7f30_0000_0000L + type * 0x98L);
  }

  static Token typeDef(int type) {
    return Token.of(TYPE_DEF, 1 + type / MODULES);
  }

  /** All modules and types. */
  void load(RuntimeFeed feed) {
    for (int i = 0; i < MODULES; i++) {
      feed.moduleLoaded(1, module(i), LoadedModule.ofFile("Module" + i + ".dll"));
    }
    for (int i = 0; i < classes; i++) {
      load(feed, i, 2L + i);
    }
  }

  private static void load(RuntimeFeed feed, int type, long at) {
    ClassID parent = type < MODULES ? new ClassID(0) : id(type % MODULES);
    feed.classLoaded(
        at, id(type), new ClassShape.Defined(module(type), typeDef(type), parent, List.of()));
  }

  /**
   * A fact of a running program, after all were loaded: of eight, one is a new type, one a method
   * that was compiled, four samples, and two instances.
   */
  void run(RuntimeFeed feed, int number) {
    long at = 2L + classes + number;
    int known = (int) (Integer.toUnsignedLong(number * 0x9e3779b9) % classes);
    FunctionID method = new FunctionID(0x7f50_0000_0000L + number / 8 % 10_000 * 0x40L);
    switch (number % 8) {
      case 0 -> load(feed, classes + number / 8, at);
      case 1 -> feed.functionSeen(at, method, method(number / 8 % 10_000), FunctionSource.JITTED);
      case 2, 3 -> feed.instanceSeen(at, id(known), InstanceSource.HEAP);
      default -> feed.stackSampled(at, THREAD, List.of(method), false);
    }
  }

  private static FunctionShape method(int number) {
    return new FunctionShape(
        id(number), module(number), Token.of(METHOD_DEF, 1 + number), List.of(), "");
  }
}

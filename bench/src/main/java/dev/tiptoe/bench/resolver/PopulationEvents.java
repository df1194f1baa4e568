// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;

/** The events of a population: first its modules, then its types, then its methods. */
final class PopulationEvents {

  /** A time later than any of them. */
  static final long END = 1L << 40;

  private static final ClassID NO_CLASS = new ClassID(0);

  private PopulationEvents() {}

  /** Feeds all events, 100 nanoseconds apart. */
  static void feed(RuntimeFeed feed, Population population) {
    long at = 0;
    for (int i = 0; i < Population.MODULES; i++) {
      feed.moduleLoaded(
          at += 100, new ModuleID(Population.moduleID(i)), LoadedModule.ofFile("m" + i + ".dll"));
    }
    for (int i = 0; i < population.types(); i++) {
      feed.classLoaded(at += 100, new ClassID(population.classID(i)), type(population, i));
    }
    for (int i = 0; i < population.methods(); i++) {
      FunctionID id = new FunctionID(population.functionID(i));
      feed.functionSeen(at += 100, id, method(population, i), FunctionSource.JITTED);
    }
  }

  /** Returns the number of events. */
  static int count(Population population) {
    return Population.MODULES + population.types() + population.methods();
  }

  private static ClassShape type(Population population, int type) {
    return new ClassShape.Defined(
        new ModuleID(Population.moduleID(Population.module(type))),
        new Token(Population.typeDef(type)),
        type == 0 ? NO_CLASS : new ClassID(population.classID(0)),
        List.of());
  }

  private static FunctionShape method(Population population, int method) {
    ClassID declaring = new ClassID(population.classID(population.typeOf(method)));
    return new FunctionShape(
        declaring,
        new ModuleID(Population.moduleID(Population.module(method))),
        new Token(population.token(method)),
        population.isInstantiation(method) ? List.of(declaring) : List.of(),
        "");
  }
}

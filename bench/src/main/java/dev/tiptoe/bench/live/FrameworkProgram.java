// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.live;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The facts of a program that loads real modules with their types, and some of them again as
 * plugins: collectible, each in a load context of its own. Immutable.
 *
 * <p>Loads are numbered: first the modules, then the plugins. IDs are functions of that number.
 */
final class FrameworkProgram {

  private static final AppDomainID DOMAIN = new AppDomainID(0xd0);
  private static final int COLLECTIBLE = 0x8;

  /** A module with more types is loaded only once: hosts do not isolate a framework's core. */
  private static final int MOST_TYPES_OF_A_PLUGIN = 200;

  private final List<LoadedPart> modules;
  private final List<Integer> plugins;

  private FrameworkProgram(List<LoadedPart> modules) {
    this.modules = modules;
    this.plugins =
        IntStream.range(0, modules.size())
            .filter(part -> modules.get(part).types().size() <= MOST_TYPES_OF_A_PLUGIN)
            .boxed()
            .toList();
  }

  /** A program of the modules of a folder. */
  static FrameworkProgram of(Path folder) throws IOException {
    return new FrameworkProgram(LoadedPart.in(folder));
  }

  /** How many modules are loaded before plugins are. */
  int modules() {
    return modules.size();
  }

  /** How many types a load brings. */
  int types(int load) {
    return modules.get(part(load)).types().size();
  }

  ModuleID module(int load) {
    return new ModuleID(0x7f10_0000_0000L + load * 0x6000L);
  }

  /** One of the types that a load brings. */
  Token typeDef(int load, int type) {
    return Token.of(TypeDef.TABLE, modules.get(part(load)).types().get(type).rid());
  }

  /** A module is loaded with all its types. */
  void load(RuntimeFeed feed, int load) {
    LoadedPart part = modules.get(part(load));
    AssemblyID assembly = new AssemblyID(0x7f20_0000_0000L + load * 0x100L);
    boolean isPlugin = load >= modules.size();
    feed.assemblyLoaded(at(load), assembly, DOMAIN, module(load), part.name());
    feed.loadContextReported(
        at(load), assembly, isPlugin ? "\"Plugin\" PluginContext #" + load : "Default");
    feed.moduleLoaded(
        at(load),
        module(load),
        new LoadedModule(
            part.image().file(), part.image().mvid(), assembly, 0, isPlugin ? COLLECTIBLE : 0));
    for (LoadedPart.Type type : part.types()) {
      ClassID base = type.base().map(of -> base(load, of)).orElse(new ClassID(0));
      Token typeDef = Token.of(TypeDef.TABLE, type.rid());
      feed.classLoaded(
          at(load),
          id(load, type.rid()),
          new ClassShape.Defined(module(load), typeDef, base, List.of()));
    }
  }

  /** What a load brought is unloaded, at the time of another load. */
  void unload(RuntimeFeed feed, int load, int at) {
    feed.unloadStarted(at(at), module(load));
  }

  private static long at(int load) {
    return 1L + load;
  }

  /** A plugin has its own types, and the program's for the rest. */
  private ClassID base(int load, LoadedPart.Base base) {
    return id(base.part() == part(load) ? load : base.part(), base.rid());
  }

  private static ClassID id(int load, int rid) {
    return new ClassID(0x7f30_0000_0000L + (((long) load << 16) + rid) * 0x98L);
  }

  private int part(int load) {
    return load < modules.size() ? load : plugins.get((load - modules.size()) % plugins.size());
  }
}

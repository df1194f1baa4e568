// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.LoadedModule;

/**
 * What the map holds for one loading of a module.
 *
 * @param loaded the runtime's description; {@link #UNDESCRIBED} while other facts only refer to the
 *     module
 * @param typeDefs from TypeDef rids to class rows
 * @param methodDefs from MethodDef rids to function rows
 * @param absentTypeDefs from TypeDef rids to the times at which they were not published
 */
record ModuleEntry(
    LoadedModule loaded, TokenIndex typeDefs, TokenIndex methodDefs, TokenIndex absentTypeDefs)
    implements Description<ModuleEntry> {

  static final LoadedModule UNDESCRIBED = LoadedModule.ofFile("");

  /** Stands for no module: nothing is ever put into it. */
  static final ModuleEntry NONE = new ModuleEntry(UNDESCRIBED, new TokenRoom());

  ModuleEntry(LoadedModule loaded, TokenRoom room) {
    this(loaded, new TokenIndex(room), new TokenIndex(room), new TokenIndex(room));
  }

  /** Whether the module may be unloaded while the process lives; one that is not described may. */
  boolean isMortal() {
    return loaded.path().isEmpty() || loaded.isCollectible();
  }

  @Override
  public boolean agrees(ModuleEntry later) {
    LoadedModule other = later.loaded;
    return (loaded.path().isEmpty() || other.path().isEmpty() || loaded.path().equals(other.path()))
        && (loaded.mvid().isEmpty() || other.mvid().isEmpty() || loaded.mvid().equals(other.mvid()))
        && Description.mayEqual(loaded.assembly().value(), other.assembly().value())
        && Description.mayEqual(loaded.baseAddress(), other.baseAddress());
  }

  /** The later description's token indexes are not used: they belong to the first. */
  @Override
  public ModuleEntry together(ModuleEntry later) {
    LoadedModule other = later.loaded;
    LoadedModule both =
        new LoadedModule(
            loaded.path().isEmpty() ? other.path() : loaded.path(),
            loaded.mvid().or(other::mvid),
            loaded.assembly().isNone() ? other.assembly() : loaded.assembly(),
            loaded.baseAddress() == 0 ? other.baseAddress() : loaded.baseAddress(),
            loaded.flags() | other.flags());
    return new ModuleEntry(both, typeDefs, methodDefs, absentTypeDefs);
  }
}

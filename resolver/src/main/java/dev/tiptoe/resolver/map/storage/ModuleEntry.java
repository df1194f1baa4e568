// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.LoadedModule;
import org.jspecify.annotations.Nullable;

/**
 * The data of the map for one load of a module.
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
        && (loaded.pdb().isEmpty() || other.pdb().isEmpty() || loaded.pdb().equals(other.pdb()))
        && Description.mayEqual(loaded.assembly().value(), other.assembly().value())
        && Description.mayEqual(loaded.baseAddress(), other.baseAddress());
  }

  /** One file may be reached on two paths. */
  @Override
  public boolean isOther(ModuleEntry later) {
    LoadedModule other = later.loaded;
    boolean oneName =
        loaded.path().isEmpty()
            || other.path().isEmpty()
            || loaded.fileName().equalsIgnoreCase(other.fileName());
    return !oneName || !agrees(new ModuleEntry(withPath(other), later));
  }

  private LoadedModule withPath(LoadedModule other) {
    return new LoadedModule(
        loaded.path(),
        other.mvid(),
        other.assembly(),
        other.baseAddress(),
        other.flags(),
        other.pdb());
  }

  private ModuleEntry(LoadedModule loaded, ModuleEntry indexes) {
    this(loaded, indexes.typeDefs, indexes.methodDefs, indexes.absentTypeDefs);
  }

  @Override
  public ModuleEntry inWordsOf(ModuleEntry other) {
    return new ModuleEntry(other.loaded, this);
  }

  @Override
  public ModuleEntry anew() {
    return new ModuleEntry(loaded, typeDefs.room());
  }

  /** Equal if all values are. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ModuleEntry entry && loaded.equals(entry.loaded);
  }

  @Override
  public int hashCode() {
    return loaded.hashCode();
  }

  @Override
  public String toString() {
    String mvid = loaded.mvid().map(id -> ", MVID " + id).orElse("");
    String assembly = loaded.assembly().isNone() ? "" : ", assembly " + loaded.assembly();
    String address =
        loaded.baseAddress() == 0 ? "" : ", at 0x" + Long.toHexString(loaded.baseAddress());
    String path = loaded.path().isEmpty() ? "a module" : loaded.path();
    return path + mvid + assembly + address;
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
            loaded.flags() | other.flags(),
            loaded.pdb().or(other::pdb));
    return new ModuleEntry(both, typeDefs, methodDefs, absentTypeDefs);
  }
}

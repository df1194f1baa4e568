// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.Optional;
import java.util.UUID;

/**
 * Reports facts about one module to a feed: first what it is, then when it was observed.
 *
 * <pre>{@code
 * feed.module(app).file("/srv/app/App.dll").mvid(mvid).assembly(assembly).loaded(11_000_000);
 * }</pre>
 *
 * <p>Immutable; the steps that describe the module return a new report. Each step with a time is
 * one call of the feed. {@link RuntimeFeed#module} makes one.
 */
public final class ModuleReport {

  private final RuntimeFeed feed;
  private final ModuleID id;
  private final LoadedModule loaded;

  private ModuleReport(RuntimeFeed feed, ModuleID id, LoadedModule loaded) {
    this.feed = feed;
    this.id = id;
    this.loaded = loaded;
  }

  static ModuleReport of(RuntimeFeed feed, ModuleID id) {
    return new ModuleReport(feed, id, LoadedModule.ofFile(""));
  }

  /** Says the path of its file, or its scope name where it has no file. */
  public ModuleReport file(String path) {
    return as(path, loaded.mvid(), loaded.assembly(), loaded.flags());
  }

  /** Says its MVID. */
  public ModuleReport mvid(UUID mvid) {
    return as(loaded.path(), Optional.of(mvid), loaded.assembly(), loaded.flags());
  }

  /** Says the assembly that it belongs to. */
  public ModuleReport assembly(AssemblyID assembly) {
    return as(loaded.path(), loaded.mvid(), assembly, loaded.flags());
  }

  /** Says its {@code COR_PRF_MODULE_FLAGS}. */
  public ModuleReport flags(int flags) {
    return as(loaded.path(), loaded.mvid(), loaded.assembly(), flags);
  }

  private ModuleReport as(String path, Optional<UUID> mvid, AssemblyID assembly, int flags) {
    return new ModuleReport(
        feed,
        id,
        new LoadedModule(path, mvid, assembly, loaded.baseAddress(), flags, loaded.pdb()));
  }

  /** Says the address of its image in the process. */
  public ModuleReport base(long address) {
    return new ModuleReport(
        feed,
        id,
        new LoadedModule(
            loaded.path(),
            loaded.mvid(),
            loaded.assembly(),
            address,
            loaded.flags(),
            loaded.pdb()));
  }

  /** Says the GUID of the PDB that it names. */
  public ModuleReport pdb(UUID guid) {
    return new ModuleReport(
        feed,
        id,
        new LoadedModule(
            loaded.path(),
            loaded.mvid(),
            loaded.assembly(),
            loaded.baseAddress(),
            loaded.flags(),
            Optional.of(requireNonNull(guid, "guid"))));
  }

  /** Reports that it was loaded. */
  public ModuleReport loaded(long at) {
    feed.moduleLoaded(at, id, loaded);
    return this;
  }

  /** Reports that it became part of an assembly. */
  public ModuleReport attached(long at, AssemblyID assembly) {
    feed.moduleAttached(at, id, assembly);
    return this;
  }

  /** Reports a copy of its metadata, for a module without a file. */
  public ModuleReport metadata(long at, Bytes metadata) {
    feed.moduleMetadata(at, id, metadata);
    return this;
  }

  /** Reports that a look-up which loads nothing, at {@code asOf}, did not find a type in it. */
  public ModuleReport notPublished(long at, long asOf, Token typeDef) {
    feed.notPublished(at, asOf, id, typeDef);
    return this;
  }

  /** Reports the runtime's own name for a TypeDef of it, without type arguments. */
  public ModuleReport typeNamed(long at, Token typeDef, String name) {
    feed.typeNamed(at, id, typeDef, name);
    return this;
  }

  /** Reports that its unload began. */
  public void unloaded(long at) {
    feed.unloadStarted(at, id);
  }
}

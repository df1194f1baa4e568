// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.resolver.id.AssemblyID;
import java.util.Optional;
import java.util.UUID;

/**
 * The runtime's description of a loaded module.
 *
 * @param path the path of the file, or the scope's name when there is no file
 * @param mvid the module version ID; empty when it is not known
 * @param assembly the assembly it belongs to; none when it is not attached to one yet
 * @param baseAddress the address of its image in the process; 0 when it has none
 * @param flags {@code COR_PRF_MODULE_FLAGS}
 * @param pdb the GUID of the PDB that the module names, which identifies its build where the MVID
 *     is not known; empty when it is not known or there is none
 */
public record LoadedModule(
    String path,
    Optional<UUID> mvid,
    AssemblyID assembly,
    long baseAddress,
    int flags,
    Optional<UUID> pdb) {

  /** Refuses null. */
  public LoadedModule {
    requireNonNull(path, "path");
    requireNonNull(mvid, "mvid");
    requireNonNull(assembly, "assembly");
    requireNonNull(pdb, "pdb");
  }

  private static final int DYNAMIC = 0x4;
  private static final int COLLECTIBLE = 0x8;

  /** Creates a module of whose PDB nothing is known. */
  public LoadedModule(
      String path, Optional<UUID> mvid, AssemblyID assembly, long baseAddress, int flags) {
    this(path, mvid, assembly, baseAddress, flags, Optional.empty());
  }

  /** Written out, because what Java generates for a record takes 5 ms of a command's start. */
  @Override
  public int hashCode() {
    return path.hashCode() * 31 + mvid.hashCode();
  }

  /** Returns a module of which only the file is known. */
  public static LoadedModule ofFile(String path) {
    return new LoadedModule(path, Optional.empty(), new AssemblyID(0), 0, 0);
  }

  /** Returns whether the module was made with Reflection.Emit and has no file. */
  public boolean isDynamic() {
    return (flags & DYNAMIC) != 0;
  }

  /** Returns whether the module can be unloaded with its load context. */
  public boolean isCollectible() {
    return (flags & COLLECTIBLE) != 0;
  }

  /** Returns whether its file has that name, with or without its extension, in any case. */
  public boolean isNamed(String name) {
    String file = fileName();
    int dot = file.lastIndexOf('.');
    return file.equalsIgnoreCase(name)
        || (dot > 0 && file.substring(0, dot).equalsIgnoreCase(name));
  }

  /** Returns the last part of the path, whichever separator it uses. */
  public String fileName() {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }
}

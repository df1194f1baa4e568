// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.locator;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.ImageIdentity;
import dev.tiptoe.resolver.feed.LoadedModule;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files of modules, and of their PDBs, in folders and all that is below them: for a
 * program that ran on another machine, or whose files were moved since.
 *
 * <p>When the MVID of a module is known, its file is the one with that MVID, first among files of
 * its name, then among all; when it is not known, but its PDB's GUID, the one that names that PDB.
 * When neither is known, the name decides, in any case; of several files of that name, the one
 * whose path ends most like the recorded path. Recorded paths may be those of any operating system.
 * They are compared, and never opened.
 *
 * <p>Thread-safe. The folders are read once, when this is made; the identities of the files when a
 * module is first looked for that needs them. Keeps the paths, of {@value #MOST_FILES} files at
 * most.
 */
public final class ModuleLocator {

  private static final int MOST_FILES = 200_000;

  private static final ModuleLocator NONE = new ModuleLocator();

  private final Map<String, List<Path>> byName = new HashMap<>();
  private final List<Path> modules = new ArrayList<>();
  private final List<IOException> unreadable = new ArrayList<>();
  private final Map<Path, Ids> ids = new ConcurrentHashMap<>();

  /** The modules by MVID, and by the GUIDs of their PDBs; null before they are used. */
  private @Nullable Map<UUID, Path> byMvid;

  private @Nullable Map<UUID, Path> byPdb;
  private int files;

  /** The MVID of the module in a file, if it holds one, and the GUIDs of the PDBs that it names. */
  private record Ids(Optional<UUID> mvid, List<UUID> pdbs) {
    static final Ids NONE = new Ids(Optional.empty(), List.of());
  }

  private ModuleLocator() {}

  /** Returns a locator without folders, which finds nothing. */
  public static ModuleLocator none() {
    return NONE;
  }

  /**
   * Creates a locator for these folders; of files that fit equally, the first folder's is used.
   *
   * @throws NotDirectoryException when one of them is no folder
   */
  public static ModuleLocator over(List<Path> folders) throws IOException {
    ModuleLocator locator = new ModuleLocator();
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new NotDirectoryException(folder.toString());
      }
      locator.read(folder.toAbsolutePath());
    }
    return locator;
  }

  private void read(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    ModuleFolder.visit(
        folder, Integer.MAX_VALUE, file -> count(folder) && found.add(file), unreadable::add);
    found.sort(Comparator.naturalOrder());
    found.forEach(this::add);
  }

  /** Returns whether one more file may be kept; reports once that a folder has too many. */
  private boolean count(Path folder) {
    if (files == MOST_FILES) {
      String reason = "more than " + MOST_FILES + " files; the rest is not looked at";
      unreadable.add(new FileSystemException(folder.toString(), null, reason));
      return false;
    }
    files++;
    return true;
  }

  private void add(Path file) {
    String name = folded(String.valueOf(file.getFileName()));
    byName.computeIfAbsent(name, none -> new ArrayList<>(1)).add(file);
    if (ModuleFolder.mayBeModule(file)) {
      modules.add(file);
    }
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Returns the problems with what could not be read, each with its path. */
  public List<IOException> unreadable() {
    return List.copyOf(unreadable);
  }

  /** Returns the files of that name, in any case. */
  public List<Path> named(String fileName) {
    return List.copyOf(byName.getOrDefault(folded(fileName), List.of()));
  }

  /** Returns the file of a module in these folders; empty when none of them has it. */
  public Optional<Path> find(LoadedModule module) {
    if (module.isDynamic() || modules.isEmpty()) {
      return Optional.empty();
    }
    List<Path> named = byName.getOrDefault(folded(module.fileName()), List.of());
    if (module.mvid().isEmpty() && module.pdb().isPresent()) {
      UUID pdb = module.pdb().get();
      return named.stream()
          .filter(file -> ids(file).pdbs().contains(pdb))
          .findFirst()
          .or(() -> Optional.ofNullable(byPdb().get(pdb)));
    }
    if (module.mvid().isEmpty()) {
      return named.stream()
          .filter(file -> ids(file).mvid().isPresent())
          .max(
              Comparator.<Path>comparingInt(file -> sameFolders(file, module.path()))
                  .thenComparing(named::indexOf, Comparator.reverseOrder()));
    }
    return named.stream()
        .filter(file -> ids(file).mvid().equals(module.mvid()))
        .findFirst()
        .or(() -> module.mvid().map(byMvid()::get));
  }

  /** Returns how many of the last names of two paths are the same. */
  private static int sameFolders(Path file, String recorded) {
    String[] names = recorded.split("[/\\\\]", -1);
    int same = 0;
    while (same < Math.min(names.length, file.getNameCount())
        && names[names.length - 1 - same].equalsIgnoreCase(
            file.getName(file.getNameCount() - 1 - same).toString())) {
      same++;
    }
    return same;
  }

  /** Returns whether any file has the name of a module of known identity, but not its identity. */
  public boolean hasOtherBuild(LoadedModule module) {
    return (module.mvid().isPresent() || module.pdb().isPresent())
        && find(module).isEmpty()
        && byName.getOrDefault(folded(module.fileName()), List.of()).stream()
            .anyMatch(file -> ids(file).mvid().isPresent());
  }

  private synchronized Map<UUID, Path> byMvid() {
    Map<UUID, Path> known = byMvid;
    if (known == null) {
      known = read(ids -> ids.mvid().stream());
      byMvid = known;
    }
    return known;
  }

  private synchronized Map<UUID, Path> byPdb() {
    Map<UUID, Path> known = byPdb;
    if (known == null) {
      known = read(ids -> ids.pdbs().stream());
      byPdb = known;
    }
    return known;
  }

  private Map<UUID, Path> read(Function<Ids, Stream<UUID>> keys) {
    Map<UUID, Path> all = new HashMap<>();
    for (Path file : modules) {
      keys.apply(ids(file)).forEach(key -> all.putIfAbsent(key, file));
    }
    return all;
  }

  private Ids ids(Path file) {
    return ids.computeIfAbsent(file, ModuleLocator::readIds);
  }

  private static Ids readIds(Path file) {
    try {
      return Files.isRegularFile(file) ? Bytes.open(file, ModuleLocator::idsIn) : Ids.NONE;
    } catch (IOException | MetadataFormatException none) {
      return Ids.NONE;
    }
  }

  private static Ids idsIn(Bytes file) {
    ImageIdentity identity = ImageIdentity.of(file);
    List<UUID> pdbs = identity.pdbs().stream().map(pdb -> pdb.id().guid()).distinct().toList();
    return identity.mvid().isPresent() ? new Ids(identity.mvid(), pdbs) : Ids.NONE;
  }
}

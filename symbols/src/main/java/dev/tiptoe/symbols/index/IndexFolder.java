// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of symbol indexes. Opening it lists the files; each is opened when its module is first
 * requested, once. The first question by a name or a PDB reads the beginnings of all files; the
 * first one by a type reads all of them.
 *
 * <p>Besides the questions of a {@link SymbolSource} it answers with numbers, for work on many
 * frames: {@link #module} gives a module a small number that stays the same as long as this does,
 * {@link #place} gives the line of a frame, {@link #places} those of many at once, which is faster.
 * These take no lock, make no objects, and remember nothing. {@link #nameOf} and {@link
 * #documentOf} keep the texts that they returned, in at most some 64 MiB each.
 *
 * <p>Thread-safe. Only files whose name is an MVID and the suffix {@link SymbolIndexWriter#SUFFIX}
 * are looked at; no name that is requested becomes a path.
 */
public final class IndexFolder implements SymbolSource {

  /** The result of {@link #module} for a module that is not here. */
  public static final int NONE = -1;

  private final Path folder;
  private final Consumer<String> problems;

  /** The files that were reported for their names; guarded by this. */
  private final Set<Path> misnamed = new HashSet<>();

  /** The modules that are known; replaced by {@link #refresh}. */
  private volatile ModuleNumbers modules;

  /** The names of modules, as they were read last. */
  private volatile FolderNames names = FolderNames.EMPTY;

  /** The types; null before the first request. */
  private volatile @Nullable FolderTypes types;

  /** Whether {@link #names} has all modules; written after it. */
  private volatile boolean areNamesCurrent;

  /** The names of methods that were requested, by rid; replaced under the lock of this. */
  private volatile KnownTexts methodNames = new KnownTexts(0);

  /** The paths of documents that were requested; replaced under the lock of this. */
  private volatile KnownTexts paths = new KnownTexts(0);

  private IndexFolder(Path folder, Consumer<String> problems) {
    this.folder = folder;
    this.problems = problems;
    this.modules = ModuleNumbers.EMPTY;
  }

  /**
   * Opens a folder.
   *
   * @param problems receives the reason for each file that cannot be used, when it is first
   *     requested, or listed if its name is no MVID; and a line for each file with several builds,
   *     when a frame first has no name or line because they differ; by any thread
   * @throws IOException when the folder cannot be read
   */
  public static IndexFolder open(Path folder, Consumer<String> problems) throws IOException {
    IndexFolder opened = new IndexFolder(folder, problems);
    opened.refresh();
    return opened;
  }

  /**
   * Takes in files that have appeared since. Modules keep their numbers; a file that was opened
   * stays as it was.
   *
   * @throws IOException when the folder cannot be read
   */
  public synchronized void refresh() throws IOException {
    List<UUID> found = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "*" + SymbolIndexWriter.SUFFIX)) {
      for (Path file : files) {
        Optional<UUID> mvid = mvid(file);
        mvid.filter(known -> !modules.contains(known)).ifPresent(found::add);
        if (mvid.isEmpty() && misnamed.add(file)) {
          problems.accept(file + ": its name is no MVID, so the index is not used");
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    replaceModules(found);
  }

  /**
   * Takes in the file of one module, if it has appeared since, or was replaced after it could not
   * be used. Lists nothing.
   *
   * @return the number of the module; {@link #NONE} when it is not here or its file cannot be used
   */
  public int lookFor(UUID mvid) {
    synchronized (this) {
      if (!Files.isRegularFile(folder.resolve(mvid + SymbolIndexWriter.SUFFIX))) {
        return NONE;
      }
      // Numbers that are made anew forget which files could not be used.
      replaceModules(modules.contains(mvid) ? List.of() : List.of(mvid));
    }
    return module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
  }

  private synchronized void replaceModules(List<UUID> further) {
    modules = modules.with(further);
    methodNames = methodNames.with(modules.count());
    paths = paths.with(modules.count());
    areNamesCurrent = false;
    types = null;
  }

  private static Optional<UUID> mvid(Path file) {
    String name = String.valueOf(file.getFileName());
    String stem = name.substring(0, name.length() - SymbolIndexWriter.SUFFIX.length());
    try {
      UUID mvid = UUID.fromString(stem);
      return mvid.toString().equals(stem) ? Optional.of(mvid) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the number of modules whose files were listed. */
  public int moduleCount() {
    return modules.count();
  }

  // ---- by number

  /**
   * Returns the number of a module, from 0; {@link #NONE} when it is not here or its file cannot be
   * used.
   *
   * @param mvidHigh the upper half of the MVID: {@link UUID#getMostSignificantBits}
   * @param mvidLow the lower half
   */
  public int module(long mvidHigh, long mvidLow) {
    ModuleNumbers known = modules;
    int module = known.find(mvidHigh, mvidLow);
    return module < 0 || known.isOpen(module) || opened(known, module) != null ? module : NONE;
  }

  /** Returns the index of a module; null if it cannot be used. */
  private @Nullable SymbolIndex opened(ModuleNumbers known, int module) {
    SymbolIndex index = known.index(module);
    return index != null || known.isUnusable(module) ? index : open(module);
  }

  private synchronized @Nullable SymbolIndex open(int module) {
    ModuleNumbers known = modules;
    SymbolIndex before = known.index(module);
    if (before != null || known.isUnusable(module)) {
      return before;
    }
    UUID mvid = known.mvid(module);
    Path file = file(known, module);
    try {
      SymbolIndex index = SymbolIndex.open(file, problems);
      if (index.mvid().equals(Optional.of(mvid))) {
        known.opened(module, index);
        return index;
      }
      problems.accept(file + " is the index of another module");
    } catch (IOException | MetadataFormatException e) {
      problems.accept(Problem.of(file.toString(), e));
    }
    known.unusable(module);
    return null;
  }

  private SymbolIndex index(int module) {
    SymbolIndex index = modules.index(module);
    if (index == null) {
      throw new IllegalArgumentException(module + " is the number of no module");
    }
    return index;
  }

  /** Returns the symbols of a module by the number that {@link #module} returned. */
  public SymbolIndex symbols(int module) {
    return index(module);
  }

  /**
   * Returns the place of a frame, as {@link SymbolIndex#place} does; 0 if it has none.
   *
   * @param module the number of its module; {@link #NONE} is allowed
   */
  public long place(int module, int rid, int ilOffset) {
    if (module < 0) {
      return PointTable.NONE;
    }
    PointTable points = modules.points(module);
    if (points == null) {
      throw new IllegalArgumentException(module + " is the number of no module");
    }
    try {
      return points.place(rid, ilOffset);
    } catch (InternalError e) {
      throw index(module).bytes().cut(e);
    }
  }

  /**
   * Returns the places of many frames.
   *
   * @param modules the number of the module of each; {@link #NONE} is allowed
   * @param rids the row of the method of each
   * @param ilOffsets the IL offset of each
   * @param places receives the place of each
   */
  public void places(int[] modules, int[] rids, int[] ilOffsets, long[] places) {
    ModuleNumbers known = this.modules;
    Batch batch = new Batch();
    for (int from = 0; from < modules.length; from += Batch.SIZE) {
      int count = Math.min(Batch.SIZE, modules.length - from);
      batch.places(known, modules, rids, ilOffsets, places, from, count);
    }
  }

  /**
   * Returns the numbers of the modules of many frames.
   *
   * @param mvidHighs the upper half of the MVID of each
   * @param mvidLows the lower half of each
   * @param modules receives the number of each, or {@link #NONE}
   */
  public void modules(long[] mvidHighs, long[] mvidLows, int[] modules) {
    for (int i = 0; i < modules.length; i++) {
      modules[i] = module(mvidHighs[i], mvidLows[i]);
    }
  }

  /** Returns the shown name of a method; empty when there is no such method. */
  public String nameOf(int module, int rid) {
    String known = methodNames.get(module, rid);
    return known != null ? known : decodedName(module, rid);
  }

  private String decodedName(int module, int rid) {
    SymbolIndex index = index(module);
    int count = index.methodCount();
    if (rid <= 0 || rid > count) {
      return "";
    }
    KnownTexts known = methodNames;
    String name = known.put(module, rid, count + 1, index.decodedName(rid));
    if (known.isFull()) {
      forget();
    }
    return name;
  }

  /** Returns the path of the source file of a place; empty when it is not known. */
  public String documentOf(int module, long place) {
    if (place == 0) {
      return "";
    }
    int document = SymbolIndex.document(place);
    String known = paths.get(module, document);
    return known != null ? known : decodedPath(module, document);
  }

  private String decodedPath(int module, int document) {
    SymbolIndex index = index(module);
    int count = index.documentCount();
    if (document >= count) {
      return "";
    }
    KnownTexts known = paths;
    String path = known.put(module, document, count, index.documentPath(document));
    if (known.isFull()) {
      forget();
    }
    return path;
  }

  private synchronized void forget() {
    methodNames = methodNames.isFull() ? methodNames.emptied() : methodNames;
    paths = paths.isFull() ? paths.emptied() : paths;
  }

  // ---- as a source

  @Override
  public Optional<ModuleSymbols> find(UUID mvid) {
    int module = module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
    return module < 0 ? Optional.empty() : Optional.of(index(module));
  }

  /** Returns no module if several name the PDB: a file name may distinguish them. */
  @Override
  public Optional<ModuleSymbols> ofPdb(UUID guid) {
    List<Integer> found = names().ofPdb(guid);
    return found.size() == 1
        ? matching(found.stream(), index -> index.namesPdb(guid)).stream().findFirst()
        : Optional.empty();
  }

  @Override
  public List<ModuleSymbols> named(String fileName) {
    return matching(names().named(fileName).stream(), index -> index.isNamed(fileName));
  }

  @Override
  public List<ModuleSymbols> declaring(String type) {
    IntStream found = types().declaring(type).distinct();
    return matching(found.boxed(), index -> index.declares(type));
  }

  @Override
  public boolean mayDeclare(String type) {
    return types().declaring(type).findAny().isPresent();
  }

  private FolderTypes types() {
    FolderTypes known = types;
    return known != null ? known : readTypes();
  }

  private synchronized FolderTypes readTypes() {
    FolderTypes read = types;
    if (read == null) {
      ModuleNumbers known = modules;
      FolderTypes.Builder builder = new FolderTypes.Builder();
      for (int module = 0; module < known.count(); module++) {
        addTypes(known, module, builder);
      }
      read = builder.build();
      types = read;
    }
    return read;
  }

  private void addTypes(ModuleNumbers known, int module, FolderTypes.Builder builder) {
    SymbolIndex index = known.index(module);
    try {
      if (index == null && !known.isUnusable(module)) {
        SymbolIndex brief = SymbolIndex.openBriefly(file(known, module));
        index =
            brief.mvid().equals(Optional.of(known.mvid(module))) ? brief : opened(known, module);
      }
      if (index != null) {
        builder.add(module, index);
      }
    } catch (IOException | MetadataFormatException e) {
      // Opening it fails in the same way, and reports that; a damaged table of names is found only
      // here.
      if (opened(known, module) != null) {
        problems.accept(String.valueOf(e.getMessage()));
      }
    }
  }

  private FolderNames names() {
    return areNamesCurrent ? names : readNames();
  }

  private synchronized FolderNames readNames() {
    if (!areNamesCurrent) {
      ModuleNumbers known = modules;
      FolderNames before = names;
      @Nullable IndexSummary[] summaries = new @Nullable IndexSummary[known.count()];
      for (int module = 0; module < summaries.length; module++) {
        IndexSummary read = before.of(module);
        summaries[module] = read != null ? read : summary(known, module);
      }
      names = new FolderNames(summaries);
      areNamesCurrent = true;
    }
    return names;
  }

  /** Returns what the file of a module says of it; null if the file cannot be used. */
  private @Nullable IndexSummary summary(ModuleNumbers known, int module) {
    SymbolIndex index = known.index(module);
    if (index == null) {
      try {
        IndexSummary read = IndexSummary.read(file(known, module));
        if (read.mvid().equals(known.mvid(module))) {
          return read;
        }
      } catch (IOException | MetadataFormatException e) {
        // Opening it fails in the same way, and reports that.
      }
      index = opened(known, module);
    }
    return index == null ? null : index.summary();
  }

  private Path file(ModuleNumbers known, int module) {
    return folder.resolve(known.mvid(module) + SymbolIndexWriter.SUFFIX);
  }

  /** A damaged index does not count as the requested one. */
  private boolean isWanted(SymbolIndex index, Predicate<SymbolIndex> wanted) {
    try {
      return wanted.test(index);
    } catch (MetadataFormatException e) {
      problems.accept(String.valueOf(e.getMessage()));
      return false;
    }
  }

  private List<ModuleSymbols> matching(Stream<Integer> numbers, Predicate<SymbolIndex> wanted) {
    ModuleNumbers known = modules;
    return numbers
        .map(module -> Optional.ofNullable(opened(known, module)))
        .flatMap(Optional::stream)
        .filter(index -> isWanted(index, wanted))
        .<ModuleSymbols>map(index -> index)
        .toList();
  }
}

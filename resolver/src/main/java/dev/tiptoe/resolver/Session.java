// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.resolver.answer.ModuleImage;
import dev.tiptoe.resolver.answer.RuntimeFrame;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import dev.tiptoe.resolver.module.HostChoice;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.symbol.LoadedSymbols;
import dev.tiptoe.resolver.symbol.RuntimeLines;
import dev.tiptoe.resolver.symbol.RuntimeNames;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Collects what is known of one program and answers questions about it: facts go in at {@link
 * #feed}, and {@link #now} and {@link #at} give a {@link Moment} to ask.
 *
 * <p>A session needs no running program: {@link #of}, {@link #ofFolder} and {@link #ofFolders} take
 * modules as loaded.
 *
 * <p>Threads: one thread feeds, any number of threads ask meanwhile. Memory: the session keeps all
 * facts that {@link #forgetBefore} did not drop, and at most 4,096 files of modules open; a file is
 * opened when a question first needs it.
 */
public final class Session {

  /** When modules that are taken as loaded were loaded. */
  private static final long LOADED = 1;

  private final RuntimeIdMap map = newMap();
  private final boolean isFolder;
  private final ModuleImages images;
  private final LoadedSymbols symbols;
  private final RuntimeNames names;
  private final RuntimeLines lines;
  private final Present present;
  private final Past past = new Past(this);

  /** Creates a session without facts. */
  public Session() {
    this(Symbols.none());
  }

  /**
   * Creates a session without facts, for facts from another machine: the symbols find the files of
   * modules that are not at their recorded paths, their PDBs, and the symbol indexes of those that
   * have no file here.
   */
  public Session(Symbols symbols) {
    this(false, symbols, Map.of());
  }

  private Session(boolean isFolder, Symbols sources, Map<LoadedModule, Image> given) {
    this.isFolder = isFolder;
    images = new ModuleImages(map::metadataOf, sources, given);
    symbols = new LoadedSymbols(images);
    names = new RuntimeNames(map, images, symbols);
    lines = new RuntimeLines(map, images, symbols);
    present = new Present(map, this::among, images::openedIn);
  }

  /**
   * Takes modules as loaded, though no program runs. Their IDs are numbers from 1, in the order of
   * the list.
   *
   * <p>References resolve among these modules, and rows have names. Nothing is known of the types
   * and methods that a program would have loaded, nor of load contexts: where two modules fit a
   * reference equally well, the earlier one is preferred, and two files with one MVID are copies of
   * one module. The session keeps the images.
   */
  public static Session of(List<Image> images) {
    Map<LoadedModule, Image> given = new LinkedHashMap<>();
    List<LoadedModule> modules = new ArrayList<>();
    for (Image image : images) {
      LoadedModule module = new LoadedModule(image.file(), mvid(image), new AssemblyID(0), 0, 0);
      given.putIfAbsent(module, image);
      modules.add(module);
    }
    Session session = new Session(true, Symbols.none(), given);
    for (int i = 0; i < modules.size(); i++) {
      session.map.moduleLoaded(LOADED, new ModuleID(i + 1), modules.get(i));
    }
    return session;
  }

  /**
   * Returns the MVID; empty when it cannot be read: damage is reported by questions about a row.
   */
  private static Optional<UUID> mvid(Image image) {
    try {
      return image.mvid();
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }

  /**
   * Takes the modules of a folder as loaded, as {@link #of} does, in the order of their file names.
   * Files in the folder that are no .NET modules, or cannot be read, are left out, as is what lies
   * in folders below it.
   *
   * @throws IOException when the folder cannot be read
   */
  public static Session ofFolder(Path folder) throws IOException {
    return of(imagesIn(folder));
  }

  /**
   * Takes the modules of several folders as loaded: those of a program first, then those of the
   * shared frameworks that it uses. Of an assembly that several folders have, only the one counts
   * that {@link #hostChoice} chooses. Apart from that as {@link #ofFolder}.
   *
   * @throws IOException when a folder cannot be read
   */
  public static Session ofFolders(List<Path> folders) throws IOException {
    List<List<Image>> images = new ArrayList<>();
    for (Path folder : folders) {
      images.add(imagesIn(folder));
    }
    return of(hostChoice(images));
  }

  /**
   * Returns the modules that the .NET host would give to a program whose files are in several
   * folders: its own, and those of the shared frameworks that it uses. Of an assembly that several
   * folders have, the host uses the highest version, and of equal versions that of the first
   * folder. Within one folder nothing is left out.
   */
  public static List<Image> hostChoice(List<List<Image>> folders) {
    return HostChoice.among(folders);
  }

  private static List<Image> imagesIn(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files =
          all.filter(file -> Image.isNamedLikeOne(file.toString()))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
    }
    List<Image> images = new ArrayList<>();
    for (Path file : files) {
      image(file.toAbsolutePath()).ifPresent(images::add);
    }
    return images;
  }

  private static Optional<Image> image(Path file) {
    try {
      return Optional.of(Image.open(file));
    } catch (IOException | MetadataFormatException notAModule) {
      return Optional.empty();
    }
  }

  /**
   * The feed for facts: from a trace, from a {@code .nettrace} file, or from an agent. Each fact
   * reaches everything in the session.
   */
  public RuntimeFeed feed() {
    return map;
  }

  /**
   * Creates a map of run-time IDs without a session, for a program that needs neither names nor
   * references.
   */
  public static RuntimeIdMap newMap() {
    return new StoredMap();
  }

  /** The map of run-time IDs. */
  public RuntimeIdMap map() {
    return map;
  }

  /** The metadata of a module, opened when it is first requested. */
  public ModuleImage image(LoadedModule module) {
    return images.of(module);
  }

  /**
   * The symbols of a module: the names of its methods, the methods as they were written, and their
   * source. They are read from its file and PDB, or from a symbol index where one of these is
   * missing.
   */
  public Optional<ModuleSymbols> symbolsOf(LoadedModule module) {
    return symbols.of(module);
  }

  /** The name of a type in the style of reflection. */
  public String nameOf(ClassFact type) {
    return nameOf(type, NameStyle.REFLECTION);
  }

  /** The name of a type, with its type arguments; {@code ?} for what is not known. */
  public String nameOf(ClassFact type, NameStyle style) {
    return names.nameOf(type, style);
  }

  /** The name of a method in the style of reflection. */
  public String nameOf(FunctionFact function) {
    return nameOf(function, NameStyle.REFLECTION);
  }

  /** The name of a method, with its type arguments; {@code ?} for what is not known. */
  public String nameOf(FunctionFact function, NameStyle style) {
    return names.nameOf(function, style);
  }

  /**
   * The name of the method that a FunctionID stood for at a time; {@code ?} if it stood for none.
   * It may rest on a later description: see {@link FunctionFact#described}.
   */
  public String nameOf(FunctionID id, long time) {
    return nameOf(id, time, NameStyle.REFLECTION);
  }

  /** The same in any style. */
  public String nameOf(FunctionID id, long time, NameStyle style) {
    return names.nameOf(id, time, style);
  }

  /**
   * The names of the methods that many FunctionIDs stood for, each at its own time, as {@link
   * #nameOf(FunctionID, long, NameStyle)} has them. An ID that occurs again while it has the same
   * meaning costs a look-up in a hash table.
   *
   * @param functionIDs the values of the FunctionIDs, such as those of all frames of many stacks
   * @param times the time of each
   * @param out receives the name of each, at its place
   * @throws IllegalArgumentException when the arrays differ in length
   */
  public void namesOf(long[] functionIDs, long[] times, NameStyle style, String[] out) {
    new NameBatch(map, names, style).fill(functionIDs, times, out);
  }

  /**
   * The source line that code comes from; needs the portable PDB of its module, or a symbol index.
   * Code of another generation of its method, as a hot reload makes, has none: the file and its PDB
   * do not have its IL.
   */
  public SourcePlace sourceOf(CodeLocation code) {
    return lines.of(code);
  }

  /**
   * Returns whether code was compiled from other IL than the module's file has, such as that of a
   * hot reload, so that its IL offsets are not those of the file; false where that is not known.
   */
  public boolean isOfOtherIl(CodeLocation.InCode code) {
    return lines.isOfOtherIl(code);
  }

  /**
   * The source line that the IL of a method at an offset comes from; for offset 0, the first line
   * of the method, also where its code begins with IL that has no source.
   */
  public SourcePlace sourceOf(FunctionFact method, int ilOffset) {
    return lines.of(method, ilOffset);
  }

  /** What a stack shows of a frame of a method. */
  RuntimeFrame frame(FunctionFact method, int ilOffset, NameStyle style) {
    Token methodDef = method.shape().methodDef();
    Optional<MethodSymbol.Written> written =
        methodDef.isNil()
            ? Optional.empty()
            : map.atEndOf(method)
                .meaningOf(method.shape().module())
                .valid()
                .flatMap(module -> symbolsOf(module.loaded()))
                .flatMap(found -> written(found, methodDef));
    return new RuntimeFrame.Known(
        method, nameOf(method, style), written, sourceOf(method, ilOffset));
  }

  private static Optional<MethodSymbol.Written> written(ModuleSymbols module, Token methodDef) {
    try {
      return Optional.of(module.method(methodDef).written());
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }

  ModuleImages images() {
    return images;
  }

  RuntimeNames names() {
    return names;
  }

  /**
   * The program as it is at each question: an answer includes every fact whose call had returned. A
   * moment of now costs nothing to make; what one question computed is updated with the facts for
   * the next. {@link #at} returns a moment that stays. Both give the same answers for the same
   * facts; where several chains of rules lead to one level, each gives one of them.
   */
  public Moment now() {
    return Moment.ofNow(this, map.now(), present);
  }

  /**
   * Computes what the first question to {@link #now} about references, loadedness or fields would:
   * with a million types that takes seconds. Later calls do what the next question would.
   *
   * <p>Threads: any, also while one feeds; a host calls it on a thread that nobody waits for.
   * Questions about loadedness and fields that come meanwhile wait and do not compute it again. All
   * others are answered: those about IDs, code and names at once, those about references as soon as
   * the modules are open. Facts that arrive meanwhile are applied by later questions.
   */
  public void prepare() {
    present.prepare();
  }

  /**
   * The program as it was at a time, in the feed's time. Facts of a later time do not change it; a
   * late fact of an earlier time does, for moments that are requested after it.
   */
  public Moment at(long time) {
    return past.at(time);
  }

  /**
   * From now on passes what is unloaded to a listener, on the thread that feeds, until it is
   * removed.
   */
  public void addUnloadListener(UnloadListener listener) {
    map.addListener(new UnloadNotices(map, requireNonNull(listener, "listener")));
  }

  /** Passes nothing more to a listener, but for what the feeding thread is passing right now. */
  public void removeUnloadListener(UnloadListener listener) {
    map.removeListener(new UnloadNotices(map, requireNonNull(listener, "listener")));
  }

  /**
   * Drops the history before a time, and frees its memory, as {@link RuntimeIdMap#forgetBefore}
   * says. Moments of an earlier time answer from what was kept, and say where facts were dropped.
   * Call it on the thread that feeds, or while none does.
   */
  public void forgetBefore(long time) {
    map.forgetBefore(time);
    past.clear();
  }

  /** The modules that references may lead to in a view of the map. */
  LoadedModules loadedIn(IdView view) {
    return among(view, images.openedIn(view));
  }

  private LoadedModules among(IdView view, Map<ModuleID, Image> opened) {
    return isFolder ? LoadedModules.ofFolder(opened) : LoadedModules.in(view, opened);
  }
}

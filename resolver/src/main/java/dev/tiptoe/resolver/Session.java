// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.References;
import dev.tiptoe.resolver.symbol.SourceLines;
import dev.tiptoe.resolver.symbol.Symbolizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Collects what is known of one program and answers questions about it: facts go in at {@link
 * #feed}, and {@link #now} and {@link #at} give a {@link Moment} to ask.
 *
 * <p>A session needs no running program: {@link #of} and {@link #ofFolder} take modules as loaded.
 *
 * <p>Threads: one thread feeds, any number of threads ask meanwhile. Memory: the session keeps all
 * facts it was told, and at most 4,096 files of modules open; a file is opened when a question
 * first needs it.
 */
public final class Session {

  /** When modules that are taken as loaded were loaded. */
  private static final long LOADED = 1;

  private final RuntimeIdMap map = new RuntimeIdMap();
  private final boolean isFolder;
  private final ModuleImages images;
  private final Symbolizer symbolizer;
  private final SourceLines sources;
  private final Present present;
  private final Past past = new Past(this);

  /** A session that knows nothing yet. */
  public Session() {
    this(false, Map.of());
  }

  private Session(boolean isFolder, Map<LoadedModule, Image> given) {
    this.isFolder = isFolder;
    images = new ModuleImages(map.metadataCopies(), given);
    symbolizer = new Symbolizer(map, images);
    sources = new SourceLines(map, images);
    present = new Present(map, view -> References.among(loadedIn(view)), images::openedIn);
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
    Session session = new Session(true, given);
    for (int i = 0; i < modules.size(); i++) {
      session.map.moduleLoaded(LOADED, new ModuleID(i + 1), modules.get(i));
    }
    return session;
  }

  /** The MVID; empty where it cannot be read: damage is told when a row is asked about. */
  private static Optional<UUID> mvid(Image image) {
    try {
      return image.mvid();
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }

  /**
   * Takes the modules of a folder as loaded, as {@link #of} does, in the order of their file names.
   * Files in the folder that are no .NET modules are left out, as is what lies in folders below it.
   *
   * @throws IOException when the folder cannot be read
   */
  public static Session ofFolder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(Session::mayBeModule).sorted().toList();
    }
    List<Image> images = new ArrayList<>();
    for (Path file : files) {
      image(file.toAbsolutePath()).ifPresent(images::add);
    }
    return of(images);
  }

  private static boolean mayBeModule(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    boolean named = name.endsWith(".dll") || name.endsWith(".exe") || name.endsWith(".netmodule");
    return named && Files.isRegularFile(file);
  }

  private static Optional<Image> image(Path file) throws IOException {
    try {
      return Optional.of(Image.open(file));
    } catch (MetadataFormatException notAModule) {
      return Optional.empty();
    }
  }

  /**
   * The feed for facts: from a trace, from a {@code .nettrace} file, or from an agent. Everything
   * in the session hears them.
   */
  public RuntimeFeed feed() {
    return map;
  }

  /** The map of run-time IDs. */
  public RuntimeIdMap map() {
    return map;
  }

  /** The metadata of the modules. */
  public ModuleImages images() {
    return images;
  }

  /** The names of what IDs mean. */
  public Symbolizer symbolizer() {
    return symbolizer;
  }

  /** The source lines of methods. */
  public SourceLines sources() {
    return sources;
  }

  /**
   * The program as it is whenever it is asked: each answer is of the moment of its question, and
   * has every fact whose call had returned. It costs nothing to make; what was worked out for one
   * question is kept up with the facts for the next. {@link #at} gives a moment that stays.
   */
  public Moment now() {
    return Moment.ofNow(this, map.now(), present);
  }

  /**
   * The program as it was at a time, in the feed's time. Facts of a later time do not change it; a
   * late fact of an earlier time does, for moments that are asked for after it.
   */
  public Moment at(long time) {
    return past.at(time);
  }

  /** The modules that references may lead to in a view of the map. */
  LoadedModules loadedIn(IdView view) {
    return isFolder ? LoadedModules.ofFolder(images.openedIn(view)) : images.loadedIn(view);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.symbol.SourceLines;
import dev.tiptoe.resolver.symbol.Symbolizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One observed program: facts go in at {@link #feed}, and come out, put together, at {@link #now}
 * and {@link #at}.
 *
 * <p>The parts are there for whoever needs them alone: the map of IDs, the metadata of the modules,
 * the names. One thread feeds, any number ask. Nothing that was told is forgotten; the files of
 * modules are opened when they are first needed, and 4,096 of them at most stay open.
 */
public final class Session {

  private static final long FOLDER_TIME = 1;

  private final RuntimeIdMap map = new RuntimeIdMap();
  private final ModuleImages images = new ModuleImages(map.metadataCopies());
  private final Symbolizer symbolizer = new Symbolizer(map, images);
  private final SourceLines sources = new SourceLines(map, images);

  /** A session that knows nothing yet. */
  public Session() {}

  /**
   * The modules of a folder, taken as loaded, though no program runs: their IDs are numbers from 1,
   * in the order of their file names. References resolve and rows have names; nothing is known of
   * types and methods that a program would have loaded. What is not a .NET module is left out.
   *
   * @throws IOException when the folder cannot be read
   */
  public static Session ofFolder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(Session::mayBeModule).sorted().toList();
    }
    Session session = new Session();
    int number = 0;
    for (Path file : files) {
      Optional<LoadedModule> module = module(file);
      if (module.isPresent()) {
        number++;
        session.map.moduleLoaded(FOLDER_TIME, new ModuleID(number), module.get());
      }
    }
    return session;
  }

  private static boolean mayBeModule(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    boolean named = name.endsWith(".dll") || name.endsWith(".exe") || name.endsWith(".netmodule");
    return named && Files.isRegularFile(file);
  }

  private static Optional<LoadedModule> module(Path file) throws IOException {
    try {
      Image image = Image.open(file);
      String path = file.toAbsolutePath().toString();
      return Optional.of(new LoadedModule(path, image.mvid(), new AssemblyID(0), 0, 0));
    } catch (MetadataFormatException notAModule) {
      return Optional.empty();
    }
  }

  /** Where facts arrive: from a trace, from a {@code .nettrace} file, or from an agent. */
  public RuntimeFeed feed() {
    return map;
  }

  /** What the IDs mean. */
  public RuntimeIdMap map() {
    return map;
  }

  /** The metadata of the modules. */
  public ModuleImages images() {
    return images;
  }

  /** What the IDs are called. */
  public Symbolizer symbolizer() {
    return symbolizer;
  }

  /** Where in their sources methods come from. */
  public SourceLines sources() {
    return sources;
  }

  /** The program as of the newest fact; what was loaded then is not changed by later facts. */
  public Moment now() {
    return new Moment(this, map.now().pinned());
  }

  /** The program as it was at a time. */
  public Moment at(long time) {
    return new Moment(this, map.at(time));
  }
}

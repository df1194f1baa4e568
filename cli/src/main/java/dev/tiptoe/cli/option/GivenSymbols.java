// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.stores.Store;
import dev.tiptoe.stores.StoreBuilder;
import dev.tiptoe.stores.StoreListener;
import dev.tiptoe.stores.SymbolFiles;
import dev.tiptoe.stores.SymbolServer;
import dev.tiptoe.trace.ModuleCopies;
import dev.tiptoe.trace.TraceFormatException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessMode;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code --symbols} and its companions: where modules, PDBs, symbol indexes and native libraries
 * are found. For one thread.
 */
public final class GivenSymbols {

  @Option(
      names = {"--symbols", "--modules"},
      paramLabel = "PATH",
      description =
          "Modules, PDBs and native libraries with symbols: a file, a single-file program, a"
              + " package (.nupkg, .snupkg), or a folder with everything below, such as a .NET"
              + " installation, a NuGet cache or a symbol store; symbol indexes (tiptoe index): a"
              + " file, a folder of them, or one that holds such folders; or a trace, of which the"
              + " copies of modules without a file are used. May be given several times.")
  private List<Path> places = List.of();

  @Option(
      names = "--symbol-catalog",
      paramLabel = "FILE",
      description =
          "A file that keeps the contents of the folders for the next time; it is refreshed when"
              + " something is not found in it.")
  private Optional<Path> catalog = Optional.empty();

  @Option(
      names = "--symbol-server",
      paramLabel = "URL",
      description =
          "A symbol server, for PDBs that are found nowhere else. Without this option nothing is"
              + " requested over a network. May be given several times.")
  private List<URI> servers = List.of();

  @Option(
      names = "--symbol-cache",
      paramLabel = "DIR",
      description =
          "The folder for the files from servers (default: tiptoe/symbols in $XDG_CACHE_HOME or"
              + " ~/.cache).")
  private Optional<Path> cache = Optional.empty();

  private Optional<SymbolFiles> opened = Optional.empty();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  /** Takes the values of {@code --symbols}, instead of picocli. */
  public void take(List<Path> symbols) {
    places = symbols;
    opened = Optional.empty();
  }

  /** Returns whether any of the options was given that names a place. */
  public boolean isGiven() {
    return !places.isEmpty() || !servers.isEmpty();
  }

  /**
   * Returns the files in the places, opened by the first call; prints what cannot be read of them,
   * and its progress. A place that is not there is a problem, and the others are used.
   *
   * @throws ParameterException when the address of a server is not valid
   */
  public SymbolFiles files(Terminal terminal, Problems problems) {
    SymbolFiles files =
        opened.orElseGet(() -> isGiven() ? open(terminal, problems) : SymbolFiles.NONE);
    opened = Optional.of(files);
    return files;
  }

  /** The places that can be read so far. */
  private record Usable(List<Path> places, Problems problems) {

    /** Does something with each place; one with which it fails is not used any further. */
    void each(Use use) {
      places.removeIf(
          place -> {
            try {
              use.of(place);
              return false;
            } catch (IOException e) {
              problems.badInput("--symbols " + Problems.describe(e));
              return true;
            }
          });
    }
  }

  @FunctionalInterface
  private interface Use {
    void of(Path place) throws IOException;
  }

  private Usable usable(Problems problems) {
    Usable usable = new Usable(new ArrayList<>(places), problems);
    usable.each(GivenSymbols::requireReadable);
    return usable;
  }

  private static void requireReadable(Path place) throws IOException {
    if (place.toString().isEmpty()) {
      throw new NoSuchFileException("");
    }
    place.getFileSystem().provider().checkAccess(place, AccessMode.READ);
  }

  private SymbolFiles open(Terminal terminal, Problems problems) {
    Usable usable = usable(problems);
    StoreListener listener = new StoreNotes(terminal, problems);
    StoreBuilder builder = Store.builder().listener(listener);
    usable.each(
        place -> {
          if (ModuleCopies.isTrace(place)) {
            builder.images(copies(place, listener));
          } else {
            builder.places(List.of(place));
          }
        });
    catalog.ifPresent(builder::catalog);
    for (URI server : servers) {
      builder.server(server(server, listener));
    }
    return builder.withIndexes();
  }

  private static List<Image> copies(Path trace, StoreListener listener) throws IOException {
    try {
      return ModuleCopies.read(trace, listener::note);
    } catch (TraceFormatException e) {
      listener.unreadable(trace, String.valueOf(e.getMessage()));
      return List.of();
    }
  }

  private SymbolServer server(URI address, StoreListener listener) {
    Path folder = cache.orElseGet(() -> usualCache(System.getenv("XDG_CACHE_HOME")));
    try {
      return SymbolServer.of(address, folder, SymbolServer.Limits.USUAL, listener);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static Path usualCache(@Nullable String caches) {
    // A relative path in the variable is to be ignored, says the XDG specification.
    Path folder =
        caches == null || !Path.of(caches).isAbsolute()
            ? Path.of(System.getProperty("user.home", ""), ".cache")
            : Path.of(caches);
    return folder.resolve("tiptoe").resolve("symbols");
  }
}

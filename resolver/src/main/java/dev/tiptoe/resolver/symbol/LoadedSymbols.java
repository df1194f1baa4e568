// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.ModuleSymbols;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The symbols of loaded modules: those of the module's metadata and its PDB. Where the PDB or the
 * metadata is missing, they are those that {@link dev.tiptoe.symbols.Symbols#withoutFile} has.
 *
 * <p>Thread-safe. Keeps the symbols of modules whose metadata and PDBs take a quarter of the heap
 * at most. PDBs inside modules are decompressed into memory: {@value #MOST_INFLATED} bytes of them
 * in all during the life of an instance.
 */
public final class LoadedSymbols {

  /** A quarter of the heap. */
  private static final long MOST_KIB = Runtime.getRuntime().maxMemory() >> 12;

  private static final int LEAST_KIB = 64;
  private static final long MOST_INFLATED = 256 << 20;

  private final ModuleImages images;

  /** The symbols of modules; images are compared by identity. */
  private final Cache<Image, Kept> kept =
      Caffeine.newBuilder()
          .maximumWeight(MOST_KIB)
          .weigher((Image image, Kept symbols) -> symbols.kib())
          .build();

  /** The bytes that may still be decompressed. */
  private final AtomicLong left;

  /**
   * The symbols of an open module.
   *
   * @param symbols empty when its metadata is damaged
   * @param hasLines whether its PDB was found
   * @param kib the memory that they keep
   */
  private record Kept(Optional<ModuleSymbols> symbols, boolean hasLines, int kib) {}

  /** Creates an instance for the modules that {@code images} opens. */
  public LoadedSymbols(ModuleImages images) {
    this(images, MOST_INFLATED);
  }

  /** Creates an instance with a limit on the bytes of PDBs inside modules. */
  LoadedSymbols(ModuleImages images, long inflated) {
    this.images = images;
    this.left = new AtomicLong(inflated);
  }

  /** Returns the symbols of a module. */
  public Optional<ModuleSymbols> of(LoadedModule module) {
    Optional<Image> image = images.of(module).opened().map(opened -> opened.image());
    if (image.isEmpty()) {
      return withoutFile(module);
    }
    Kept found = kept.get(image.get(), this::read);
    return found.hasLines()
        ? found.symbols()
        : images.symbols().withoutFile(images.sought(module, image)).or(found::symbols);
  }

  /** Returns the symbols of a module of which nothing can be opened. */
  Optional<ModuleSymbols> withoutFile(LoadedModule module) {
    return images.symbols().withoutFile(images.sought(module, Optional.empty()));
  }

  private Kept read(Image image) {
    PortablePdb pdb = pdb(image);
    long size = image.metadataSize() + (long) pdb.found().map(Image::metadataSize).orElse(0);
    return new Kept(symbols(image, pdb), pdb.found().isPresent(), LEAST_KIB + (int) (size >> 10));
  }

  private static Optional<ModuleSymbols> symbols(Image image, PortablePdb pdb) {
    try {
      return Optional.of(ImageSymbols.of(image, pdb));
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }

  private PortablePdb pdb(Image module) {
    try {
      int inside = module.debugDirectory().embeddedPdbSize();
      return left.addAndGet(-inside) < 0 && inside > 0
          ? new PortablePdb.Missing("the PDBs that are inside modules are too large together")
          : images.symbols().pdb(module);
    } catch (MetadataFormatException e) {
      return new PortablePdb.Missing(String.valueOf(e.getMessage()));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.answer.LoadedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds the assemblies, whatever their names, that define a type of a name: when a facade is not
 * loaded, the type that it would forward may be.
 *
 * <p>For any number of threads. Looks into {@value #MOST} modules in total, counted for each type:
 * a file may have millions of references that lead nowhere.
 */
final class Elsewhere {

  private static final long MOST = 1L << 24;

  private static final int VISIBILITY = 0x7;
  private static final int PUBLIC = 0x1;

  /** Finds none. */
  static final Elsewhere NOWHERE = new Elsewhere(LoadedModules.of(List.of()));

  private final LoadedModules loaded;
  private final AtomicLong left = new AtomicLong(MOST);

  Elsewhere(LoadedModules loaded) {
    this.loaded = loaded;
  }

  /**
   * Returns the assemblies that define a type of that name, in the order of the modules: those in
   * which it is public, if there are any, since other types are not used across assemblies.
   */
  List<Candidate> having(TypeName name, LoadedImage from) {
    if (left.addAndGet(-loaded.all().size()) < 0) {
      return List.of();
    }
    List<Candidate> exposed = new ArrayList<>();
    List<Candidate> hidden = new ArrayList<>();
    for (Candidate each : loaded.elsewhere(from)) {
      try {
        Token found = each.module().image().find(name.sought());
        if (found.table() == TypeDef.TABLE && !found.isNil()) {
          int flags = new TypeDef(each.module().image(), found.rid()).flags();
          ((flags & VISIBILITY) == PUBLIC ? exposed : hidden).add(each);
        }
      } catch (MetadataFormatException damaged) {
        // Damage in one module does not hide the types of others.
      }
    }
    return exposed.isEmpty() ? hidden : exposed;
  }
}

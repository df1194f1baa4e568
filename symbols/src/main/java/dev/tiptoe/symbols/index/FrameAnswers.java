// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@link FrameFunction functions} for rows that have the MVID of their module as text. Rows
 * name the same few modules again and again, so those found last are kept by their text.
 *
 * <p>Thread-safe, without locks.
 */
public final class FrameAnswers {

  /** A power of two. */
  private static final int PLACES = 1024;

  private final Finder finder;

  /**
   * Modules, and texts that are no MVID, each at the place that the hash of its text has. All are
   * immutable, so any thread may use what another one has put there.
   */
  private final @Nullable Kept[] kept = new @Nullable Kept[PLACES];

  /** Finds the indexes of modules. */
  @FunctionalInterface
  public interface Finder {
    /**
     * Returns the index of a module; empty when it is not here.
     *
     * @throws UncheckedIOException when the indexes cannot be read
     */
    Optional<SymbolIndex> find(UUID mvid);
  }

  private record Kept(String text, @Nullable SymbolIndex module, String reason) {}

  /** Creates one that uses the indexes of a folder. */
  public FrameAnswers(SharedIndexFolder folder) {
    this(mvid -> find(folder, mvid));
  }

  /** Creates one that uses what a finder finds. */
  public FrameAnswers(Finder finder) {
    this.finder = finder;
  }

  private static Optional<SymbolIndex> find(SharedIndexFolder folder, UUID mvid) {
    int module = folder.module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
    return module == IndexFolder.NONE
        ? Optional.empty()
        : Optional.of(folder.indexes().symbols(module));
  }

  /**
   * Answers for a row.
   *
   * @param mvid any text
   * @param number any number: the MethodDef token, or the RVA
   * @param ilOffset any number
   */
  public void answer(
      FrameFunction function, String mvid, long number, long ilOffset, FrameFunction.Receiver out) {
    Kept of = kept(mvid);
    if (of.module() == null) {
      function.withoutAnswer(of.reason(), out);
    } else {
      function.answer(of.module(), number, ilOffset, out);
    }
  }

  private Kept kept(String mvid) {
    Kept known = kept[place(mvid)];
    return known != null && known.text().equals(mvid) ? known : find(mvid);
  }

  private static int place(String text) {
    int hash = text.hashCode();
    return (hash ^ (hash >>> 16)) & (PLACES - 1);
  }

  private Kept find(String text) {
    UUID mvid;
    try {
      mvid = UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      return keep(new Kept(text, null, "'" + text + "' is no MVID"));
    }
    try {
      Optional<SymbolIndex> found = finder.find(mvid);
      // A module that is missing now may be there for the next row.
      return found.isPresent()
          ? keep(new Kept(text, found.get(), ""))
          : new Kept(text, null, "no module with the MVID " + mvid + " was found");
    } catch (UncheckedIOException e) {
      return new Kept(text, null, "the indexes cannot be read: " + e.getMessage());
    }
  }

  private Kept keep(Kept found) {
    kept[place(found.text())] = found;
    return found;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The counts of a run of {@link Symbolizer#symbolize}. Immutable.
 *
 * @param sources the files, and parts of files, that were read
 * @param damagedSources those that could not be read
 * @param locations the frames of all sources, each once for each source
 * @param otherLocations those that have no method and no code of a module with an MVID: native
 *     frames, and those of which the profile has nothing but a name
 * @param frames the distinct frames of all sources, by what became of them
 * @param locationsOf the locations of these frames
 * @param missingModules the modules that no index is of, or whose index is damaged
 */
public record SymbolizeCounts(
    long sources,
    long damagedSources,
    long locations,
    long otherLocations,
    Map<Outcome, Long> frames,
    Map<Outcome, Long> locationsOf,
    long missingModules) {

  /** Copies the maps. */
  public SymbolizeCounts {
    frames = copy(frames);
    locationsOf = copy(locationsOf);
  }

  private static Map<Outcome, Long> copy(Map<Outcome, Long> counts) {
    EnumMap<Outcome, Long> copy = new EnumMap<>(Outcome.class);
    copy.putAll(counts);
    return Collections.unmodifiableMap(copy);
  }

  /** Returns the number of distinct frames. */
  public long distinctFrames() {
    return frames.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns how many locations have a name from an index. */
  public long resolvedLocations() {
    return locationsOf.entrySet().stream()
        .filter(entry -> entry.getKey().isResolved())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}

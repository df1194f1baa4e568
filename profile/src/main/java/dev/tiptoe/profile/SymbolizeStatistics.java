// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The counts of a symbolization. Immutable. A location counts once, however many samples it has.
 *
 * @param locations all locations
 * @param dotnet those of .NET
 * @param resolved those that have a method's name now
 * @param withLine those that have a source line now
 * @param firstLines those whose line is the first of the method, because the profile or the module
 *     has no IL offset: the frame is at this line or behind it
 * @param unresolved those of .NET that were left as they were, by reason
 * @param missing those of .NET without symbols of their module, by the module's name and module
 *     version ID; of the first thousand modules
 * @param ignoredFrom where in a compressed profile something begins that is no gzip data, and was
 *     left out; empty if nothing follows the gzip data
 */
public record SymbolizeStatistics(
    long locations,
    long dotnet,
    long resolved,
    long withLine,
    long firstLines,
    Map<Unresolved, Long> unresolved,
    Map<String, Long> missing,
    OptionalLong ignoredFrom) {

  /** The statistics of nothing. */
  public static final SymbolizeStatistics NONE =
      new SymbolizeStatistics(0, 0, 0, 0, 0, Map.of(), Map.of(), OptionalLong.empty());

  /** Copies the maps. */
  public SymbolizeStatistics {
    EnumMap<Unresolved, Long> reasons = new EnumMap<>(Unresolved.class);
    reasons.putAll(unresolved);
    unresolved = Collections.unmodifiableMap(reasons);
    missing = Collections.unmodifiableMap(new TreeMap<>(missing));
  }

  /** Returns the sums of these counts and others. */
  public SymbolizeStatistics plus(SymbolizeStatistics other) {
    Map<Unresolved, Long> reasons = new EnumMap<>(Unresolved.class);
    reasons.putAll(unresolved);
    other.unresolved.forEach((reason, count) -> reasons.merge(reason, count, Long::sum));
    Map<String, Long> modules = new TreeMap<>(missing);
    other.missing.forEach((module, count) -> modules.merge(module, count, Long::sum));
    return new SymbolizeStatistics(
        locations + other.locations,
        dotnet + other.dotnet,
        resolved + other.resolved,
        withLine + other.withLine,
        firstLines + other.firstLines,
        reasons,
        modules,
        ignoredFrom.isPresent() ? ignoredFrom : other.ignoredFrom);
  }

  /** Returns the same counts of a compressed profile that something follows. */
  public SymbolizeStatistics withIgnoredFrom(OptionalLong offset) {
    return new SymbolizeStatistics(
        locations, dotnet, resolved, withLine, firstLines, unresolved, missing, offset);
  }
}

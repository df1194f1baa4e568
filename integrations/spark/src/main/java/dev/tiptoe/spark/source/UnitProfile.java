// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.Profile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The profile of a file, with numbers for its modules. Immutable.
 *
 * @param problem why the file cannot be read, and the profile is empty; empty if it was read
 * @param modules the distinct modules of the frames
 * @param moduleOf the module of each frame; -1 for none
 */
record UnitProfile(
    FileUnit unit,
    String format,
    Profile profile,
    String problem,
    List<FrameModule> modules,
    List<Integer> moduleOf) {

  private static final int NONE = -1;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long MICROS_PER_SECOND = 1_000_000;

  /** A file may say anything; times beyond this one are none that Spark has. */
  private static final long FURTHEST_SECOND = Long.MAX_VALUE / MICROS_PER_SECOND / 2;

  static UnitProfile of(FileUnit unit, String format, Profile profile) {
    List<FrameModule> modules = new ArrayList<>();
    Map<FrameModule, Integer> numbers = new HashMap<>();
    List<Integer> moduleOf = new ArrayList<>();
    for (Frame frame : profile.frames()) {
      if (frame.module().equals(FrameModule.NONE)) {
        moduleOf.add(NONE);
        continue;
      }
      moduleOf.add(
          numbers.computeIfAbsent(
              frame.module(),
              module -> {
                modules.add(module);
                return modules.size() - 1;
              }));
    }
    return new UnitProfile(unit, format, profile, "", List.copyOf(modules), List.copyOf(moduleOf));
  }

  static UnitProfile damaged(FileUnit unit, String problem) {
    return new UnitProfile(unit, "", new Profile.Builder().build(), problem, List.of(), List.of());
  }

  /**
   * Returns a time of the profile in microseconds since 1970; empty if its beginning is not known.
   */
  OptionalLong micros(long at) {
    if (profile.began().isEmpty()) {
      return OptionalLong.empty();
    }
    Instant began = profile.began().get();
    long seconds = began.getEpochSecond() + Math.floorDiv(at, NANOS_PER_SECOND);
    long nanos = began.getNano() + Math.floorMod(at, NANOS_PER_SECOND);
    return Math.abs(seconds) > FURTHEST_SECOND
        ? OptionalLong.empty()
        : OptionalLong.of(seconds * MICROS_PER_SECOND + nanos / NANOS_PER_MICRO);
  }
}

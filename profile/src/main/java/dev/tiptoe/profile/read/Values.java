// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.wire.ProfileBytes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which of the values of a sample are its number and its time.
 *
 * @param chosen the kind of values that was chosen
 * @param count the kind that is the number; the chosen one, if none counts samples
 * @param time the kind that is the time; negative when there is none
 * @param timeUnit the nanoseconds of the unit of the time
 * @param period the nanoseconds of a sample where only numbers are known; 0 otherwise
 */
record Values(int chosen, int count, int time, long timeUnit, long period) {

  private static final int MOST = 64;

  /** Returns the number of the kind of values with a name; the default without one. */
  static int choose(
      List<SampleType> types, Optional<String> wanted, int byDefault, ProfileBytes bytes) {
    if (types.size() > MOST) {
      throw bytes.bad(0, "there are more than " + MOST + " kinds of values");
    }
    if (wanted.isEmpty()) {
      return byDefault;
    }
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).type().equals(wanted.get())) {
        return i;
      }
    }
    throw bytes.bad(
        0,
        "it has no values of the type '"
            + wanted.get()
            + "', only "
            + types.stream().map(SampleType::toString).collect(Collectors.joining(", ")));
  }

  /**
   * Returns the values that belong to the chosen ones.
   *
   * @param period the distance of samples in {@code periodType}
   */
  static Values of(List<SampleType> types, int chosen, SampleType periodType, long period) {
    SampleType type = types.get(chosen);
    if (type.unitNanos() > 0) {
      return new Values(chosen, counter(types, chosen), chosen, type.unitNanos(), 0);
    }
    if (!type.isSamples()) {
      return new Values(chosen, chosen, -1, 0, 0);
    }
    int time = onlyTime(types);
    if (time >= 0) {
      return new Values(chosen, chosen, time, types.get(time).unitNanos(), 0);
    }
    long nanos = period <= 0 ? 0 : Math.multiplyExact(period, periodType.unitNanos());
    return new Values(chosen, chosen, -1, 0, nanos);
  }

  private static int counter(List<SampleType> types, int chosen) {
    int found = -1;
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).isSamples()) {
        return i;
      }
      if (found < 0 && types.get(i).unit().equals("count")) {
        found = i;
      }
    }
    return found < 0 ? chosen : found;
  }

  private static int onlyTime(List<SampleType> types) {
    int found = -1;
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).unitNanos() > 0) {
        if (found >= 0) {
          return -1;
        }
        found = i;
      }
    }
    return found;
  }

  /** Returns the nanoseconds of a sample. */
  long nanos(long[] values) {
    if (time >= 0) {
      return Math.multiplyExact(values[time], timeUnit);
    }
    return Math.multiplyExact(values[count], period);
  }
}

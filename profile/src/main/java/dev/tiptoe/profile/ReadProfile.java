// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.List;

/**
 * A profile that was read from a file. Immutable.
 *
 * @param profile the profile
 * @param sampleType the kind of values that the weights are
 * @param sampleTypes all kinds of values that the file has
 */
public record ReadProfile(Profile profile, SampleType sampleType, List<SampleType> sampleTypes) {

  /** Copies the list. */
  public ReadProfile {
    sampleTypes = List.copyOf(sampleTypes);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.Profile;
import java.util.List;

/**
 * A profile that was read from a file. Immutable.
 *
 * @param profile the profile
 * @param format the format of the file
 * @param sampleType the kind of values that the weights are
 * @param sampleTypes all kinds of values that the file has
 */
public record ReadProfile(
    Profile profile,
    ProfileReader.Format format,
    SampleType sampleType,
    List<SampleType> sampleTypes) {

  /** Copies the list. */
  public ReadProfile {
    sampleTypes = List.copyOf(sampleTypes);
  }
}

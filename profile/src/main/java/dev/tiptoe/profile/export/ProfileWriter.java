// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.ProfileViews;

/** What is done with a profile before it is written in any format. Stateless. */
public final class ProfileWriter {

  private ProfileWriter() {}

  /** Returns a profile that has a thread, and whose types have distinct names. */
  public static Profile prepared(Profile profile) {
    return profile.threads().isEmpty()
        ? withThread(profile)
        : ProfileViews.typesDisambiguated(profile);
  }

  /** Viewers refuse a profile without a thread. */
  private static Profile withThread(Profile empty) {
    Profile.Builder builder = new Profile.Builder().like(empty);
    builder.thread(new ProfileThread(0, 0, "no samples"));
    return builder.build();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import java.util.List;

/** A profile with the types {@code App.Svc} and {@code Lib.Svc}, each of a module of its own. */
public final class TypesOfOneName {

  private TypesOfOneName() {}

  /** One sample of 10 ns in the method Run of each. */
  public static Profile profile() {
    Profile.Builder profile = new Profile.Builder().name("types");
    int thread = profile.thread(new ProfileThread(1, 1, "main"));
    for (String module : List.of("App", "Lib")) {
      Frame frame =
          new Frame(
              module + ".Svc::Run",
              "Svc.Run()",
              FrameModule.named(module + ".dll"),
              0x06000001,
              Frame.NO_OFFSET,
              FrameSource.UNKNOWN,
              FrameKind.USER);
      int stack = profile.stack(StackTree.NONE, profile.frame(frame));
      profile.add(1, profile.row(thread, stack), 1, 10);
    }
    return profile.build();
  }
}

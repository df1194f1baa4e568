// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.cli.given.TypesOfOneName;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The call trees of {@code tiptoe stacks}. */
class StackProfileTest {

  private static Profile twoModules() {
    Profile.Builder builder = new Profile.Builder();
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    for (String module : List.of("App", "Lib")) {
      int frame = builder.frame(TypesOfOneName.frame(module, ""));
      int stack = builder.stack(StackTree.NONE, frame);
      builder.add(1, builder.row(thread, stack), 1, 10);
    }
    return builder.build();
  }

  private static List<List<String>> stacks(Function<Frame, String> names) {
    List<List<String>> stacks = new ArrayList<>();
    CountedCalls tree = new StackProfile(twoModules(), names).threads().get(0);
    tree.forEachStack((frames, times) -> stacks.add(List.copyOf(frames)));
    return stacks;
  }

  @Test
  void types_ofOneNameInTwoModules_haveTheirNamespaces_andLinesOfTheirOwn() {
    assertEquals(List.of(List.of("App.Svc.Run()"), List.of("Lib.Svc.Run()")), stacks(Frame::shown));
    assertEquals(List.of(List.of("App.Svc::Run"), List.of("Lib.Svc::Run")), stacks(Frame::method));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A profile with what is difficult to export: recursion, separators and paths in names, threads
 * with one name, a stack without frames, and a frame that no stack has.
 */
final class SomeProfile {

  static final String USER = "bob";
  static final long SAMPLES = 21;
  static final long NANOS = SAMPLES * 1_000_000;
  static final UUID MVID = UUID.fromString("2e5e1358-d0d1-4bee-a614-4f55376139d9");

  private static final FrameModule SHOP =
      new FrameModule("Shop.dll", "/home/bob/Shop.dll", Optional.of(MVID));

  private final Profile.Builder builder = new Profile.Builder();

  private SomeProfile() {}

  static Profile make() {
    SomeProfile some = new SomeProfile();
    Profile.Builder builder = some.builder;
    builder.name("/home/bob/shop.tiptoe").began(Optional.of(Instant.ofEpochSecond(1_700_000_000)));
    builder.frame(Frame.special("<no stack has it>", FrameKind.GC));
    int main = some.frame("Shop.Program::Main", "Program.Main(string[])", 1, FrameKind.USER);
    int buy = some.frame("Shop.Cart::Buy", "Cart.Buy(int) → lambda;\n\"x\"", 2, FrameKind.USER);
    int path = some.frame("Shop./home/bob/a.cs::Odd", "C:\\Users\\bob\\Odd", 3, FrameKind.ASYNC);
    int unmanaged = builder.frame(Frame.NATIVE);
    for (int i = 0; i < 4; i++) {
      some.add(100 + i * 10_000_000L, "worker", 1, 2, main, buy);
      some.add(200 + i * 10_000_000L, "worker", 2, 1, main, buy, buy, buy, path);
      some.add(5_000_000 + i * 10_000_000L, "/home/bob/tool", 3, 2, unmanaged, main);
    }
    some.add(60_000_000, "worker", 1, 1);
    return builder.build();
  }

  private int frame(String method, String written, int rid, FrameKind kind) {
    FrameSource source = new FrameSource("/home/bob/src/Shop.cs", rid * 10, 0);
    return builder.frame(
        new Frame(method, written, SHOP, 0x06000000 | rid, Frame.NO_OFFSET, source, kind));
  }

  private void add(long at, String name, int id, long count, int... frames) {
    int stack = StackTree.NONE;
    for (int frame : frames) {
      stack = builder.stack(stack, frame);
    }
    int thread = builder.thread(new ProfileThread(id, id, name));
    builder.add(at, builder.row(thread, stack), count, count * 1_000_000);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.symbols.SourceDocument;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A small profile with frames of all kinds, two threads and a second of samples, each of which
 * stands for 10 ms.
 */
final class ShopProfile {

  static final String SOURCE = "https://example.org/shop/Cart.cs";

  static final Frame MAIN = user("Program.Main(string[])", 0x06000001, 12, "");
  static final Frame BUY = user("Cart.Buy(int)", 0x06000002, 40, SOURCE);
  static final Frame PRICE = user("Price.Of(Ware)", 0x06000003, 7, "javascript:alert(1)");
  static final Frame SORT = framework("System.Array::Sort");
  static final Frame RUN = framework("System.Threading.Tasks.Task::Run");
  static final Frame LIFT = user("Crane.Lift()", 0x06000004, 90, "");

  private static final long SAMPLE = 10_000_000;

  private final Profile.Builder builder = new Profile.Builder().name("shop.tiptoe");
  private final int main = builder.thread(new ProfileThread(1, 7, "main"));
  private final int crane = builder.thread(new ProfileThread(2, 8, "crane"));
  private long at;

  private static Frame user(String written, int token, int line, String url) {
    return new Frame(
        "Shop." + written.replaceFirst("\\.(?=[A-Z]\\w*\\()", "::").replaceFirst("\\(.*", ""),
        written,
        FrameModule.named("Shop.dll"),
        token,
        Frame.NO_OFFSET,
        new FrameSource(
            new SourceDocument("/src/Cart.cs", Optional.of(url).filter(its -> !its.isEmpty())),
            line,
            0,
            false),
        FrameKind.USER);
  }

  private static Frame framework(String method) {
    return Frame.named(method, "System.Private.CoreLib.dll");
  }

  /** Adds samples that follow one another. */
  ShopProfile samples(int thread, int count, Frame... frames) {
    int stack = StackTree.NONE;
    for (Frame frame : frames) {
      stack = builder.stack(stack, builder.frame(frame));
    }
    for (int i = 0; i < count; i++) {
      at += SAMPLE;
      builder.add(at, builder.row(thread, stack), 1, SAMPLE);
    }
    return this;
  }

  /** 60 samples of one thread, then 40 of another. */
  static Profile profile() {
    ShopProfile shop = new ShopProfile();
    return shop.samples(shop.main, 30, MAIN, BUY, PRICE)
        .samples(shop.main, 10, MAIN, BUY)
        .samples(shop.main, 20, MAIN, SORT)
        .samples(shop.crane, 40, Frame.NATIVE, RUN, LIFT)
        .builder
        .build();
  }

  /** 100 samples, with less of one method, more of another and a new one. */
  static Profile later() {
    ShopProfile shop = new ShopProfile();
    return shop.samples(shop.main, 10, MAIN, BUY, PRICE)
        .samples(shop.main, 50, MAIN, SORT)
        .samples(shop.main, 40, MAIN, user("Cart.Sell(int)", 0x06000005, 50, ""))
        .builder
        .build();
  }

  /** What is loaded of it. */
  static LoadedTable loaded() {
    return new LoadedTable(entities(), modules());
  }

  private static List<ModuleCoverage> modules() {
    return List.of(
        new ModuleCoverage("Shop.dll", 3, 1, 12, 1, 13),
        new ModuleCoverage("System.Private.CoreLib.dll", 2_000, 1, 30_000, 0, 31_999));
  }

  private static List<LoadedEntity> entities() {
    return List.of(
        new LoadedEntity(
            "Shop.Cart",
            "Shop.dll",
            "0x02000002",
            "usable",
            OptionalLong.of(12_300_000),
            "it was instantiated at 12.3 ms",
            "0x7f0010",
            List.of("Shop.Program::Main", "Shop.Start::Up")),
        new LoadedEntity(
            "Shop.Cart::Buy",
            "Shop.dll",
            "0x06000002",
            "usable",
            OptionalLong.of(15_000_000),
            "it was on a stack at 15.0 ms",
            "0x7f0020",
            List.of()),
        new LoadedEntity(
            "System.Array",
            "System.Private.CoreLib.dll",
            "0x02000010",
            "announced",
            OptionalLong.empty(),
            "it was announced",
            "0x7f0030 0x7f0040",
            List.of()));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileDifference;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.given.TypesOfOneName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlViewTest {

  private static final class Recording {

    final Profile.Builder builder = new Profile.Builder().name("shop.tiptoe");
    final int thread = builder.thread(new ProfileThread(1, 7, "crane"));

    Recording sample(long at, long nanos, String... methods) {
      int stack = StackTree.NONE;
      for (String method : methods) {
        stack = builder.stack(stack, builder.frame(Frame.named(method, "Shop.dll")));
      }
      builder.add(at, builder.row(thread, stack), 1, nanos);
      return this;
    }
  }

  private static String page(Profile profile, LoadedEntity... types) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlView.write(profile, new LoadedTable(List.of(types), List.of()), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void page_carriesTheStacksAndTheirWeights() throws IOException {
    Profile profile =
        new Recording()
            .sample(1_000, 10, "Main", "Work")
            .sample(2_000, 20, "Main", "Work", "Crane")
            .sample(3_000, 30, "Main", "Alas")
            .sample(4_000, 40, "Main", "Work")
            .builder
            .build();
    CarriedProfile carried = new CarriedProfile(page(profile));
    assertEquals(
        Map.of(
            List.of("Main", "Work"), 50L,
            List.of("Main", "Work", "Crane"), 20L,
            List.of("Main", "Alas"), 30L),
        Map.copyOf(carried.stacks("self")));
    assertEquals("nanoseconds", carried.header.get("unit").getAsString());
  }

  @Test
  void types_ofOneNameInTwoModules_haveTheirNamespaces() throws IOException {
    assertEquals(
        Map.of(List.of("App.Svc.Run()"), 10L, List.of("Lib.Svc.Run()"), 10L),
        Map.copyOf(new CarriedProfile(page(TypesOfOneName.profile())).stacks("self")));
  }

  @Test
  void samples_areInTheOrderOfTimeAndSumUpToTheTotal() throws IOException {
    Recording recording = new Recording();
    for (int i = 0; i < 300; i++) {
      recording.sample(1_000_000 + 977L * ((i * 7) % 300), 5, "Main", "Work" + i % 3);
    }
    CarriedProfile carried = new CarriedProfile(page(recording.builder.build()));
    long last = 0;
    for (long time : carried.array("time")) {
      assertTrue(time >= last);
      last = time;
    }
    long total = 0;
    for (long weight : carried.array("weight")) {
      total += weight;
    }
    assertEquals(1_500, total);
  }

  /** The clock of a file may say that a sample was taken before the recording began. */
  @Test
  void samples_beforeTheBeginning_keepTheirTimes() throws IOException {
    Recording recording = new Recording();
    for (long at : new long[] {-7_000_000, -3, 0, 12}) {
      recording.sample(at, 5, "Main");
    }
    CarriedProfile carried = new CarriedProfile(page(recording.builder.build()));
    assertArrayEquals(new long[] {-7_000_000, -3, 0, 12}, carried.array("time"));
    recording = new Recording().sample(-9, 1, "Main").sample(-6, 1, "Main");
    carried = new CarriedProfile(page(recording.builder.build()));
    assertArrayEquals(new long[] {-9, -6}, carried.array("time"));
  }

  @Test
  void callees_ofANode_followOneAnotherByName() throws IOException {
    Recording recording = new Recording();
    for (String method : List.of("d", "a", "c", "b")) {
      recording.sample(1, 1, "Main", method, "x").sample(1, 1, "Main", method);
    }
    CarriedProfile carried = new CarriedProfile(page(recording.builder.build()));
    long[] parent = carried.array("parent");
    long[] frame = carried.array("frame");
    for (int node = 1; node < parent.length; node++) {
      assertTrue(parent[node] >= parent[node - 1]);
      if (node > 1 && parent[node] == parent[node - 1]) {
        assertTrue(frame[node] > frame[node - 1]);
      }
    }
  }

  @Test
  void difference_hasTheWeightsOfBoth() throws IOException {
    Profile before = new Recording().sample(1, 10, "Main", "Old").builder.build();
    Profile after = new Recording().sample(1, 30, "Main", "New").builder.build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlView.write(ProfileDifference.of(before, after), out);
    CarriedProfile carried = new CarriedProfile(out.toString(StandardCharsets.UTF_8));
    assertEquals(List.of(List.of("Main", "Old")), List.copyOf(carried.stacks("self").keySet()));
    assertEquals(List.of(List.of("Main", "New")), List.copyOf(carried.stacks("self2").keySet()));
  }

  @Test
  void values_thatAreNoSamples_keepTheirUnit() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("heap").counts("alloc_space", "bytes");
    int thread = builder.thread(new ProfileThread(1, 7, "crane"));
    int frame = builder.frame(Frame.named("Main", "Shop.dll"));
    builder.add(0, builder.row(thread, builder.stack(StackTree.NONE, frame)), 4096, 0);
    CarriedProfile carried = new CarriedProfile(page(builder.build()));
    assertEquals("bytes", carried.header.get("unit").getAsString());
    assertFalse(carried.header.has("count"));
  }

  @Test
  void names_ofTheProgram_neverBecomeMarkup() throws IOException {
    String hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    Profile profile = new Recording().sample(1, 1, hostile).builder.name(hostile).build();
    LoadedEntity type =
        new LoadedEntity(
            hostile,
            hostile,
            hostile,
            hostile,
            OptionalLong.of(1),
            hostile,
            hostile,
            List.of(hostile));
    String page = page(profile, type);
    assertFalse(page.contains("alert("));
    assertEquals(hostile, new CarriedProfile(page).header.get("title").getAsString());
  }

  @Test
  void modules_areCarriedWithTheirCounts() throws IOException {
    LoadedTable loaded = ShopProfile.loaded();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlView.write(ShopProfile.profile(), loaded, out);
    CarriedProfile carried = new CarriedProfile(out.toString(StandardCharsets.UTF_8));
    assertEquals(3, carried.header.getAsJsonArray("loaded").size());
    assertEquals(
        "{\"name\":\"Shop.dll\",\"types\":3,\"metTypes\":1,\"methods\":12,\"metMethods\":1,\"unlisted\":13}",
        carried.header.getAsJsonArray("loadedModules").get(0).toString());
  }

  @Test
  void page_loadsNothing() throws IOException {
    String page = page(new Recording().sample(1, 1, "Main").builder.build());
    Matcher reference = Pattern.compile("(?i)\\b(src|href)\\s*=|@import|url\\(").matcher(page);
    assertFalse(reference.find(), () -> page.substring(reference.start(), reference.end() + 40));
    assertTrue(page.contains("default-src 'none'"));
    assertTrue(page.length() < 500_000, page.length() + " characters");
  }

  @Test
  void script_isOneModuleWithoutImports() {
    String script = PageScript.text();
    assertFalse(Pattern.compile("(?m)^(import|export)\\b").matcher(script).find());
    Matcher names =
        Pattern.compile("(?m)^(?:async )?(?:function|class|const|let) (\\w+)").matcher(script);
    Map<String, Integer> declared = new TreeMap<>();
    while (names.find()) {
      declared.merge(names.group(1), 1, Integer::sum);
    }
    assertTrue(declared.size() > 20);
    declared.values().removeIf(times -> times == 1);
    assertEquals(Map.of(), declared);
  }

  @Test
  void profile_withoutSamples_isAPageToo() throws IOException {
    CarriedProfile carried = new CarriedProfile(page(new Profile.Builder().build()));
    assertEquals(0, carried.array("time").length);
    assertEquals(1, carried.array("parent").length);
  }
}

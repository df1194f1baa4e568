// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.given.HardProfile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The picture is XML that is whole and bounded, and its boxes are as wide as their weights. */
class SvgTest {

  private static final double DRAWN = 1168;

  /** A box of the picture, and the lines of its title. */
  private record Box(double x, double y, double width, List<String> title, String text) {}

  private static byte[] written(Profile profile) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProfileFormat.SVG.write(profile, true, out);
    return out.toByteArray();
  }

  private static Document parsed(byte[] svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg));
  }

  private static List<Box> boxes(Document document) {
    List<Box> boxes = new ArrayList<>();
    NodeList all = document.getDocumentElement().getElementsByTagName("svg");
    for (int i = 0; i < all.getLength(); i++) {
      Element box = (Element) all.item(i);
      String title = box.getElementsByTagName("title").item(0).getTextContent();
      NodeList text = box.getElementsByTagName("text");
      boxes.add(
          new Box(
              Double.parseDouble(box.getAttribute("x")),
              Double.parseDouble(box.getAttribute("y")),
              Double.parseDouble(box.getAttribute("width")),
              List.of(title.split("\n")),
              text.getLength() == 0 ? "" : text.item(0).getTextContent()));
    }
    return boxes;
  }

  /** With work for each pair of frames this would not end. */
  @Test
  void picture_ofAMillionFramesOnAStack_isCut() throws Exception {
    Profile.Builder builder = new Profile.Builder().name("deep");
    int thread = builder.thread(new ProfileThread(1, 7, "main"));
    int frame = builder.frame(Frame.named("Shop::Sort", "Shop.dll"));
    int stack = StackTree.NONE;
    for (int i = 0; i < 1_000_000; i++) {
      stack = builder.stack(stack, frame);
    }
    builder.add(1_000_000, builder.row(thread, stack), 1, 1_000_000);
    List<Box> boxes = boxes(parsed(written(builder.build())));
    assertTrue(boxes.size() > 100 && boxes.size() <= 151, () -> boxes.size() + " boxes");
  }

  @ParameterizedTest
  @CsvSource({
    // The widest 1,500 of 2,001 boxes, that of the thread among them.
    "2000, 1, 501 narrower boxes are left out",
    // Narrower than a pixel.
    "4, 1000000, 3 narrower boxes are left out",
    "2, 1000000, 1 narrower box is left out",
    "4, 1, ''"
  })
  void boxesThatAreLeftOut_areCounted(int methods, int first, String note) throws Exception {
    Profile.Builder builder = new Profile.Builder().name("wide");
    int thread = builder.thread(new ProfileThread(1, 7, "main"));
    for (int i = 0; i < methods; i++) {
      int frame = builder.frame(Frame.named("Shop::M" + i, "Shop.dll"));
      int row = builder.row(thread, builder.stack(StackTree.NONE, frame));
      builder.add(i, row, i == 0 ? first : 1, 0);
    }
    String svg = new String(written(builder.build()), StandardCharsets.UTF_8);
    assertEquals(!note.isEmpty(), svg.contains("left out"));
    assertTrue(svg.contains("folded into their callers" + (note.isEmpty() ? "" : "; " + note)));
  }

  @ParameterizedTest
  @EnumSource
  void picture_ofProfileThatIsHard_isWholeAndBounded(HardProfile hard) throws Exception {
    byte[] svg = written(hard.profile());
    Document document = parsed(svg);
    List<Box> boxes = boxes(document);
    assertTrue(boxes.size() <= 1500, () -> boxes.size() + " boxes");
    assertEquals("img", document.getDocumentElement().getAttribute("role"));
    assertEquals(
        hard.name() + ": flame graph",
        document.getElementsByTagName("title").item(0).getTextContent());
    String text = new String(svg, StandardCharsets.UTF_8);
    assertFalse(text.contains("<script") || text.contains("href"));
    checkNesting(boxes);
  }

  /** Each box but those of threads stands on one that is at least as wide. */
  private static void checkNesting(List<Box> boxes) {
    double lowest = boxes.stream().mapToDouble(Box::y).max().orElse(0);
    for (Box box : boxes) {
      boolean stands =
          boxes.stream()
              .anyMatch(
                  below ->
                      below.y == box.y + 18
                          && below.x <= box.x + 0.1
                          && below.x + below.width >= box.x + box.width - 0.2);
      assertTrue(box.y == lowest || stands, box::toString);
    }
  }

  @Test
  void boxes_haveTheShareOfTheirWeight() throws Exception {
    Profile profile = HardProfile.RECURSION.profile();
    List<String> lines =
        boxes(parsed(written(profile))).stream()
            .map(it -> it.title + " " + Math.round((it.width + 1) / DRAWN * 9))
            .toList();
    assertEquals(
        List.of(
            "[main, 100.0 % (9.0 ms)] 9",
            "[Main, Shop.dll, 55.6 % (5.0 ms)] 5",
            "[A, Shop.dll, 55.6 % (5.0 ms)] 5",
            "[B, System.Shop.dll, 33.3 % (3.0 ms)] 3",
            "[A, Shop.dll, 33.3 % (3.0 ms)] 3",
            "[B, System.Shop.dll, 33.3 % (3.0 ms), 33.3 % (3.0 ms) itself] 3",
            "[A, Shop.dll, 22.2 % (2.0 ms)] 2",
            "[A, Shop.dll, 22.2 % (2.0 ms), 22.2 % (2.0 ms) itself] 2",
            "[A, Shop.dll, 44.4 % (4.0 ms)] 4",
            "[Main, Shop.dll, 44.4 % (4.0 ms)] 4",
            "[A, Shop.dll, 44.4 % (4.0 ms), 44.4 % (4.0 ms) itself] 4"),
        lines.stream().map(line -> line.replace(", 100.0 % (9.0 ms) itself", "")).toList());
  }

  @Test
  void frames_thatCarryOthers_areFoldedIntoTheirCallers() throws Exception {
    Profile.Builder builder = new Profile.Builder().name("async");
    int main = builder.frame(Frame.named("Shop.Program::Main", "Shop.dll"));
    int async = builder.frame(Frame.special("MoveNext", FrameKind.ASYNC));
    int unmanaged = builder.frame(Frame.NATIVE);
    int buy = builder.frame(Frame.named("Shop.Cart::Buy", "Shop.dll"));
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int[][] stacks = {{main, async, buy}, {main, buy}, {main, unmanaged}, {unmanaged}};
    for (int i = 0; i < stacks.length; i++) {
      int stack = StackTree.NONE;
      for (int frame : stacks[i]) {
        stack = builder.stack(stack, frame);
      }
      builder.add(i, builder.row(thread, stack), 1, 0);
    }
    assertEquals(
        "main, 100.0 % (4), 25.0 % (1) itself;"
            + "Shop.Program::Main, Shop.dll, 75.0 % (3), 25.0 % (1) itself;"
            + "Shop.Cart::Buy, Shop.dll, 50.0 % (2), 50.0 % (2) itself",
        boxes(parsed(written(builder.build()))).stream()
            .map(box -> String.join(", ", box.title))
            .collect(Collectors.joining(";")));
  }

  @Test
  void names_thatDoNotFit_loseTheirParametersThenTheirTypes() throws Exception {
    String name = "Warehouse.Inventory.Recount(Shelf<Box>, int)";
    List<String> texts = new ArrayList<>();
    for (int share : new int[] {100, 20, 8, 6, 3}) {
      Profile.Builder one = new Profile.Builder().name("names");
      int own = one.frame(Frame.special(name, FrameKind.USER));
      int other = one.frame(Frame.special("Other", FrameKind.USER));
      int main = one.thread(new ProfileThread(1, 1, "main"));
      one.add(0, one.row(main, one.stack(StackTree.NONE, own)), share, 0);
      if (share < 100) {
        one.add(0, one.row(main, one.stack(StackTree.NONE, other)), 100 - share, 0);
      }
      texts.add(
          boxes(parsed(written(one.build()))).stream()
              .filter(box -> box.title.get(0).equals(name))
              .map(Box::text)
              .collect(Collectors.joining()));
    }
    assertEquals(
        List.of(name, "Warehouse.Inventory.Recount(…)", "Recount", "Recount", "Re…"), texts);
  }

  @Test
  void picture_ofManyStacks_hasTheHeaviestBoxesAndStaysSmall() throws Exception {
    Profile.Builder builder = new Profile.Builder().name("many");
    Random random = new Random(1);
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int[] frames = new int[500];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = builder.frame(Frame.named("Shop.Cart::Method" + i, "Shop.dll"));
    }
    for (int i = 0; i < 50_000; i++) {
      int stack = StackTree.NONE;
      for (int depth = 0; depth < 30; depth++) {
        int some = depth < 20 ? (i >> (depth / 2)) % 2 : random.nextInt(500);
        stack = builder.stack(stack, frames[some]);
      }
      builder.add(i, builder.row(thread, stack), 1 + i % 3, 0);
    }
    byte[] svg = written(builder.build());
    List<Box> boxes = boxes(parsed(svg));
    assertEquals(1500, boxes.size());
    assertTrue(svg.length < 500_000, () -> svg.length + " bytes");
    checkNesting(boxes);
  }
}

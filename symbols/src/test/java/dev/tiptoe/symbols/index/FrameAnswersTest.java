// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameAnswersTest {

  private static final long METHOD = 0x06000001L;

  @TempDir private Path folder = Path.of("");

  private final Map<UUID, SymbolIndex> modules = new HashMap<>();
  private final List<UUID> asked = new ArrayList<>();
  private final Said said = new Said();
  private UUID mvid = new UUID(0, 0);

  private static final class Said implements FrameFunction.Receiver {
    private String last = "";

    @Override
    public void text(String answer) {
      last = answer;
    }

    @Override
    public void number(long answer) {
      last = "" + answer;
    }

    @Override
    public void none() {
      last = "none";
    }
  }

  @BeforeEach
  void index() throws IOException {
    Image image = Image.open(TestAssembly.WRITTEN.path());
    mvid = image.mvid().orElseThrow();
    assertTrue(new SymbolIndexWriter(folder, true).write(image, PortablePdb.of(image)).isPresent());
  }

  private Optional<SymbolIndex> find(UUID module) {
    asked.add(module);
    return Optional.ofNullable(modules.get(module));
  }

  private String answer(FrameAnswers answers, FrameFunction function, String module) {
    answers.answer(function, module, METHOD, 0, said);
    return said.last;
  }

  @Test
  void module_thatIsMissing_isAskedForAgain_andKeptWhenItIsThere() throws IOException {
    FrameAnswers answers = new FrameAnswers(this::find);
    assertEquals("none", answer(answers, FrameFunction.NAME, mvid.toString()));
    assertEquals(
        "no module with the MVID " + mvid + " was found",
        answer(answers, FrameFunction.REASON, mvid.toString()));
    SymbolIndex index = SymbolIndex.open(folder.resolve(mvid + SymbolIndexWriter.SUFFIX));
    modules.put(mvid, index);
    for (int i = 0; i < 3; i++) {
      assertEquals(index.shownName(1), answer(answers, FrameFunction.NAME, mvid.toString()));
    }
    assertEquals(List.of(mvid, mvid, mvid), asked);
  }

  @Test
  void modules_thatTakeTurns_areAskedForOnce() throws IOException {
    FrameAnswers answers = new FrameAnswers(this::find);
    SymbolIndex index = SymbolIndex.open(folder.resolve(mvid + SymbolIndexWriter.SUFFIX));
    UUID other = new UUID(1, 2);
    modules.put(mvid, index);
    modules.put(other, index);
    for (int i = 0; i < 3; i++) {
      assertEquals(index.shownName(1), answer(answers, FrameFunction.NAME, mvid.toString()));
      assertEquals(index.shownName(1), answer(answers, FrameFunction.NAME, other.toString()));
    }
    assertEquals(List.of(mvid, other), asked);
  }

  @Test
  void text_thatIsNoMvid_isNotAskedFor() {
    FrameAnswers answers = new FrameAnswers(this::find);
    assertEquals("'x' is no MVID", answer(answers, FrameFunction.REASON, "x"));
    assertEquals("'' is no MVID", answer(answers, FrameFunction.REASON, ""));
    assertEquals(List.of(), asked);
  }

  @Test
  void indexes_thatCannotBeRead_areAReason() {
    FrameAnswers answers =
        new FrameAnswers(
            module -> {
              throw new UncheckedIOException(new IOException("the disk is gone"));
            });
    assertEquals(
        "the indexes cannot be read: java.io.IOException: the disk is gone",
        answer(answers, FrameFunction.REASON, mvid.toString()));
    assertEquals("none", answer(answers, FrameFunction.LINE, mvid.toString()));
  }
}

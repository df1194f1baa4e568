// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.given.ImageQuestions;
import dev.tiptoe.metadata.given.Sample;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever an image and all it hands out is asked after its file was cut or overwritten: the answer
 * of before or, where the file has to be read for it, none.
 */
class CutFileTest {

  private static final int PAGE = 4096;

  @TempDir private Path folder = Path.of("");

  private static byte[] real() throws IOException {
    return Files.readAllBytes(TestRuntime.directory().resolve("System.Collections.dll"));
  }

  private static byte[] small() {
    return Sample.module().build().bytes();
  }

  private static byte[] otherBuild() {
    return Sample.module().mvid(new UUID(1, 2)).build().bytes();
  }

  private ImageQuestions about(String file, byte[] bytes) throws IOException {
    Path written = Files.write(folder.resolve(file), bytes);
    // A change in the same moment might not show.
    Files.setLastModifiedTime(written, FileTime.fromMillis(1_000_000_000_000L));
    return ImageQuestions.about(Image.open(written));
  }

  private void cut(long size) throws IOException {
    try (FileChannel file = FileChannel.open(folder.resolve("cut.dll"), StandardOpenOption.WRITE)) {
      file.truncate(size);
    }
  }

  /** Answers as they are of the whole file, or refusals of what is not in the metadata. */
  private static void assertSame(Map<String, String> expected, Map<String, String> answers) {
    assertEquals(expected.size(), answers.size());
    Set<String> wrong = new TreeSet<>();
    int refused = 0;
    for (Map.Entry<String, String> answer : answers.entrySet()) {
      if (ImageQuestions.isRefusal(answer.getValue())) {
        refused++;
      } else if (!answer.getValue().equals(expected.get(answer.getKey()))) {
        wrong.add(answer + " instead of " + expected.get(answer.getKey()));
      }
    }
    assertEquals(Set.of(), wrong);
    assertTrue(refused > 0 && refused < answers.size() / 2, refused + " of " + answers.size());
  }

  private void assertRefused(byte[] bytes, long size) throws IOException {
    Map<String, String> expected = about("whole.dll", bytes).answers();
    ImageQuestions questions = about("cut.dll", bytes);
    cut(size);
    assertSame(expected, questions.answers());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 50, 99})
  void accessors_ofAFileThatWasCut_returnTheSameOrFail(int percent) throws IOException {
    byte[] bytes = real();
    assertRefused(bytes, (long) bytes.length * percent / 100 / PAGE * PAGE);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 300, 1000})
  void accessors_ofASmallFileThatWasCut_returnTheSameOrFail(int size) throws IOException {
    assertRefused(small(), size);
  }

  @Test
  void accessors_thatWereAskedBeforeTheCut_returnTheSameOrFail() throws IOException {
    ImageQuestions questions = about("cut.dll", real());
    Map<String, String> expected = questions.answers();
    cut(PAGE);
    assertSame(expected, questions.answers());
  }

  @Test
  void accessors_ofAFileThatIsAnotherBuild_returnTheSameOrFail() throws IOException {
    Map<String, String> expected = about("whole.dll", small()).answers();
    ImageQuestions questions = about("cut.dll", small());
    Files.write(folder.resolve("cut.dll"), otherBuild());
    assertSame(expected, questions.answers());
  }

  @Test
  void accessors_ofAFileThatIsLeftAlone_tellTheSame() throws IOException {
    Map<String, String> expected = about("whole.dll", real()).answers();
    Map<String, String> answers = about("cut.dll", real()).answers();
    answers.entrySet().removeAll(expected.entrySet());
    assertEquals(Map.of(), answers);
  }
}

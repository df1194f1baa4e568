// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.symbols.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packages, sound and hostile. */
class ZipPackageTest {

  @TempDir Path home = Path.of("");

  private final List<String> problems = new ArrayList<>();

  private List<String> members(Path file) throws IOException {
    return Contents.of(file, (name, problem) -> problems.add(Problem.of(name, problem))).stream()
        .map(Content::member)
        .toList();
  }

  @Test
  void member_withAPathThatLeadsOut_isReadAndWritesNothing() throws IOException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    all.put("../../evil.dll", Built.module("Evil"));
    all.put("/etc/abs.dll", Built.module("Abs"));
    all.put("c:\\x.dll", Built.module("C"));
    Path file = Built.write(home.resolve("in/p.nupkg"), Built.zip(all));
    assertEquals(List.copyOf(all.keySet()), members(file));
    assertEquals(
        file + "!../../evil.dll", Store.of(file).find(Built.mvid("Evil")).orElseThrow().origin());
    try (var files = Files.walk(home)) {
      assertEquals(3, files.count());
    }
  }

  @Test
  void member_thatInflatesToTooMuch_isReportedAndOthersAreRead() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("small.dll"));
      zip.write(Built.module("Small"));
      zip.putNextEntry(new ZipEntry("bomb.dll"));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 80; i++) {
        zip.write(zeros);
      }
    }
    Path file = Built.write(home.resolve("p.nupkg"), out.toByteArray());
    assertTrue(Files.size(file) < 1 << 17);
    assertEquals(List.of("small.dll"), members(file));
    assertEquals(List.of(file + "!bomb.dll: inflates to more than a package may have"), problems);
  }

  @Test
  void package_withTooManyMembers_isRefused() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < 65_537; i++) {
        zip.putNextEntry(new ZipEntry(i + ".dll"));
      }
    }
    Path file = Built.write(home.resolve("p.nupkg"), out.toByteArray());
    FileSystemException problem =
        assertThrows(FileSystemException.class, () -> ZipPackage.open(file));
    assertEquals("65537 members, of which 65536 are read", problem.getReason());
  }

  @Test
  void package_thatIsDamagedAnywhere_isReadOrRefused() throws IOException {
    damaged(200);
  }

  /** Reads so many damaged packages. */
  void damaged(int rounds) throws IOException {
    byte[] sound =
        Built.zip(Map.of("a.dll", Built.module("A"), "a.pdb", Built.pdb(), "x.txt", new byte[9]));
    Random random = new Random(7);
    int refused = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] bytes = sound.clone();
      for (int i = 0; i <= random.nextInt(3); i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      if (round % 5 == 0) {
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      Path file = Built.write(home.resolve("p.zip"), bytes);
      try {
        members(file);
      } catch (IOException | MetadataFormatException e) {
        assertTrue(Problem.of(file.toString(), e).contains(file.toString()));
        refused++;
      }
    }
    assertTrue(refused > rounds / 15, refused + " refused");
  }
}

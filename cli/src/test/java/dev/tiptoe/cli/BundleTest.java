// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a single-file bundle, and on a file in it. */
class BundleTest {

  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

  @TempDir private Path folder = Path.of("");

  private String bundle = "";

  private static byte[] fleet() {
    ImageBuilder fleet = ImageBuilder.assembly("Fleet", "1.0.0.0");
    fleet.typeDef("Sea", "Ship");
    fleet.method("Sail", SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.I4)));
    return fleet.build().bytes();
  }

  private static byte[] harbour() {
    ImageBuilder harbour = ImageBuilder.assembly("Harbour", "1.0.0.0");
    harbour.typeRef(harbour.assemblyRef("Fleet", "1.0.0.0"), "Sea", "Ship");
    return harbour.build().bytes();
  }

  @BeforeEach
  void writeBundle() throws IOException {
    byte[] file =
        new BundleBuilder(6, ELF)
            .member("Harbour.dll", BundleBuilder.ASSEMBLY, harbour())
            .compressed("lib/Fleet.dll", BundleBuilder.ASSEMBLY, fleet())
            .member("native.so", BundleBuilder.NATIVE_BINARY, ELF)
            .build();
    bundle = Files.write(folder.resolve("app"), file).toString();
  }

  @Test
  void names_ofAFileInABundle_areThoseOfThatFile() {
    Outcome outcome =
        TiptoeRun.tiptoe("names", bundle + "!lib/Fleet.dll").expect(0).expectSilence();
    assertEquals(
        List.of(bundle + "!lib/Fleet.dll", "  0x06000001  Sea.Ship::Sail():System.Int32"),
        outcome.lines());
  }

  @Test
  void names_ofLinesThatNameFilesInABundle_areAnswered() {
    String line = bundle + "!lib/Fleet.dll\t0x06000001\n";
    Outcome outcome = TiptoeRun.fed(line + line, "names", "-").expect(0);
    assertEquals(2, outcome.lines().size());
    assertTrue(outcome.lines().get(1).endsWith("\tSea.Ship::Sail():System.Int32"));
  }

  @Test
  void names_ofAWholeBundle_sayHowToNameAFileInIt() {
    Outcome outcome = TiptoeRun.tiptoe("names", bundle).expect(3);
    assertEquals(
        "tiptoe: "
            + bundle
            + ": a single-file bundle; name a file in it, as in "
            + bundle
            + "!App.dll (tiptoe dump lists them)\n",
        outcome.err());
  }

  @Test
  void names_ofAFolderWithABundle_passItOver() throws IOException {
    Files.move(Path.of(bundle), folder.resolve("app.exe"));
    Files.write(folder.resolve("Fleet.dll"), fleet());
    Outcome outcome = TiptoeRun.tiptoe("names", folder.toString()).expect(0);
    assertEquals(2, outcome.lines().size());
    assertTrue(outcome.err().contains("skipped") && outcome.err().contains("bundle; name"));
  }

  @Test
  void file_thatIsNotInTheBundle_isNoSuchFile() {
    Outcome outcome = TiptoeRun.tiptoe("names", bundle + "!Fleet.dll").expect(3);
    assertEquals("tiptoe: " + bundle + "!Fleet.dll: no such file\n", outcome.err());
  }

  @Test
  void file_inWhatIsNoBundle_saysSo() throws IOException {
    Path dll = Files.write(folder.resolve("Fleet.dll"), fleet());
    Outcome outcome = TiptoeRun.tiptoe("names", dll + "!Fleet.dll").expect(3);
    assertTrue(outcome.err().contains("not a single-file bundle"), outcome.err());
  }

  @Test
  void file_inABundleThatIsNoModule_isNamedWithItsBundle() {
    Outcome outcome = TiptoeRun.tiptoe("names", bundle + "!native.so").expect(3);
    assertTrue(outcome.err().startsWith("tiptoe: " + bundle + "!native.so: "), outcome.err());
    assertTrue(outcome.err().contains("an ELF file"), outcome.err());
  }

  /** An exclamation mark may be in a name: what there is by the whole name comes first. */
  @Test
  void file_withAnExclamationMarkInItsName_isThatFile() throws IOException {
    Path odd = Files.write(folder.resolve("app!Fleet.dll"), fleet());
    assertEquals(2, TiptoeRun.tiptoe("names", odd.toString()).expect(0).lines().size());
    Path folderOdd = Files.createDirectory(folder.resolve("a!b"));
    Path moved = Files.move(Path.of(bundle), folderOdd.resolve("app"));
    assertEquals(2, TiptoeRun.tiptoe("names", moved + "!lib/Fleet.dll").expect(0).lines().size());
  }

  @Test
  void refs_ofABundle_areResolvedAmongItsAssemblies() {
    Outcome outcome = TiptoeRun.tiptoe("refs", bundle, "--tsv").expect(0);
    assertEquals(1, outcome.lines().size());
    assertTrue(
        outcome
            .lines()
            .get(0)
            .startsWith("Harbour.dll\t0x01000001\tSea.Ship\tresolved\tlib/Fleet.dll\t"),
        outcome.out());
  }

  @Test
  void refs_ofAFileThatIsNoBundle_areRefused() throws IOException {
    Path dll = Files.write(folder.resolve("Fleet.dll"), fleet());
    Outcome outcome = TiptoeRun.tiptoe("refs", dll.toString()).expect(3);
    assertEquals("tiptoe: " + dll + ": not a folder\n", outcome.err());
  }

  @Test
  void dump_ofABundle_listsItsFiles() {
    List<String> lines = TiptoeRun.tiptoe("dump", bundle).expect(0).expectSilence().lines();
    assertTrue(
        lines.contains("  lib/Fleet.dll  assembly       " + fleet().length + "   true"),
        lines::toString);
    assertTrue(lines.contains("  native.so      native-binary  4     false"), lines::toString);
    JsonObject json =
        JsonParser.parseString(TiptoeRun.tiptoe("dump", bundle, "--json").expect(0).out())
            .getAsJsonObject();
    assertEquals(6, json.getAsJsonObject("bundle").get("version").getAsInt());
    JsonObject first = json.getAsJsonArray("files").get(0).getAsJsonObject();
    assertEquals("Harbour.dll", first.get("path").getAsString());
  }

  @Test
  void dump_ofABundle_tellsSizesAsTheyAre() throws IOException {
    byte[] file =
        new BundleBuilder(6, ELF)
            .entry("large", BundleBuilder.ASSEMBLY, 0x100, 5_000_000_000L, 4)
            .entry("negative", BundleBuilder.ASSEMBLY, 0x100, -5, 4)
            .build();
    Outcome outcome =
        TiptoeRun.tiptoe("dump", Files.write(Path.of(bundle), file).toString()).expect(3);
    assertTrue(outcome.lines().contains("  large     assembly  5000000000  true"), outcome.out());
    assertTrue(outcome.lines().contains("  negative  assembly  -           true"), outcome.out());
    assertEquals("tiptoe: " + bundle + ": negative claims to have -5 bytes\n", outcome.err());
  }

  @Test
  void dump_ofAFileInABundle_isThatOfTheFile() {
    List<String> lines = TiptoeRun.tiptoe("dump", bundle + "!Harbour.dll").expect(0).lines();
    assertTrue(lines.contains("  module        Harbour.dll"), lines::toString);
    assertTrue(lines.contains("  container     PE file"), lines::toString);
  }
}

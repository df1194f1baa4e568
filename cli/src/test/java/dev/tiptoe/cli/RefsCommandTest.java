// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RefsCommandTest extends RefsCommandFixture {

  @Test
  void refs_oneThatLeadsNowhere_isUnresolvedAndTheAnswerNo() {
    Outcome outcome =
        TiptoeRun.tiptoe("refs", folder.toString(), "--tsv").expect(1).expectSilence();
    assertEquals(
        List.of(
            "Harbour.dll\t0x01000001\tSea.Ship\tresolved\tFleet.dll\t0x02000002\texact\t0",
            "Harbour.dll\t0x01000002\tSea.Serpent\tunresolved\t\t\t\t"),
        outcome.lines());
  }

  @Test
  void refs_withoutTsv_tellWhatIsNotResolvedAndTheSum() {
    Outcome outcome = TiptoeRun.tiptoe("refs", folder.toString()).expect(1);
    assertEquals(2, outcome.lines().size(), outcome.out());
    assertTrue(outcome.lines().get(0).startsWith("Harbour.dll: 0x01000002 Sea.Serpent: "));
    assertEquals("1 of 2 references in 2 modules resolved", outcome.lines().get(1));
  }

  @Test
  void refs_toTypesInAFolderBelow_findNothing() throws IOException {
    Files.createDirectory(folder.resolve("below"));
    Files.move(folder.resolve("Fleet.dll"), folder.resolve("below/Fleet.dll"));
    Outcome outcome = TiptoeRun.tiptoe("refs", folder.toString(), "--tsv").expect(1);
    assertEquals(
        List.of("unresolved", "unresolved"),
        outcome.rows().stream().map(row -> row.get(3)).toList());
  }

  @Test
  void refs_thatTwoModulesFitEquallyWell_areAmbiguous() throws IOException {
    write("Fleet2.dll", fleet().mvid(new UUID(1, 2)));
    Outcome outcome = TiptoeRun.tiptoe("refs", folder.toString(), "--tsv").expect(1);
    assertEquals(
        "Harbour.dll\t0x01000001\tSea.Ship\tambiguous\t\t\texact\t0", outcome.lines().get(0));
  }

  /** A program that needs a version that is not there aborts. */
  @Test
  void refs_toALowerVersionThanAskedFor_areUnresolvedAndReportIt() throws IOException {
    ImageBuilder harbour = ImageBuilder.assembly("Harbour", "1.0.0.0");
    harbour.typeRef(harbour.assemblyRef("Fleet", "2.0.0.0"), "Sea", "Ship");
    write("Harbour.dll", harbour);
    assertEquals(
        List.of("Harbour.dll\t0x01000001\tSea.Ship\tunresolved\tFleet.dll\t0x02000002\trefused\t0"),
        TiptoeRun.tiptoe("refs", folder.toString(), "--tsv").expect(1).expectSilence().lines());
    String line = TiptoeRun.tiptoe("refs", folder.toString()).expect(1).lines().get(0);
    assertTrue(
        line.startsWith(
            "Harbour.dll: 0x01000001 Sea.Ship: assembly Fleet 2.0.0.0 is asked for, and the runtime"
                + " refuses Fleet, Version=1.0.0.0"),
        line);
  }

  @Test
  void refs_toAFacadeThatIsMissing_tellWhichAssemblyHasTheType() throws IOException {
    ImageBuilder harbour = ImageBuilder.assembly("Harbour", "1.0.0.0");
    harbour.typeRef(harbour.assemblyRef("Facade", "1.0.0.0"), "Sea", "Ship");
    write("Harbour.dll", harbour);
    assertEquals(
        List.of(
            "Harbour.dll\t0x01000001\tSea.Ship\tunresolved\tFleet.dll\t0x02000002\telsewhere\t0"),
        TiptoeRun.tiptoe("refs", folder.toString(), "--tsv").expect(1).expectSilence().lines());
  }

  @Test
  void refs_withAFramework_leadThereAndAreThoseOfTheFirstFolder() throws IOException {
    Path framework = Files.createDirectory(folder.resolve("framework"));
    Files.move(folder.resolve("Fleet.dll"), framework.resolve("Fleet.dll"));
    ImageBuilder other = ImageBuilder.assembly("Other", "1.0.0.0");
    other.typeRef(other.assemblyRef("Gone", "1.0.0.0"), "Sea", "Monster");
    Files.write(framework.resolve("Other.dll"), other.build().bytes());
    Outcome outcome =
        TiptoeRun.tiptoe("refs", folder.toString(), "--framework", framework.toString(), "--tsv")
            .expect(1)
            .expectSilence();
    assertEquals(
        List.of(
            "Harbour.dll\t0x01000001\tSea.Ship\tresolved\t"
                + framework.resolve("Fleet.dll")
                + "\t0x02000002\texact\t0",
            "Harbour.dll\t0x01000002\tSea.Serpent\tunresolved\t\t\t\t"),
        outcome.lines());
  }

  /** As the host does: the highest version counts, and of equal ones the program's own. */
  @Test
  void refs_toAnAssemblyThatBothFoldersHave_leadToTheHighestVersion() throws IOException {
    Path framework = Files.createDirectory(folder.resolve("framework"));
    ImageBuilder newer = ImageBuilder.assembly("Fleet", "1.5.0.0");
    newer.typeDef("Sea", "Ship");
    Files.write(framework.resolve("Fleet.dll"), newer.build().bytes());
    String[] command = {"refs", folder.toString(), "--framework", framework.toString(), "--tsv"};
    Outcome outcome = TiptoeRun.tiptoe(command).expect(1);
    assertEquals(framework.resolve("Fleet.dll").toString(), outcome.rows().get(0).get(4));
    assertEquals("higher", outcome.rows().get(0).get(6));
    assertEquals(
        "tiptoe: skipped Fleet.dll: another folder has the better version\n", outcome.err());
    Files.write(framework.resolve("Fleet.dll"), fleet().build().bytes());
    assertEquals("Fleet.dll", TiptoeRun.tiptoe(command).expect(1).rows().get(0).get(4));
  }

  @Test
  void framework_thatIsNoFolder_isBadInput() {
    Outcome outcome =
        TiptoeRun.tiptoe("refs", folder.toString(), "--framework", "/no/such/folder").expect(3);
    assertEquals("tiptoe: /no/such/folder: not a folder\n", outcome.err());
  }

  @Test
  void refs_withMembers_tellWhereMethodsAndFieldsAre() throws IOException {
    ImageBuilder port = ImageBuilder.assembly("Port", "1.0.0.0");
    int ship = port.typeRef(port.assemblyRef("Fleet", "1.0.0.0"), "Sea", "Ship");
    byte[] number = SignatureBlobs.primitive(SignatureBlobs.I4);
    port.memberRef(ship, "Tonnage", SignatureBlobs.field(number));
    port.memberRef(ship, "Sink", SignatureBlobs.method(number));
    int berths = port.typeSpec(SignatureBlobs.array(number, 2));
    port.memberRef(berths, "Get", SignatureBlobs.method(0x20, number, number, number));
    Files.delete(folder.resolve("Harbour.dll"));
    write("Port.dll", port);
    ImageBuilder fleet = fleet();
    fleet.field("Tonnage", SignatureBlobs.field(number));
    write("Fleet.dll", fleet);
    Outcome outcome = TiptoeRun.tiptoe("refs", folder.toString(), "--members", "--tsv").expect(1);
    assertEquals(
        List.of(
            "Port.dll\t0x01000001\tSea.Ship\tresolved\tFleet.dll\t0x02000002\texact\t0",
            "Port.dll\t0x0a000001\tSea.Ship::Tonnage:System.Int32\tresolved\tFleet.dll\t0x04000001"
                + "\t\t",
            "Port.dll\t0x0a000002\tSea.Ship::Sink():System.Int32\tunresolved\t\t\t\t",
            "Port.dll\t0x0a000003\tSystem.Int32[,]::Get(System.Int32,System.Int32):System.Int32"
                + "\tresolved\t\t\t\t"),
        outcome.lines());
    assertEquals(
        "Port.dll: 0x0a000002 Sea.Ship::Sink():System.Int32:"
            + " Ship has no member Sink of that signature",
        TiptoeRun.tiptoe("refs", folder.toString(), "--members").expect(1).lines().get(0));
  }

  @Test
  void refs_withADamagedFile_answerTheRestAndAreBadInput() throws IOException {
    Path cut = folder.resolve("cut.dll");
    Files.write(cut, fleet().build().truncated(0x300).bytes());
    Outcome outcome = TiptoeRun.tiptoe("refs", folder.toString(), "--tsv").expect(3);
    assertEquals(2, outcome.rows().size());
    assertTrue(outcome.err().startsWith("tiptoe: " + cut + ": at offset 0x"), outcome.err());
    assertEquals(1, outcome.err().lines().count());
  }

  @Test
  void refs_ofWhatIsNoFolder_areBadInput() {
    String file = folder.resolve("Fleet.dll").toString();
    assertEquals(
        new Outcome(3, "", "tiptoe: " + file + ": not a folder\n"), TiptoeRun.tiptoe("refs", file));
    assertEquals(
        new Outcome(3, "", "tiptoe: /no/such: no such file\n"),
        TiptoeRun.tiptoe("refs", "/no/such"));
  }
}

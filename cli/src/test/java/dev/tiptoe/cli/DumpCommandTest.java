// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DumpCommandTest extends DumpCommandFixture {

  private JsonObject rowsOf(ImageBuilder image, String table, int row) throws IOException {
    Outcome outcome = TiptoeRun.tiptoe("dump", write(image), "--json", "--table", table).expect(0);
    return json(outcome).getAsJsonArray(table).get(row).getAsJsonObject();
  }

  @Test
  void dump_ofAFile_tellsWhatItIsAndWhatItHolds() throws IOException {
    List<String> lines =
        TiptoeRun.tiptoe("dump", write(harbour())).expect(0).expectSilence().lines();
    assertTrue(lines.contains("  module        Harbour.dll"), lines::toString);
    assertTrue(
        lines.contains(
            "  assembly      Harbour, Version=1.2.3.4, Culture=neutral, PublicKeyToken=null"));
    assertTrue(lines.contains("  0x02    TypeDef      2     14        false"), lines::toString);
  }

  @Test
  void dump_ofATable_alignsItsRowsBelowTheColumns() throws IOException {
    Outcome outcome = TiptoeRun.tiptoe("dump", write(harbour()), "--table", "typeref").expect(0);
    assertEquals(
        List.of(
            "TypeRef",
            "  token       ResolutionScope  TypeName  TypeNamespace",
            "  0x01000001  0x23000001       Ship      Sea"),
        outcome.lines());
  }

  @Test
  void dump_ofSeveralTables_showsThemInTheOrderAskedFor() throws IOException {
    Outcome outcome = TiptoeRun.tiptoe("dump", write(harbour()), "--table", "Field,0x00").expect(0);
    assertEquals(
        List.of("Field", "Module"),
        outcome.lines().stream().filter(line -> line.matches("\\w+")).toList());
  }

  @Test
  void json_ofATable_namesEveryColumn() throws IOException {
    JsonObject type = rowsOf(harbour(), "TypeDef", 1);
    assertEquals("0x02000002", type.get("token").getAsString());
    assertEquals("Harbour", type.get("TypeName").getAsString());
    assertEquals("0x01000001", type.get("Extends").getAsString());
    assertEquals("0x04000001", type.get("FieldList").getAsString());
    assertEquals(1, type.get("Flags").getAsInt());
    assertEquals("0608", rowsOf(harbour(), "Field", 0).get("Signature").getAsString());
    assertTrue(rowsOf(harbour(), "TypeDef", 0).get("Extends").isJsonNull());
  }

  @Test
  void json_ofAFile_countsTheRowsOfItsTables() throws IOException {
    JsonObject dump = json(TiptoeRun.tiptoe("dump", write(harbour()), "--json").expect(0));
    JsonArray tables = dump.getAsJsonArray("tables");
    JsonObject typeDefs = tables.get(2).getAsJsonObject();
    assertEquals("TypeDef", typeDefs.get("name").getAsString());
    assertEquals(2, typeDefs.get("rows").getAsInt());
    assertEquals(
        "#Strings",
        dump.getAsJsonArray("heaps").get(0).getAsJsonObject().get("name").getAsString());
  }

  @Test
  void dump_ofATableWithoutRows_showsItsColumns() throws IOException {
    Outcome outcome = TiptoeRun.tiptoe("dump", write(harbour()), "--table", "Event").expect(0);
    assertEquals(List.of("Event", "  token  EventFlags  Name  EventType"), outcome.lines());
  }

  @Test
  void dump_ofADamagedCell_showsTheRestAndIsBadInput() throws IOException {
    ImageBuilder image = harbour();
    image.set(Table.FIELD.token(1), "Name", 0x7fff);
    Outcome outcome = TiptoeRun.tiptoe("dump", write(image), "--table", "Field").expect(3);
    assertEquals("  0x04000001  0x0    -     [0608]", outcome.lines().get(2));
    assertTrue(outcome.err().startsWith("tiptoe: 0x04000001 in "), outcome.err());
  }

  /** Where pointers stand between, a list is one of those. */
  @Test
  void dump_ofAList_namesTheTableThatItLeadsTo() throws IOException {
    ImageBuilder image = harbour().uncompressed();
    image.row(Table.FIELD_PTR, 1);
    assertEquals("0x03000001", rowsOf(image, "TypeDef", 1).get("FieldList").getAsString());
  }

  @Test
  void dump_ofAListThatLeadsBeyondAllTables_isBadInput() throws IOException {
    ImageBuilder image = harbour().uncompressed().minimalDelta();
    image.set(Table.TYPE_DEF.token(2), "FieldList", 0x81000001);
    Outcome outcome =
        TiptoeRun.tiptoe("dump", write(image), "--json", "--table", "TypeDef").expect(3);
    JsonObject type = json(outcome).getAsJsonArray("TypeDef").get(1).getAsJsonObject();
    assertTrue(type.get("FieldList").isJsonNull());
    assertTrue(outcome.err().contains("FieldList of 0x02000002 points to no table"), outcome.err());
  }

  @Test
  void dump_ofManyRowsWithOneTextOfAMegabyte_cutsIt() throws IOException {
    cutsTextsOf(1_000_000);
  }

  @Test
  void dump_withAnUnknownTable_isAUsageError() throws IOException {
    Outcome outcome = TiptoeRun.tiptoe("dump", write(harbour()), "--table", "Types").expect(2);
    assertTrue(outcome.err().contains("'Types' is not a table (TypeDef, 0x02)"), outcome.err());
  }

  @Test
  void dump_ofWhatIsNoManagedFile_isBadInput() throws IOException {
    Path text = Files.writeString(folder.resolve("a.txt"), "hello");
    Outcome outcome = TiptoeRun.tiptoe("dump", text.toString()).expect(3);
    assertTrue(outcome.err().startsWith("tiptoe: " + text + ": at offset 0x0: "), outcome.err());
    assertEquals("", outcome.out());
  }
}

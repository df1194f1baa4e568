// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code DumpCommandTest} share, which stand by kind. */
abstract class DumpCommandFixture {

  @TempDir Path folder = Path.of("");

  static ImageBuilder harbour() {
    ImageBuilder builder = ImageBuilder.assembly("Harbour", "1.2.3.4");
    int ship = builder.typeRef(builder.assemblyRef("Fleet", "1.0.0.0"), "Sea", "Ship");
    builder.typeDef("Sea", "Harbour", ship);
    builder.field("depth", SignatureBlobs.field(SignatureBlobs.primitive(SignatureBlobs.I4)));
    return builder;
  }

  String write(ImageBuilder image) throws IOException {
    return Files.write(folder.resolve("Harbour.dll"), image.build().bytes()).toString();
  }

  static JsonObject json(Outcome outcome) {
    return JsonParser.parseString(outcome.out()).getAsJsonObject();
  }

  void cutsTextsOf(int length) throws IOException {
    ImageBuilder image = harbour();
    int name = image.string("x".repeat(length));
    int blob = image.blob(new byte[length]);
    for (int i = 0; i < 300; i++) {
      image.row(Table.MODULE_REF, name);
      image.row(Table.TYPE_SPEC, blob);
    }
    String file = write(image);
    Outcome text = TiptoeRun.tiptoe("dump", file, "--table", "ModuleRef,TypeSpec").expect(0);
    assertTrue(text.out().length() < 1_000_000, "" + text.out().length());
    assertTrue(text.lines().get(2).endsWith("x… (" + length + " bytes)"), text.lines().get(2));
    Outcome json =
        TiptoeRun.tiptoe("dump", file, "--json", "--table", "ModuleRef,TypeSpec").expect(0);
    JsonArray rows = json(json).getAsJsonArray("ModuleRef");
    assertEquals(length, rows.get(0).getAsJsonObject().get("Name").getAsString().length());
    String cut = rows.get(299).getAsJsonObject().get("Name").getAsString();
    assertTrue(cut.endsWith("x… (" + length + " bytes)") && cut.length() < 5_000, cut);
    assertTrue(json.out().length() < 83L * length, "" + json.out().length());
  }
}

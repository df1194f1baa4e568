// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import static dev.tiptoe.testdata.image.PdbBlobs.documentName;
import static dev.tiptoe.testdata.image.PdbBlobs.joined;
import static dev.tiptoe.testdata.image.PdbBlobs.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Names of documents, which are made of parts. */
class DocumentNameTest {

  private final ImageBuilder builder = ImageBuilder.netmodule("a");

  private Document document(byte... name) {
    int row = builder.row(Table.DOCUMENT, builder.blob(name), 0, 0, 0);
    return new Document(Given.image(builder), new Token(row).rid());
  }

  @Test
  void name_ofParts_hasTheSeparatorBetweenThem() {
    assertEquals("/src/Ä.cs", document(documentName(builder, '/', "", "src", "Ä.cs")).name());
  }

  @Test
  void name_ofOnePart_hasNone() {
    assertEquals("C:", document(documentName(builder, '\\', "C:")).name());
    assertEquals("", document(documentName(builder, '/', new String[0])).name());
  }

  @Test
  void name_withoutASeparator_isItsParts() {
    assertEquals("abc", document(documentName(builder, 0, "a", "", "bc")).name());
  }

  @Test
  void name_thatIsMissing_isEmpty() {
    assertEquals("", document().name());
  }

  @Test
  void name_withASeparatorThatIsNoAscii_isDamage() {
    Document document = document(documentName(builder, 0x80, "a", "b"));
    assertThrows(MetadataFormatException.class, document::name);
  }

  @Test
  void name_withAPartOutsideTheHeap_isDamage() {
    Document document = document(joined(new byte[] {'/'}, numbers(0xfff)));
    assertThrows(MetadataFormatException.class, document::name);
  }

  /** A part of 1,000 characters, named 10,000 times: more than any path has. */
  @Test
  void name_thatIsLongerThanAnyPath_isDamage() {
    int[] parts = new int[10_000];
    Arrays.fill(parts, builder.blob("x".repeat(1_000).getBytes(StandardCharsets.UTF_8)));
    Document document = document(joined(new byte[] {'/'}, numbers(parts)));
    assertThrows(MetadataFormatException.class, document::name);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import static dev.tiptoe.testdata.image.PdbBlobs.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.ImportScope;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Imports of every kind. */
class ImportTest {

  private final ImageBuilder builder = ImageBuilder.netmodule("a");
  private final int alias = builder.blob("Alias".getBytes(StandardCharsets.UTF_8));
  private final int namespace = builder.blob("N.M".getBytes(StandardCharsets.UTF_8));

  private ImportScope scope(byte... imports) {
    int row = builder.row(Table.IMPORT_SCOPE, 0, builder.blob(imports));
    return new ImportScope(Given.image(builder), new Token(row).rid());
  }

  /** Type tokens are coded: 9 is TypeRef 2, 6 is TypeSpec 1. */
  @Test
  void imports_ofEveryKind_haveWhatTheirKindHas() {
    ImportScope scope =
        scope(
            numbers(
                1, namespace, 2, 3, namespace, 3, 9, 4, alias, namespace, 5, alias, 6, alias, 3, 7,
                alias, namespace, 8, alias, 3, namespace, 9, alias, 6));
    List<Import> imports = Import.of(scope);
    assertEquals(
        List.of(
            "IMPORT_NAMESPACE N.M",
            "IMPORT_ASSEMBLY_NAMESPACE 0x23000003 N.M",
            "IMPORT_TYPE 0x01000002",
            "IMPORT_XML_NAMESPACE Alias N.M",
            "IMPORT_REFERENCE_ALIAS Alias",
            "ALIAS_ASSEMBLY_REFERENCE Alias 0x23000003",
            "ALIAS_NAMESPACE Alias N.M",
            "ALIAS_ASSEMBLY_NAMESPACE Alias 0x23000003 N.M",
            "ALIAS_TYPE Alias 0x1b000001"),
        imports.stream().map(Import::toString).toList());
    for (int i = 0; i < imports.size(); i++) {
      assertEquals(i + 1, imports.get(i).kind().code());
    }
  }

  @Test
  void part_thatAKindHasNot_isEmptyOrNil() {
    Import type = Import.of(scope(numbers(3, 9))).get(0);
    assertEquals(Optional.empty(), type.alias());
    assertEquals(Optional.empty(), type.namespace());
    assertTrue(type.assembly().isNil());
    assertEquals(new Token(0x01000002), type.type());
    assertTrue(Import.of(scope()).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "10, 0", "3, 3", "1, 0xfff", "2, 0x01000000", "6, 0xfff"})
  void import_thatMakesNoSense_isDamageOfItsScope(String kind, String part) {
    ImportScope scope = scope(numbers(Integer.decode(kind), Integer.decode(part), 0));
    MetadataFormatException e = assertThrows(MetadataFormatException.class, () -> Import.of(scope));
    assertTrue(e.reason().startsWith("0x35000001: "), e.reason());
  }
}

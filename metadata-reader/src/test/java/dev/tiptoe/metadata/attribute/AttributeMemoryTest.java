// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import static dev.tiptoe.testdata.image.AttributeBlobs.BOXED;
import static dev.tiptoe.testdata.image.AttributeBlobs.arrayTag;
import static dev.tiptoe.testdata.image.AttributeBlobs.blob;
import static dev.tiptoe.testdata.image.AttributeBlobs.boxed;
import static dev.tiptoe.testdata.image.AttributeBlobs.tag;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.testdata.image.AttributeBlobs;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The allocations of decoding stay within the documented bound, for the worst inputs. */
class AttributeMemoryTest {

  private static final int FOR_EACH_BYTE = 512;
  private static final int FOR_NAMES = 1 << 20;

  /** The bytes for a value; with many values, the fixed cost of each matters less. */
  private static final int BYTES = 60_000;

  private static final AttributeDecoder DECODER =
      new AttributeDecoder((from, name) -> Optional.of(PrimitiveType.U1));

  private final ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0").heapSizes(7);

  /** The first decoding loads classes, and what the tools of the build add to them is large. */
  @BeforeAll
  static void loadClasses() {
    byte[] object = primitive(SignatureBlobs.OBJECT);
    byte[] type = arrayTag(tag(BOXED));
    byte[] array = AttributeBlobs.array(HexFormat.of().parseHex("0200"));
    byte[] named = AttributeBlobs.property(tag(0x02), "P", new byte[1]);
    var none = DECODER.decode(new AttributeMemoryTest().attribute(blob(new byte[0][], named)));
    var one = DECODER.decode(new AttributeMemoryTest().attribute(blob(boxed(type, array)), object));
    assertEquals(2, none.named().size() + one.fixed().size());
    byte[] claimed = blob(boxed(type, AttributeBlobs.claimedArray(0x7ffffffe)));
    assertThrows(
        MetadataFormatException.class,
        () -> DECODER.decode(new AttributeMemoryTest().attribute(claimed, object)));
  }

  private CustomAttribute attribute(byte[] value, byte[]... parameters) {
    byte[] signature = method(0x20, primitive(SignatureBlobs.VOID), parameters);
    int constructor = builder.memberRef(0x02000001, ".ctor", signature);
    builder.row(
        Table.CUSTOM_ATTRIBUTE,
        ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", 0x02000001),
        ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", constructor),
        builder.blob(value));
    return new CustomAttribute(Given.image(builder), 1);
  }

  /** Decodes it, and looks at what that allocated. */
  private static AttributeArguments decoded(CustomAttribute attribute, int bytes) {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadAllocatedBytes();
    try {
      return DECODER.decode(attribute);
    } finally {
      long allocated = thread.getCurrentThreadAllocatedBytes() - before;
      long most = (long) FOR_EACH_BYTE * bytes + FOR_NAMES;
      assertTrue(allocated <= most, () -> allocated + " for " + bytes + " bytes");
    }
  }

  private static byte[][] repeated(byte[] each, int count) {
    return Collections.nCopies(count, each).toArray(byte[][]::new);
  }

  @ParameterizedTest
  @CsvSource({
    "truth values,       02, 01",
    "empty strings,      0e, 00",
    "null types,         50, ff",
    "boxed truth values, 51, 0200",
    "boxed null strings, 51, 0eff",
    "boxed types,        51, 5000",
    "enums,              51, 5501450a",
    "nested enums,       51, 550b452b452b452b452b452b450a",
    "generic enums,      51, 550c455b452c452c452c452c455d0a",
    "boxed null arrays,  51, 1d02ffffffff",
    "boxed arrays,       51, 1d0e0100000000",
    "boxes in boxes,     51, 5151515151515151515151515151510200"
  })
  void array_ofWhatIsSmall_takesWhatIsSaid(String what, String elementType, String element) {
    byte[] each = HexFormat.of().parseHex(element);
    int count = BYTES / each.length;
    byte[] array = AttributeBlobs.array(repeated(each, count));
    byte[] type = arrayTag(HexFormat.of().parseHex(elementType));
    byte[] value = blob(boxed(type, array));
    AttributeArguments arguments =
        decoded(attribute(value, primitive(SignatureBlobs.OBJECT)), value.length);
    assertEquals(1, arguments.fixed().size(), what);
  }

  @Test
  void properties_ofWhatIsSmall_takeWhatIsSaid() {
    byte[] property = AttributeBlobs.property(tag(0x02), "P", new byte[1]);
    byte[] value = blob(new byte[0][], repeated(property, BYTES / property.length));
    assertEquals(BYTES / property.length, decoded(attribute(value), value.length).named().size());
  }

  @Test
  void array_thatClaimsToBeLong_takesWhatIsThere() {
    byte[] value = blob(boxed(arrayTag(tag(BOXED)), AttributeBlobs.claimedArray(0x7ffffffe)));
    CustomAttribute attribute = attribute(value, primitive(SignatureBlobs.OBJECT));
    assertThrows(MetadataFormatException.class, () -> decoded(attribute, value.length));
  }

  @Test
  void parameters_ofOneTypeWithALongName_takeItsNameOnce() {
    int type = builder.typeRef(builder.assemblyRef("X", "1.0.0.0"), "N", "E".repeat(10_000));
    byte[][] parameters = repeated(valueType(type), 20_000);
    byte[] value = blob(new byte[parameters.length]);
    CustomAttribute attribute = attribute(value, parameters);
    assertEquals(20_000, decoded(attribute, 3 * parameters.length).fixed().size());
  }

  /** Six bytes make a row that has the name again. */
  @Test
  void parameters_ofManyTypesWithALongName_areDamage() {
    int scope = builder.assemblyRef("X".repeat(10_000), "1.0.0.0");
    byte[][] parameters =
        IntStream.range(0, 2_000)
            .mapToObj(i -> valueType(builder.typeRef(scope, "N", "E".repeat(10_000))))
            .toArray(byte[][]::new);
    CustomAttribute attribute = attribute(blob(new byte[parameters.length]), parameters);
    int bytes = Arrays.stream(parameters).mapToInt(one -> one.length + 1).sum();
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> decoded(attribute, bytes));
    assertTrue(e.reason().contains("names of types"), e.reason());
  }
}

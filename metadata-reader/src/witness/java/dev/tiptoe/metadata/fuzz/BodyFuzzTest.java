// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import static dev.tiptoe.testdata.image.MethodBodies.CATCH;
import static dev.tiptoe.testdata.image.MethodBodies.FAULT;
import static dev.tiptoe.testdata.image.MethodBodies.FILTER;
import static dev.tiptoe.testdata.image.MethodBodies.FINALLY;
import static dev.tiptoe.testdata.image.MethodBodies.fat;
import static dev.tiptoe.testdata.image.MethodBodies.fatClause;
import static dev.tiptoe.testdata.image.MethodBodies.fatSection;
import static dev.tiptoe.testdata.image.MethodBodies.smallClause;
import static dev.tiptoe.testdata.image.MethodBodies.smallSection;
import static dev.tiptoe.testdata.image.MethodBodies.tiny;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.body.Instruction;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a method body: its clauses, its locals and all of its instructions. */
@Tag("quarter-2")
class BodyFuzzTest {

  private static final Image IMAGE = image();

  private static Image image() {
    ImageBuilder builder = ImageBuilder.netmodule("fuzz.netmodule");
    builder.row(Table.STAND_ALONE_SIG, builder.blob((byte) 0x07, (byte) 1, (byte) 0x08));
    return Given.image(builder);
  }

  static Stream<byte[]> seeds() {
    byte[] code =
        HexFormat.of()
            .parseHex(
                "000220050000001f0721ffffffffffffffff220000c03f2300000000000000002801000006"
                    + "45020000000000000001000000fe012bfe3800000000fe0900007201000070de002a");
    return Stream.of(
        tiny((byte) 0x2a),
        fat(0x10, 8, 0x11000001, code),
        fat(
            0,
            2,
            0,
            code,
            smallSection(
                smallClause(CATCH, 0, 1, 1, 1, 0x01000001), smallClause(FINALLY, 0, 2, 2, 1, 0)),
            fatSection(fatClause(FILTER, 0, 1, 2, 1, 1), fatClause(FAULT, 0, 1, 1, 1, 0))));
  }

  @MethodSource("seeds")
  @FuzzTest
  void body_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    try {
      MethodBody body = MethodBody.read(Given.bytes(bytes));
      int end = 0;
      for (Instruction instruction : body.instructions()) {
        if (instruction.offset() != end || instruction.toString().isEmpty()) {
          throw new IllegalStateException(instruction + " does not begin at " + end);
        }
        end = instruction.end();
      }
      body.locals(IMAGE);
    } catch (MetadataFormatException e) {
      // Refused, as damaged bytes should be.
    }
  }
}

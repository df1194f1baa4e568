// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import static dev.tiptoe.trace.eventpipe.format.EventFieldType.ARRAY;
import static dev.tiptoe.trace.eventpipe.format.EventFieldType.INT32;
import static dev.tiptoe.trace.eventpipe.format.EventFieldType.OBJECT;
import static dev.tiptoe.trace.eventpipe.format.EventFieldType.STRING;
import static dev.tiptoe.trace.eventpipe.format.EventFieldType.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The definitions of event types. */
class EventTypeTest {

  private static final EventField ID = new EventField("Id", INT32, List.of());

  /** Returns the result for a file with one definition, whose fields are these bytes. */
  private static EventType read(FieldWriter fields) {
    byte[] definition =
        NettraceBytes.definitionOf(3, "Provider", 17, "Name").raw(fields.toArray()).toArray();
    byte[] file =
        new NettraceBytes(5, 5, 8)
            .definitions(block -> NettraceBytes.definition(block, definition))
            .events(block -> NettraceBytes.event(block, 3, 0, 0))
            .toArray();
    return EventPipeReading.of(file).events().get(0).type();
  }

  private static EventType type(int opcode, EventField... fields) {
    return new EventType("Provider", 17, "Name", 0x30, 2, 4, opcode, List.of(fields));
  }

  @Test
  void fields_areReadInOrder() {
    assertEquals(
        type(0, ID, new EventField("Text", STRING, List.of())),
        read(new FieldWriter().i32(2).i32(9).utf16("Id").i32(18).utf16("Text")));
  }

  @Test
  void object_hasFieldsOfItsOwn() {
    FieldWriter fields = new FieldWriter().i32(1).i32(1).i32(1).i32(9).utf16("Id").utf16("Whole");
    assertEquals(type(0, new EventField("Whole", OBJECT, List.of(ID))), read(fields));
  }

  @Test
  void tags_giveTheOpcodeAndFieldsThatTheFirstFormCannotSay() {
    FieldWriter array = new FieldWriter().utf16("Ids").i32(19).i32(9);
    FieldWriter object =
        new FieldWriter().utf16("Whole").i32(1).i32(1).i32(4 + 6 + 4).utf16("Id").i32(9);
    FieldWriter sized = new FieldWriter().i32(3);
    for (FieldWriter field : List.of(array, object, new FieldWriter().utf16("New").i32(99))) {
      sized.i32(4 + field.size()).raw(field.toArray());
    }
    FieldWriter fields = new FieldWriter().i32(0);
    fields.i32(1).u8(1).u8(12); // The opcode.
    fields.i32(3).u8(200).raw((byte) 1, (byte) 2, (byte) 3); // A tag of a later version.
    fields.i32(sized.size()).u8(2).raw(sized.toArray());
    assertEquals(
        type(
            12,
            new EventField("Ids", ARRAY, List.of(new EventField("", INT32, List.of()))),
            new EventField("Whole", OBJECT, List.of(ID)),
            new EventField("New", UNKNOWN, List.of())),
        read(fields));
  }

  @Test
  void definition_withIllegibleFields_isWithoutThem() {
    assertEquals(type(0), read(new FieldWriter()));
    assertEquals(type(0), read(new FieldWriter().i32(2).i32(9).utf16("Id")));
    assertEquals(type(0), read(new FieldWriter().i32(Integer.MAX_VALUE)));
    assertEquals(type(0), read(new FieldWriter().i32(0).i32(2).u8(2).u16(1)));
  }

  @Test
  void definition_withFieldsNestedWithoutEnd_isWithoutThem() {
    FieldWriter first = new FieldWriter();
    FieldWriter second = new FieldWriter().i32(0);
    FieldWriter arrays = new FieldWriter().i32(1).i32(4 + 4 + 40_000).utf16("A");
    for (int i = 0; i < 10_000; i++) {
      first.i32(1).i32(1);
      arrays.i32(19);
    }
    second.i32(arrays.size()).u8(2).raw(arrays.toArray());
    assertEquals(type(0), read(first));
    assertEquals(type(0), read(second));
  }
}

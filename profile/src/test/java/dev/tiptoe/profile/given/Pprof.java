// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds profiles of pprof, and reads them, with the library and the schema of the format. */
public final class Pprof {

  /** The schema: profile.proto, each line a message, its fields in the order of their numbers. */
  private static final String[] SCHEMA = {
    "Profile: *ValueType sample_type, *Sample sample, *Mapping mapping, *Location location,"
        + " *Function function, *string string_table, int64 drop_frames, int64 keep_frames,"
        + " int64 time_nanos, int64 duration_nanos, ValueType period_type, int64 period,"
        + " *int64 comment, int64 default_sample_type, int64 doc_url",
    "ValueType: int64 type, int64 unit",
    "Sample: *uint64 location_id, *int64 value, *Label label",
    "Label: int64 key, int64 str, int64 num, int64 num_unit",
    "Mapping: uint64 id, uint64 memory_start, uint64 memory_limit, uint64 file_offset,"
        + " int64 filename, int64 build_id, bool has_functions, bool has_filenames,"
        + " bool has_line_numbers, bool has_inline_frames",
    "Location: uint64 id, uint64 mapping_id, uint64 address, *Line line, bool is_folded",
    "Line: uint64 function_id, int64 line, int64 column",
    "Function: uint64 id, int64 name, int64 system_name, int64 filename, int64 start_line",
  };

  private static final FileDescriptor FILE = file();

  private final DynamicMessage.Builder profile = of("Profile");
  private final Map<String, Long> strings = new HashMap<>();
  private final List<DynamicMessage> locations = new ArrayList<>();

  /** Begins a profile of samples with one value. */
  public Pprof() {
    string("");
    profile.addRepeatedField(
        field(profile, "sample_type"), message("ValueType", string("cpu"), string("ns")));
  }

  private static FileDescriptor file() {
    FileDescriptorProto.Builder file =
        FileDescriptorProto.newBuilder().setName("profile.proto").setSyntax("proto3");
    for (String line : SCHEMA) {
      DescriptorProto.Builder message =
          DescriptorProto.newBuilder().setName(line.substring(0, line.indexOf(':')));
      int number = 1;
      for (String field : line.substring(line.indexOf(':') + 1).split(",", -1)) {
        message.addField(field(field.strip(), number++));
      }
      file.addMessageType(message);
    }
    try {
      return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FieldDescriptorProto field(String text, int number) {
    boolean repeated = text.startsWith("*");
    String[] words = text.replace("*", "").split(" ", -1);
    FieldDescriptorProto.Builder field =
        FieldDescriptorProto.newBuilder()
            .setName(words[1])
            .setNumber(number)
            .setLabel(
                repeated
                    ? FieldDescriptorProto.Label.LABEL_REPEATED
                    : FieldDescriptorProto.Label.LABEL_OPTIONAL);
    return switch (words[0]) {
      case "int64" -> field.setType(FieldDescriptorProto.Type.TYPE_INT64).build();
      case "uint64" -> field.setType(FieldDescriptorProto.Type.TYPE_UINT64).build();
      case "bool" -> field.setType(FieldDescriptorProto.Type.TYPE_BOOL).build();
      case "string" -> field.setType(FieldDescriptorProto.Type.TYPE_STRING).build();
      default ->
          field.setType(FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(words[0]).build();
    };
  }

  private static Descriptor type(String name) {
    return FILE.findMessageTypeByName(name);
  }

  private static DynamicMessage.Builder of(String type) {
    return DynamicMessage.newBuilder(type(type));
  }

  private static FieldDescriptor field(DynamicMessage.Builder message, String name) {
    return message.getDescriptorForType().findFieldByName(name);
  }

  /** Returns a message with its fields in the order of their numbers; */
  private static DynamicMessage message(String type, Object... values) {
    DynamicMessage.Builder message = of(type);
    for (int i = 0; i < values.length; i++) {
      FieldDescriptor field = message.getDescriptorForType().findFieldByNumber(i + 1);
      if (field.isRepeated()) {
        for (Object value : (List<?>) values[i]) {
          message.addRepeatedField(field, value);
        }
      } else {
        message.setField(field, values[i]);
      }
    }
    return message.build();
  }

  /** Parses a profile. */
  public static DynamicMessage parse(byte[] bytes) throws InvalidProtocolBufferException {
    return DynamicMessage.parseFrom(type("Profile"), bytes);
  }

  /** Returns a field of a message. */
  public static Object get(DynamicMessage message, String name) {
    return message.getField(message.getDescriptorForType().findFieldByName(name));
  }

  /** Returns a number of a message. */
  public static long number(DynamicMessage message, String name) {
    return (Long) get(message, name);
  }

  /** Returns the messages of a repeated field. */
  public static List<DynamicMessage> list(DynamicMessage message, String name) {
    List<DynamicMessage> list = new ArrayList<>();
    for (Object entry : (List<?>) get(message, name)) {
      list.add((DynamicMessage) entry);
    }
    return list;
  }

  /** Returns a message of a repeated field by its ID. */
  public static DynamicMessage byId(DynamicMessage profile, String table, long id) {
    return list(profile, table).stream()
        .filter(entry -> number(entry, "id") == id)
        .findFirst()
        .orElseThrow();
  }

  /** Returns a string of a profile. */
  public static String string(DynamicMessage profile, long index) {
    return (String) ((List<?>) get(profile, "string_table")).get((int) index);
  }

  /** Returns the index of a string. */
  public long string(String text) {
    return strings.computeIfAbsent(
        text,
        added -> {
          profile.addRepeatedField(field(profile, "string_table"), added);
          return (long) strings.size();
        });
  }

  /** Adds a mapping; its ID is one more than the number of those before it. */
  public long mapping(String file, String buildId, long start) {
    long id = profile.getRepeatedFieldCount(field(profile, "mapping")) + 1L;
    profile.addRepeatedField(
        field(profile, "mapping"),
        message(
            "Mapping",
            id,
            start,
            start == 0 ? 0L : start + 0x100000,
            0L,
            string(file),
            string(buildId)));
    return id;
  }

  /** Adds a function. */
  public long function(String name, String file) {
    long id = 10L + profile.getRepeatedFieldCount(field(profile, "function"));
    profile.addRepeatedField(
        field(profile, "function"), message("Function", id, string(name), 0L, string(file)));
    return id;
  }

  /** Adds a location, with a line of a function unless that is 0. */
  public long location(long mapping, long address, long function) {
    long id = 100L + locations.size();
    locations.add(
        message(
            "Location",
            id,
            mapping,
            address,
            function == 0 ? List.of() : List.of(message("Line", function))));
    return id;
  }

  /** Adds a sample of a stack, its leaf first. */
  public Pprof sample(long value, Long... ids) {
    DynamicMessage label = message("Label", string("thread"), string("worker"));
    profile.addRepeatedField(
        field(profile, "sample"), message("Sample", List.of(ids), List.of(value), List.of(label)));
    return this;
  }

  /** Returns the profile. */
  public DynamicMessage build() {
    DynamicMessage.Builder whole = profile.clone();
    locations.forEach(location -> whole.addRepeatedField(field(whole, "location"), location));
    return whole.build();
  }
}

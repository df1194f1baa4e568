// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Generates everything that states the trace format from {@code trace.schema}.
 *
 * <pre>
 *   java TraceSchema.java java  SCHEMA FOLDER   writes the reader's classes below a source folder
 *   java TraceSchema.java cpp   SCHEMA FILE     writes the agent's header
 *   java TraceSchema.java page  SCHEMA FILE     rewrites the tables of the format's page
 *   java TraceSchema.java check SCHEMA FILE     fails when the page's tables are not the schema's
 * </pre>
 *
 * <p>An error is one line on stderr, with file, line and reason. The program has no dependencies
 * and is run from its source, so that the agent builds wherever there is a JDK 17.
 */
public final class TraceSchema {

  private TraceSchema() {}

  /** Runs {@link #run} and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(run(args, System.err));
  }

  /** Does what the arguments request. Returns 0, or 1 after an error, or 2 for wrong arguments. */
  public static int run(String[] args, PrintStream err) {
    if (args.length != 3 || !Set.of("java", "cpp", "page", "check").contains(args[0])) {
      err.println("usage: java TraceSchema.java java|cpp|page|check SCHEMA TARGET");
      return 2;
    }
    Path schemaFile = Path.of(args[1]);
    Path target = Path.of(args[2]);
    try {
      Schema schema = new Parser(schemaFile).parse();
      switch (args[0]) {
        case "java" -> new JavaWriter(schema).write(target);
        case "cpp" -> new CppWriter(schema).write(target);
        case "page" -> new Page(schema, target).write();
        default -> new Page(schema, target).check();
      }
      return 0;
    } catch (Failure e) {
      err.println(e.getMessage());
    } catch (IOException e) {
      err.println("TraceSchema: " + e);
    }
    return 1;
  }

  /** An error of the schema or the page; its message is the line to print. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(Path file, int line, String reason) {
      super(file + ":" + line + ": " + reason);
    }
  }

  // A limit of the schema.

  private record Limit(String name, long value, String note) {}

  /** A type of fields: a built-in one, another name for one, or an enumeration. */
  private record Type(String name, String base, int size, Optional<Enumeration> values) {
    boolean isBytes() {
      return base.equals("bytes") || base.equals("guid");
    }
  }

  private record Value(long number, String name, String note) {
    boolean isReserved() {
      return name.equals("reserved");
    }
  }

  private record Enumeration(
      String name, Type base, boolean flags, String note, List<Value> values) {
    List<Value> named() {
      return values.stream().filter(value -> !value.isReserved()).toList();
    }
  }

  private record Field(Type type, String name, int offset, String fixed, String note) {
    int end() {
      return offset + type.size;
    }
  }

  private enum TailKind {
    LIST,
    STRING,
    OCTETS
  }

  /** A tail behind the fields: a count, and as many elements. */
  private record Tail(
      TailKind kind, String elementName, int elementSize, String name, String note) {}

  /** The file's header, the frame of records, an element of a list, or a record. */
  private record Struct(
      String keyword,
      int line,
      int number,
      Optional<Value> lane,
      String reader,
      String name,
      String note,
      int begin,
      List<Field> fields,
      List<Tail> tails) {

    int size() {
      return fields.isEmpty() ? begin : fields.get(fields.size() - 1).end();
    }

    boolean isRecord() {
      return keyword.equals("record");
    }
  }

  private static final class Schema {
    final List<Limit> limits = new ArrayList<>();
    final List<Value> lanes = new ArrayList<>();
    final Map<String, Enumeration> enumerations = new LinkedHashMap<>();
    final Map<String, Struct> structs = new LinkedHashMap<>();

    Stream<Struct> all(String keyword) {
      return structs.values().stream().filter(struct -> struct.keyword.equals(keyword));
    }

    Struct only(String keyword) {
      return all(keyword).findFirst().orElseThrow();
    }
  }

  // Reads a schema.

  private static final class Parser {

    private static final Pattern TYPE_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9]*");
    private static final Pattern VALUE_NAME = Pattern.compile("[A-Z][A-Za-z0-9]*");
    private static final Pattern FIELD_NAME = Pattern.compile("[a-z][A-Za-z0-9]*");
    private static final Pattern BYTES = Pattern.compile("bytes\\[([1-9][0-9]{0,3})]");
    private static final Pattern PLACE = Pattern.compile("\\{([^}]*)}");
    private static final Map<String, Integer> BUILT_IN =
        Map.of("u8", 1, "u16", 2, "u32", 4, "u64", 8, "i32", 4, "guid", 16);

    private final Path file;
    private final Schema schema = new Schema();
    private final Map<String, Type> types = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> constants = new HashSet<>();
    private int line;

    /** The class of the reader that decodes the next records. */
    private String reader = "";

    /** The owner of indented lines: an enumeration, a struct, or neither. */
    private Optional<Enumeration> enumeration = Optional.empty();

    private Optional<Struct> struct = Optional.empty();

    Parser(Path file) {
      this.file = file;
      BUILT_IN.forEach(
          (name, size) -> types.put(name, new Type(name, name, size, Optional.empty())));
    }

    Schema parse() throws IOException {
      for (String text : Files.readAllLines(file)) {
        line++;
        if (!text.isBlank() && !text.strip().startsWith("#")) {
          parse(text);
        }
      }
      endOfBlock();
      for (String keyword : List.of("header", "frame", "record")) {
        require(schema.all(keyword).findAny().isPresent(), "there is no " + keyword);
      }
      return schema;
    }

    private void parse(String text) {
      int bar = text.indexOf('|');
      String note = bar < 0 ? "" : note(text.substring(bar + 1).strip());
      List<String> words =
          Arrays.asList((bar < 0 ? text : text.substring(0, bar)).strip().split("\\s+"));
      if (!Character.isWhitespace(text.charAt(0))) {
        endOfBlock();
        statement(words, note);
      } else if (enumeration.isPresent()) {
        value(enumeration.get(), words, note);
      } else if (struct.isPresent()) {
        member(struct.get(), words, note);
      } else {
        throw error("an indented line that belongs to nothing");
      }
    }

    private void endOfBlock() {
      enumeration.ifPresent(each -> require(!each.named().isEmpty(), each.name + " has no values"));
      struct.ifPresent(each -> require(!each.fields.isEmpty(), each.name + " has no fields"));
      enumeration = Optional.empty();
      struct = Optional.empty();
    }

    private void statement(List<String> words, String note) {
      switch (words.get(0)) {
        case "limit" -> limit(words, note);
        case "type" -> alias(words);
        case "enum", "flags" -> enumeration(words, note);
        case "lane" -> lane(words, note);
        case "reader" -> {
          count(words, 2);
          reader = named(words.get(1), VALUE_NAME);
        }
        case "header", "frame", "entry" -> {
          count(words, 2);
          require(
              words.get(0).equals("entry") || schema.all(words.get(0)).findAny().isEmpty(),
              "a second " + words.get(0));
          begin(words.get(0), 0, words.get(1), note, 0);
        }
        case "record" -> record(words, note);
        default -> throw error("'" + words.get(0) + "' begins no statement");
      }
    }

    private void limit(List<String> words, String note) {
      count(words, 3);
      constant(named(words.get(1), VALUE_NAME));
      schema.limits.add(new Limit(words.get(1), number(words.get(2), Integer.MAX_VALUE), note));
    }

    private void alias(List<String> words) {
      count(words, 3);
      Type base = type(words.get(2));
      String name = unique(named(words.get(1), TYPE_NAME));
      types.put(name, new Type(name, base.base, base.size, Optional.empty()));
    }

    private void enumeration(List<String> words, String note) {
      count(words, 3);
      Type base = type(words.get(2));
      require(base.base.startsWith("u"), words.get(2) + " is no unsigned number");
      String name = unique(named(words.get(1), VALUE_NAME));
      Enumeration made =
          new Enumeration(name, base, words.get(0).equals("flags"), note, new ArrayList<>());
      schema.enumerations.put(name, made);
      types.put(name, new Type(name, base.base, base.size, Optional.of(made)));
      enumeration = Optional.of(made);
    }

    private void value(Enumeration of, List<String> words, String note) {
      count(words, 2);
      String name = named(words.get(1), words.get(1).equals("reserved") ? FIELD_NAME : VALUE_NAME);
      boolean all = of.flags && words.get(0).equals("all");
      long number =
          all
              ? of.named().stream().mapToLong(Value::number).reduce(0, (a, b) -> a | b)
              : number(words.get(0), most(of.base));
      require(!of.flags || all || Long.bitCount(number) == 1, number + " is not one bit");
      require(
          of.values.stream().noneMatch(each -> each.number == number),
          "a second value " + number + " of " + of.name);
      if (!name.equals("reserved")) {
        constant(name);
      }
      of.values.add(new Value(number, name, note));
    }

    private void lane(List<String> words, String note) {
      count(words, 3);
      long number = number(words.get(1), 0xFFFF);
      require(
          schema.lanes.stream().noneMatch(lane -> lane.number == number),
          "a second lane " + number);
      constant(named(words.get(2), VALUE_NAME));
      schema.lanes.add(new Value(number, words.get(2), note));
    }

    private void record(List<String> words, String note) {
      count(words, 3);
      int number = (int) number(words.get(1), 0xFFFF);
      schema
          .all("record")
          .filter(each -> each.number == number)
          .findFirst()
          .ifPresent(
              each -> {
                throw error(number + " is already the number of " + each.name);
              });
      require(!schema.lanes.isEmpty(), "a record before the first lane");
      require(schema.all("frame").findAny().isPresent(), "a record before the frame");
      require(!reader.isEmpty(), "a record before the first reader");
      begin("record", number, words.get(2), note, schema.only("frame").size());
    }

    private void begin(String keyword, int number, String name, String note, int begin) {
      unique(named(name, VALUE_NAME));
      Optional<Value> lane =
          keyword.equals("record")
              ? Optional.of(schema.lanes.get(schema.lanes.size() - 1))
              : Optional.empty();
      Struct made =
          new Struct(
              keyword,
              line,
              number,
              lane,
              reader,
              name,
              note,
              begin,
              new ArrayList<>(),
              new ArrayList<>());
      schema.structs.put(name, made);
      struct = Optional.of(made);
    }

    private void member(Struct of, List<String> words, String note) {
      switch (words.get(0)) {
        case "list" -> {
          count(words, 3);
          Struct entry = schema.structs.get(words.get(1));
          boolean isEntry = entry != null && entry.keyword.equals("entry");
          int size = isEntry ? entry.size() : type(words.get(1)).size;
          tail(of, new Tail(TailKind.LIST, words.get(1), size, words.get(2), note));
        }
        case "string", "octets" -> {
          count(words, 2);
          TailKind kind = TailKind.valueOf(words.get(0).toUpperCase(Locale.ROOT));
          tail(of, new Tail(kind, words.get(0), 1, words.get(1), note));
        }
        default -> field(of, words, note);
      }
    }

    private void tail(Struct of, Tail tail) {
      require(of.isRecord(), "only a record has a " + tail.kind.name().toLowerCase(Locale.ROOT));
      uniqueIn(of, tail.name);
      of.tails.add(tail);
    }

    private void field(Struct of, List<String> words, String note) {
      Type type = type(words.get(0));
      require(words.size() >= 2, "a field without a name");
      uniqueIn(of, words.get(1));
      require(of.tails.isEmpty(), "a field behind a list, string or octets");
      String fixed = "";
      if (words.size() > 2) {
        require(words.size() > 3 && words.get(2).equals("="), "after the name only = and a value");
        fixed = fixed(type, words.subList(3, words.size()));
        constant(capital(words.get(1)));
      }
      of.fields.add(new Field(type, words.get(1), of.size(), fixed, note));
    }

    /**
     * Returns a field's only value: a number, the size of the struct, or bytes in hexadecimal
     * digits.
     */
    private String fixed(Type type, List<String> words) {
      if (type.isBytes()) {
        require(
            words.size() == type.size && words.stream().allMatch(w -> w.matches("[0-9A-F]{2}")),
            "not " + type.size + " bytes of two hexadecimal digits");
        require(type.size == Long.BYTES, "only 8 bytes can have a value");
        return String.join(" ", words);
      }
      require(words.size() == 1, "more than one value");
      if (!words.get(0).equals("size")) {
        number(words.get(0), most(type));
      }
      return words.get(0);
    }

    private Type type(String name) {
      Matcher bytes = BYTES.matcher(name);
      if (bytes.matches()) {
        return new Type(name, "bytes", Integer.parseInt(bytes.group(1)), Optional.empty());
      }
      Type type = types.get(name);
      require(type != null, "unknown type " + name);
      return type;
    }

    private long number(String word, long most) {
      try {
        long number = Long.decode(word);
        require(number >= 0 && number <= most, word + " is not within 0 and " + most);
        return number;
      } catch (NumberFormatException e) {
        throw error("'" + word + "' is no number");
      }
    }

    private static long most(Type type) {
      return type.size >= Long.BYTES ? Long.MAX_VALUE : (1L << 8 * type.size) - 1;
    }

    /** Replaces {@code {NAME}} in a note by the value. */
    private String note(String text) {
      return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(meant(place)));
    }

    private String meant(MatchResult place) {
      String name = place.group(1);
      Enumeration of = schema.enumerations.get(name);
      if (of != null) {
        return of.named().stream()
            .map(value -> value.number + " " + value.name)
            .collect(Collectors.joining(", "));
      }
      return schema.limits.stream()
          .filter(limit -> limit.name.equals(name))
          .map(limit -> inWords(limit.value))
          .findFirst()
          .orElseThrow(() -> error("{" + name + "} is neither a limit nor an enumeration"));
    }

    private static String inWords(long number) {
      boolean mebibytes = number >= 1 << 20 && number % (1 << 20) == 0;
      return mebibytes ? (number >> 20) + " MiB" : String.format(Locale.ROOT, "%,d", number);
    }

    private String named(String name, Pattern pattern) {
      require(pattern.matcher(name).matches(), "'" + name + "' is no name here");
      return name;
    }

    private String unique(String name) {
      require(!types.containsKey(name) && names.add(name), "a second " + name);
      return name;
    }

    private void uniqueIn(Struct of, String name) {
      named(name, FIELD_NAME);
      boolean known =
          Stream.concat(of.fields.stream().map(Field::name), of.tails.stream().map(Tail::name))
              .anyMatch(name::equals);
      require(!known, "a second " + name + " in " + of.name);
    }

    /** The agent's constants share one namespace. */
    private void constant(String name) {
      require(constants.add(name), "a second constant " + name);
    }

    private void count(List<String> words, int count) {
      require(words.size() == count, "not the " + count + " words of such a line");
    }

    private void require(boolean holds, String otherwise) {
      if (!holds) {
        throw error(otherwise);
      }
    }

    private Failure error(String reason) {
      return new Failure(file, line, reason);
    }
  }

  private static String capital(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  // Writes the agent's header.

  private static final class CppWriter {
    private static final Map<String, String> TYPES =
        Map.of(
            "u8",
            "uint8_t",
            "u16",
            "uint16_t",
            "u32",
            "uint32_t",
            "u64",
            "uint64_t",
            "i32",
            "int32_t",
            "guid",
            "uint8_t",
            "bytes",
            "uint8_t");

    private final Schema schema;
    private final StringBuilder text = new StringBuilder();

    CppWriter(Schema schema) {
      this.schema = schema;
    }

    void write(Path file) throws IOException {
      line("// SPDX-License-Identifier: Apache-2.0");
      line("//");
      line(
          "// The bytes of a trace: the fixed part of every record. Made from trace.schema by"
              + " TraceSchema.java.");
      line("//");
      line(
          "// Behind the fixed part may stand a list (u32 count, then as many elements), a string"
              + " (u32 count of bytes, then");
      line(
          "// UTF-16LE), or octets (u32 count, then as many bytes); which of them, each struct says"
              + " at its end.");
      line("");
      line("#pragma once");
      line("");
      line("#include <stddef.h>");
      line("#include <stdint.h>");
      line("");
      line("#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__");
      line("#error \"a trace is little-endian\"");
      line("#endif");
      line("");
      line("namespace tiptoe::layout {");
      line("");
      schema.limits.forEach(
          limit ->
              line(
                  "constexpr size_t k"
                      + limit.name
                      + " = "
                      + limit.value
                      + ";"
                      + comment(limit.note)));
      schema.structs.values().forEach(this::fixedValues);
      line("");
      String laneType = cpp(laneField().type);
      line("enum Lane : " + laneType + " {");
      schema.lanes.forEach(this::value);
      line("};");
      schema.enumerations.values().forEach(this::enumeration);
      line("");
      line("#pragma pack(push, 1)");
      schema.structs.values().forEach(this::struct);
      line("");
      line("#pragma pack(pop)");
      line("");
      line("#define TIPTOE_AT(offset, record, field) \\");
      line(
          "  static_assert(offsetof(record, field) == offset, #record \".\" #field \" is not where"
              + " the schema has it\")");
      line("#define TIPTOE_SIZE(size, record) \\");
      line(
          "  static_assert(sizeof(record) == size, #record \" has another size than in the"
              + " schema\")");
      line("");
      schema.structs.values().forEach(this::asserts);
      line("#undef TIPTOE_AT");
      line("#undef TIPTOE_SIZE");
      line("");
      line("}  // namespace tiptoe::layout");
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    }

    private Field laneField() {
      return schema.only("frame").fields.stream()
          .filter(field -> field.name.equals("lane"))
          .findFirst()
          .orElseThrow();
    }

    private void fixedValues(Struct struct) {
      for (Field field : struct.fields) {
        String name = "k" + capital(field.name);
        if (field.fixed.isEmpty()) {
          continue;
        }
        if (field.type.isBytes()) {
          String bytes = "0x" + field.fixed.replace(" ", ", 0x");
          line("constexpr uint8_t " + name + "[" + field.type.size + "] = {" + bytes + "};");
        } else {
          String value = field.fixed.equals("size") ? "" + struct.size() : field.fixed;
          line(
              "constexpr "
                  + cpp(field.type)
                  + " "
                  + name
                  + " = "
                  + value
                  + ";"
                  + comment(field.note));
        }
      }
    }

    private void enumeration(Enumeration of) {
      line("");
      if (!of.note.isEmpty()) {
        line("// " + of.note);
      }
      line("enum " + of.name + " : " + cpp(of.base) + " {");
      of.values.forEach(this::value);
      line("};");
    }

    private void value(Value value) {
      line(
          value.isReserved()
              ? "  // " + value.number + " is reserved " + value.note
              : "  k" + value.name + " = " + value.number + "," + comment(value.note));
    }

    private void struct(Struct struct) {
      line("");
      line("// " + struct.note);
      line("struct " + struct.name + " {");
      if (struct.isRecord()) {
        line("  static constexpr uint16_t kType = " + struct.number + ";");
        line("  " + schema.only("frame").name + " header;");
      }
      for (Field field : struct.fields) {
        String size = field.type.isBytes() ? "[" + field.type.size + "]" : "";
        line("  " + cpp(field.type) + " " + field.name + size + ";" + comment(field.note));
      }
      for (Tail tail : struct.tails) {
        String element =
            tail.kind == TailKind.LIST ? "list of " + tail.elementName : tail.elementName;
        line(
            "  // \u2026 "
                + element
                + ": "
                + tail.name
                + (tail.note.isEmpty() ? "" : ", " + tail.note));
      }
      line("};");
    }

    private void asserts(Struct struct) {
      struct.fields.forEach(
          field ->
              line("TIPTOE_AT(" + field.offset + ", " + struct.name + ", " + field.name + ");"));
      line("TIPTOE_SIZE(" + struct.size() + ", " + struct.name + ");");
      line("");
    }

    private static String cpp(Type type) {
      return TYPES.get(type.base);
    }

    private static String comment(String note) {
      return note.isEmpty() ? "" : "  // " + note;
    }

    private void line(String line) {
      text.append(line).append('\n');
    }
  }

  // Writes the reader's classes.

  private static final class JavaWriter {

    private static final String RECORD_TYPE_MEMBERS =
        """

          private final int code;
          private final Lane lane;

          // Immutable, though its type does not show it: always a reference to a static method.
          @SuppressWarnings("ImmutableEnumChecker")
          private final Function<RecordView, Optional<DecodedRecord>> decoder;

          RecordType(
              int code, Lane lane, Function<RecordView, Optional<DecodedRecord>> decoder) {
            this.code = code;
            this.lane = lane;
            this.decoder = decoder;
          }

          /** Returns the number in the trace. */
          public int code() {
            return code;
          }

          Lane lane() {
            return lane;
          }

          /** Decodes a record; empty when it has a value of a newer writer. */
          Optional<DecodedRecord> decode(RecordView record) {
            return decoder.apply(record);
          }

          /** Returns the type with this number, in its lane; empty for one of a newer writer. */
          static Optional<RecordType> of(int code, Lane lane) {
            Optional<RecordType> type =
                code <= RecordLayout.HIGHEST_TYPE ? BY_CODE.get(code) : Optional.empty();
            return type.isPresent() && type.get().lane == lane ? type : Optional.empty();
          }

          /** The type for each code, or none. */
          private static final List<Optional<RecordType>> BY_CODE =
              IntStream.rangeClosed(0, RecordLayout.HIGHEST_TYPE)
                  .mapToObj(
                      code -> Arrays.stream(values()).filter(type -> type.code == code).findFirst())
                  .toList();

          /** The sequences of records in one trace, in the order of their numbers. */
          enum Lane {\
        """;

    private static final String LANE_MEMBERS =
        """

            private final int number;

            Lane(int number) {
              this.number = number;
            }

            /** Returns the number in a record's header. */
            int number() {
              return number;
            }\
        """;

    private final Schema schema;
    private StringBuilder text = new StringBuilder();

    JavaWriter(Schema schema) {
      this.schema = schema;
    }

    void write(Path folder) throws IOException {
      Path packageFolder = Files.createDirectories(folder.resolve("dev/tiptoe/trace"));
      write(
          packageFolder,
          "RecordLayout",
          "The bytes of the records; offsets count from a record's beginning.",
          this::records);
      write(packageFolder, "FileHeaderLayout", "The bytes of a trace's header.", this::fileHeader);
      write(
          packageFolder,
          "RecordValues",
          "The numbers in fields that have a closed set of them.",
          this::values);
      text = new StringBuilder();
      recordTypes();
      writeWhereItDiffers(packageFolder.resolve("RecordType.java"), text.toString());
    }

    private void write(Path folder, String name, String what, Runnable body) throws IOException {
      text = new StringBuilder();
      line("// SPDX-License-Identifier: Apache-2.0");
      line("package dev.tiptoe.trace;");
      line("");
      line("/** " + what + " Made from {@code trace.schema} by {@code TraceSchema.java}. */");
      line("final class " + name + " {");
      body.run();
      line("");
      line("  private " + name + "() {}");
      line("}");
      writeWhereItDiffers(folder.resolve(name + ".java"), text.toString());
    }

    private void records() {
      schema.limits.forEach(limit -> constant("  ", limit.name, limit.value, limit.note));
      List<Struct> records = schema.all("record").toList();
      int highest = records.stream().mapToInt(Struct::number).max().orElseThrow();
      constant("  ", "HighestType", highest, "No record type has a greater number.");
      Struct frame = schema.only("frame");
      fields("  ", frame);
      constant("  ", "HeaderLength", frame.size(), "Where the fields of a record begin.");
      Stream.concat(records.stream(), schema.all("entry")).forEach(this::nested);
    }

    private void recordTypes() {
      line("// SPDX-License-Identifier: Apache-2.0");
      line("package dev.tiptoe.trace;");
      line("");
      line("import java.util.Arrays;");
      line("import java.util.List;");
      line("import java.util.Optional;");
      line("import java.util.function.Function;");
      line("import java.util.stream.IntStream;");
      line("");
      line("/** The types of records that this reader knows. Made from {@code trace.schema}. */");
      line("public enum RecordType {");
      schema.all("record").forEach(this::recordType);
      line("  ;");
      line(RECORD_TYPE_MEMBERS);
      schema.lanes.forEach(lane -> line("    " + upper(lane.name) + "(" + lane.number + "),"));
      line("    ;");
      line(LANE_MEMBERS);
      line("  }");
      line("}");
    }

    private void recordType(Struct of) {
      javadoc("  ", of.note);
      String method = of.name.substring(0, 1).toLowerCase(Locale.ROOT) + of.name.substring(1);
      String lane = "Lane." + upper(of.lane.orElseThrow().name);
      line(
          "  "
              + upper(of.name)
              + "("
              + of.number
              + ", "
              + lane
              + ", "
              + of.reader
              + "::"
              + method
              + "),");
    }

    private void nested(Struct struct) {
      line("");
      javadoc("  ", struct.note);
      line("  static final class " + struct.name + " {");
      if (struct.isRecord()) {
        constant("    ", "RecordType", struct.number, "");
      }
      fields("    ", struct);
      if (struct.isRecord()) {
        constant("    ", "FieldsEnd", struct.size(), "The offset behind the fields.");
      } else {
        constant("    ", "Length", struct.size(), "");
      }
      if (!struct.tails.isEmpty()) {
        Tail first = struct.tails.get(0);
        constant("    ", first.name, struct.size(), first.note);
      }
      line("");
      line("    private " + struct.name + "() {}");
      line("  }");
    }

    private void fileHeader() {
      Struct header = schema.only("header");
      fields("  ", header);
      constant("  ", "Length", header.size(), "");
    }

    private void fields(String indent, Struct struct) {
      for (Field field : struct.fields) {
        constant(indent, field.name, field.offset, field.note);
        if (!field.fixed.isEmpty()) {
          fixed(indent, struct, field);
        }
      }
    }

    private void fixed(String indent, Struct struct, Field field) {
      String name = upper(field.name) + "_VALUE";
      if (field.type.isBytes()) {
        List<String> bytes = Arrays.asList(field.fixed.split(" "));
        String reversed = "";
        for (String each : bytes) {
          reversed = each + reversed;
        }
        line(indent + "static final long " + name + " = 0x" + reversed + "L;");
      } else {
        String value = field.fixed.equals("size") ? "" + struct.size() : field.fixed;
        line(indent + "static final int " + name + " = " + value + ";");
      }
    }

    private void values() {
      valuesOf("Lane", "The sequences of records in one trace.", schema.lanes);
      schema.enumerations.values().forEach(of -> valuesOf(of.name, of.note, of.named()));
    }

    private void valuesOf(String name, String note, List<Value> values) {
      line("");
      javadoc("  ", note);
      line("  static final class " + name + " {");
      values.forEach(value -> constant("    ", value.name, value.number, value.note));
      line("");
      line("    private " + name + "() {}");
      line("  }");
    }

    private void constant(String indent, String name, long value, String note) {
      javadoc(indent, note);
      line(indent + "static final int " + upper(name) + " = " + value + ";");
    }

    private void javadoc(String indent, String note) {
      if (!note.isEmpty()) {
        String safe = note.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        line(indent + "/** " + safe.replaceAll("`([^`]*)`", "{@code $1}") + " */");
      }
    }

    private static String upper(String name) {
      return name.replaceAll("([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])", "$1$3_$2$4")
          .toUpperCase(Locale.ROOT);
    }

    private void line(String line) {
      text.append(line).append('\n');
    }
  }

  // Writes the tables of the page, each between two comments, and compares them.

  private static final class Page {
    private static final Pattern BEGIN = Pattern.compile("<!-- trace\\.schema: (\\S+) -->");
    private static final String END = "<!-- end -->";
    private static final String TYPES = "records";
    private static final int WIDTH = 130;

    private final Schema schema;
    private final Path file;
    private final List<String> lines;

    Page(Schema schema, Path file) throws IOException {
      this.schema = schema;
      this.file = file;
      this.lines = new ArrayList<>(Files.readAllLines(file));
    }

    void write() throws IOException {
      addSections();
      List<String> page = rewritten((line, name) -> {});
      writeWhereItDiffers(file, String.join("\n", page) + "\n");
    }

    /** Adds a section for each record that has none, behind that of the record before it. */
    private void addSections() {
      int before = -1;
      for (Struct record : schema.all("record").toList()) {
        String begin = "<!-- trace.schema: " + record.name + " -->";
        if (before >= 0 && !lines.contains(begin)) {
          int next = before + 1;
          while (next < lines.size() && !lines.get(next).startsWith("#")) {
            next++;
          }
          String heading = "### " + record.number + " `" + record.name + "`";
          lines.addAll(next, List.of(heading, "", record.note, "", begin, END, ""));
        }
        before = lines.indexOf(begin);
      }
    }

    void check() {
      rewritten(
          (line, name) -> {
            throw new Failure(
                file,
                line,
                "the table of "
                    + name
                    + " is not the one that trace.schema gives; TraceSchema's mode page writes it"
                    + " anew");
          });
    }

    private interface Difference {
      void at(int line, String name);
    }

    /** Returns the page with the schema's tables; reports each table that was different. */
    private List<String> rewritten(Difference difference) {
      List<String> page = new ArrayList<>();
      Set<String> missing =
          schema.all("record").map(Struct::name).collect(Collectors.toCollection(TreeSet::new));
      missing.addAll(List.of(schema.only("header").name, schema.only("frame").name, TYPES));
      String heading = "";
      for (int at = 0; at < lines.size(); at++) {
        String line = lines.get(at);
        page.add(line);
        heading = line.startsWith("#") ? line : heading;
        Matcher begin = BEGIN.matcher(line);
        if (begin.matches()) {
          String name = begin.group(1);
          if (!missing.remove(name)) {
            throw new Failure(
                file, at + 1, "a table of " + name + ", of which there is none, or a second one");
          }
          requireHeading(name, heading, at + 1);
          int end = endOfTable(name, at + 1);
          List<String> table = table(name);
          List<String> there = lines.subList(at + 1, end);
          if (!there.equals(table)) {
            difference.at(at + 2 + sameLines(there, table), name);
          }
          page.addAll(table);
          at = end - 1;
        }
      }
      if (!missing.isEmpty()) {
        throw new Failure(file, lines.size(), "no table of " + missing.iterator().next());
      }
      return page;
    }

    private int endOfTable(String name, int begin) {
      int end = lines.subList(begin, lines.size()).indexOf(END);
      if (end < 0) {
        throw new Failure(file, begin, "no " + END + " behind the table of " + name);
      }
      return begin + end;
    }

    /** Returns how many lines are equal before the first difference. */
    private static int sameLines(List<String> one, List<String> other) {
      int same = 0;
      while (same < Math.min(one.size(), other.size()) && one.get(same).equals(other.get(same))) {
        same++;
      }
      return same;
    }

    private void requireHeading(String name, String heading, int line) {
      Struct struct = schema.structs.get(name);
      if (struct != null && struct.isRecord()) {
        String expected = struct.number + " `" + name + "`";
        if (!heading.endsWith(" " + expected)) {
          throw new Failure(
              file, line, "the heading above the table does not end with " + expected);
        }
      }
    }

    private List<String> table(String name) {
      if (name.equals(TYPES)) {
        return types();
      }
      Struct struct = schema.structs.get(name);
      List<String[]> rows = new ArrayList<>();
      rows.add(new String[] {"offset", "size", "field", "type", "meaning"});
      struct.fields.forEach(field -> row(rows, "" + field.offset, struct, field));
      boolean first = true;
      for (Tail tail : struct.tails) {
        String offset = first ? "" + struct.size() : "\u2026";
        first = false;
        String size = "4+" + (tail.elementSize == 1 ? "" : tail.elementSize) + "n";
        boolean isList = tail.kind == TailKind.LIST;
        rows.add(
            new String[] {
              offset, size, tail.name, (isList ? "list of " : "") + tail.elementName, tail.note
            });
        Struct entry = isList ? schema.structs.get(tail.elementName) : null;
        if (entry != null) {
          entry.fields.forEach(field -> row(rows, "+" + field.offset, entry, field));
        }
      }
      List<String> table = new ArrayList<>(List.of("```"));
      table.addAll(aligned(rows));
      table.add("```");
      return table;
    }

    private static void row(List<String[]> rows, String offset, Struct of, Field field) {
      List<String> meanings = new ArrayList<>();
      String fixed = field.fixed.equals("size") ? "" + of.size() : field.fixed;
      String meaning = joined(fixed, "; ", field.note);
      if (!meaning.isEmpty() || field.type.values.isEmpty()) {
        meanings.add(meaning);
      }
      field.type.values.ifPresent(values -> meanings.addAll(meanings(values)));
      String size = "" + field.type.size;
      rows.add(new String[] {offset, size, field.name, field.type.name, meanings.get(0)});
      for (String each : meanings.subList(1, meanings.size())) {
        rows.add(new String[] {"", "", "", "", each});
      }
    }

    /** Returns the values of an enumeration; for flags, the single bits. */
    private static List<String> meanings(Enumeration of) {
      return of.named().stream()
          .filter(value -> !of.flags || Long.bitCount(value.number) == 1)
          .map(value -> joined(value.number + " " + value.name, ": ", value.note))
          .toList();
    }

    private static String joined(String first, String separator, String second) {
      return first + (first.isEmpty() || second.isEmpty() ? "" : separator) + second;
    }

    private List<String> types() {
      List<String> table = new ArrayList<>();
      table.add("| type | lane | record | what |");
      table.add("| --- | --- | --- | --- |");
      schema
          .all("record")
          .map(
              each ->
                  String.format(
                      "| %d | %d %s | `%s` | %s |",
                      each.number,
                      each.lane.orElseThrow().number,
                      each.lane.orElseThrow().name.toLowerCase(Locale.ROOT),
                      each.name,
                      each.note))
          .forEach(table::add);
      return table;
    }

    private static List<String> aligned(List<String[]> rows) {
      Function<Integer, Integer> width =
          column -> rows.stream().mapToInt(row -> row[column].length()).max().orElse(0);
      String format =
          "%"
              + width.apply(0)
              + "s %"
              + width.apply(1)
              + "s  %-"
              + width.apply(2)
              + "s  %-"
              + width.apply(3)
              + "s  ";
      List<String> lines = new ArrayList<>();
      for (String[] row : rows) {
        String begin = String.format(format, row[0], row[1], row[2], row[3]);
        for (String part : wrapped(row[4], WIDTH - begin.length())) {
          lines.add((begin + part).stripTrailing());
          begin = " ".repeat(begin.length());
        }
      }
      return lines;
    }

    private static List<String> wrapped(String text, int width) {
      List<String> parts = new ArrayList<>();
      String part = "";
      for (String word : text.split(" ")) {
        if (!part.isEmpty() && part.length() + 1 + word.length() > width) {
          parts.add(part);
          part = "  ";
        }
        part += part.isBlank() ? word : " " + word;
      }
      parts.add(part);
      return parts;
    }
  }

  private static void writeWhereItDiffers(Path file, String text) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }
}

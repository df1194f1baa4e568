// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Every command, given names and messages of what must not reach a terminal or a table: in its
 * arguments, in the files that it reads, from the agent that it asks. Paths are in {@link
 * UntrustedPathTest}, processes in {@link UntrustedProcessTest}.
 */
class UntrustedTextTest {

  private static final byte[] VOID =
      SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));

  /** The output for a text that needs no escape has the same lines and fields. */
  private static final String PLAIN = "plain";

  /** The command that hands its arguments on to another program. */
  private static final String HANDING_ON = "serve";

  @TempDir private Path folder = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void nameFile() {
    file = folder.resolve("a.dll");
  }

  /** Runs a command that meets the text. */
  private interface Feed {
    Outcome of(String text) throws IOException;
  }

  // ---- what the commands are

  /** All commands, by the words that call them. */
  static List<String> commands() {
    return leaves(tiptoe(), "").toList();
  }

  /** Returns what {@code tiptoe} knows of a command. */
  private static CommandLine.Model.CommandSpec spec(String command) {
    CommandLine line = tiptoe();
    for (String word : command.split(" ", -1)) {
      line = line.getSubcommands().getOrDefault(word, line);
    }
    return line.getCommandSpec();
  }

  /** Returns whether a command reads files that its arguments name. */
  static boolean readsFiles(String command) {
    return spec(command).positionalParameters().stream().anyMatch(UntrustedTextTest::isPath);
  }

  private static boolean isPath(CommandLine.Model.ArgSpec arg) {
    return !arg.isOption() && List.of("FILE", "PATH", "DIR").contains(arg.paramLabel());
  }

  private static CommandLine tiptoe() {
    Terminal nowhere =
        new Terminal(
            "tiptoe",
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    return Tiptoe.LAUNCHER.commandLine(nowhere, new String[0]);
  }

  private static Stream<String> leaves(CommandLine command, String words) {
    Map<String, CommandLine> below = command.getSubcommands();
    return below.isEmpty()
        ? Stream.of(words)
        : below.entrySet().stream()
            .flatMap(each -> leaves(each.getValue(), (words + " " + each.getKey()).strip()));
  }

  /** Arguments that a command takes, so that it gets to those that it does not. */
  private static Stream<String> required(String command) {
    return required(command, "0x02000001");
  }

  /** The same, with a path for the file that a command reads. */
  static Stream<String> required(String command, String path) {
    return spec(command).args().stream()
        // Options of which one excludes the others are all required, says picocli, in their group.
        .filter(arg -> arg.required() && arg.group() == null)
        .flatMap(
            arg -> {
              String value =
                  arg.type().equals(long.class)
                      ? "1"
                      : arg.type().equals(ProfileFormat.class)
                          ? "pprof"
                          : isPath(arg) ? path : "0x02000001";
              return arg instanceof CommandLine.Model.OptionSpec option
                  ? Stream.of(option.longestName(), value)
                  : Stream.of(value);
            });
  }

  /** Returns where a command meets text; for one without inputs of its own, in an argument. */
  private List<Feed> feeds(String command) {
    return feeds().getOrDefault(command, List.of(text -> run(command, text)));
  }

  /** For each command that meets text elsewhere than in an argument, where. */
  private Map<String, List<Feed>> feeds() {
    Map<String, List<Feed>> feeds = new LinkedHashMap<>();
    feeds.put("demo", List.of(text -> run("demo", "--for", text)));
    feeds.put("record", List.of(text -> run("record", "--sample-every", text)));
    feeds.put("status", both(agent("status"), status("status"), status("status", "--tsv")));
    feeds.put("sample", agent("sample"));
    feeds.put("heap", agent("heap"));
    feeds.put("flush", agent("flush"));
    feeds.put("detach", agent("detach"));
    feeds.put(
        "stacks",
        traces(
            "stacks FILE", "stacks FILE --lines --il", "stacks FILE --tsv", "stacks FILE --json"));
    feeds.put(
        "sql",
        List.of(
            text -> run("sql", selected(text)),
            text -> run("sql", "--tsv", selected(text)),
            text -> run("sql", "--json", selected(text)),
            text -> run("sql", "SELECT 1 FROM " + quoted(text, "\""))));
    // It hands its arguments on, and prints none of them.
    feeds.put(HANDING_ON, List.of());
    feeds.put("view", List.of(text -> run("view", text)));
    feeds.put(
        "index",
        List.of(text -> run("index", text, "--out", folder.resolve("indexes").toString())));
    feeds.put("export", List.of(text -> run("export", "a.tiptoe", "--to", text)));
    feeds.put("ids", traces("ids FILE", "ids FILE --tsv", "ids FILE --json"));
    feeds.put(
        "lookup",
        traces(
            "lookup FILE --module a --token 0x02000002",
            "lookup FILE --module a --token 0x02000002 --tsv",
            "lookup FILE --module a --token 0x02000002 --json",
            "lookup FILE --module TEXT --token 0x02000002",
            "lookup FILE --module no-TEXT --token 0x02000002"));
    feeds.put("fields", both(traces("fields FILE 0x400", "fields FILE 0x400 --tsv"), this::live));
    feeds.put("symbolize", List.of(this::symbolized, text -> run("symbolize", "--from", text)));
    feeds.put(
        "names",
        images(
            "names FILE",
            "names FILE --tsv",
            "names FILE --json",
            "names FILE --tokens 0x02000002,0x06000001"));
    feeds.put("refs", images("refs FOLDER", "refs FOLDER --tsv", "refs FOLDER --members"));
    feeds.put(
        "dump",
        images(
            "dump FILE",
            "dump FILE --table TypeDef,TypeRef,Assembly",
            "dump FILE --json",
            "dump FILE --json --table TypeDef,MethodDef,Field,AssemblyRef",
            "dump FILE --table no-TEXT",
            "dump BUNDLE",
            "dump BUNDLE --json"));
    return feeds;
  }

  /** An argument is tried with every command; what is in a file depends on the command. */
  @Test
  void commands_thatReadFiles_haveInputsOfTheirOwn() {
    Set<String> reading = new TreeSet<>(commands());
    reading.removeIf(command -> !readsFiles(command));
    reading.removeAll(feeds().keySet());
    assertEquals(Set.of(), reading);
  }

  // ---- what they must do

  static Stream<String> commandsWithArguments() {
    return commands().stream().filter(command -> !command.equals(HANDING_ON));
  }

  @Test
  void arguments_thatAreHandedOn_arePrintedNowhere() {
    Outcome outcome = run(HANDING_ON, "--" + UntrustedText.IN_UTF_16, UntrustedText.IN_UTF_16);
    assertEquals(run(HANDING_ON), outcome);
    UntrustedText.assertAbsent("tiptoe", outcome, false);
  }

  @ParameterizedTest
  @MethodSource("commandsWithArguments")
  void command_withAnArgumentThatIsWrong_escapesIt(String command) {
    String wrong = "--" + UntrustedText.IN_UTF_16;
    Outcome outcome =
        run(
            Stream.concat(words(command), Stream.concat(required(command), Stream.of(wrong)))
                .toArray(String[]::new));
    UntrustedText.assertAbsent("tiptoe", outcome, false);
    assertEquals("", outcome.out());
    assertEquals(1, outcome.err().lines().count(), outcome::err);
    assertTrue(
        outcome.err().contains("'--" + UntrustedText.escaped(UntrustedText.IN_UTF_16) + "'"),
        outcome::err);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_thatMeetsSuchText_escapesIt(String command) throws IOException {
    for (Feed feed : feeds(command)) {
      Outcome plain = feed.of(PLAIN);
      Outcome outcome = feed.of(UntrustedText.ALL);
      UntrustedText.assertAbsent("tiptoe", outcome, outcome.out().contains("\t"));
      assertEquals(plain.out().contains("\t"), outcome.out().contains("\t"), outcome::out);
      assertEquals(plain.status(), outcome.status(), outcome::toString);
      assertEquals(fields(plain.out()), fields(outcome.out()), outcome::out);
      assertEquals(plain.err().lines().count(), outcome.err().lines().count(), outcome::err);
      assertEquals(
          count(plain, PLAIN),
          count(outcome, UntrustedText.escaped(UntrustedText.ALL)),
          outcome::toString);
    }
  }

  /** Returns the number of lines with that text, at least one. */
  private static long count(Outcome outcome, String text) {
    // JSON has names of its own for two of them.
    String all =
        (outcome.out() + outcome.err()).replace("\\b", "\\u0008").replace("\\f", "\\u000c");
    long lines = all.lines().filter(one -> one.contains(text)).count();
    assertTrue(lines > 0, () -> text + " is not in " + outcome);
    return lines;
  }

  private static List<Integer> fields(String out) {
    return out.lines().map(line -> line.split("\t", -1).length).toList();
  }

  @Test
  void json_ofSuchText_hasTheSameValues() throws IOException {
    Files.write(file, image(UntrustedText.ALL));
    String json = run("dump", file.toString(), "--json", "--table", "TypeDef").expect(0).out();
    assertEquals(
        UntrustedText.ALL,
        JsonParser.parseString(json)
            .getAsJsonObject()
            .getAsJsonArray("TypeDef")
            .get(1)
            .getAsJsonObject()
            .get("TypeName")
            .getAsString());
    try (StandInAgent agent = StandInAgent.called(UntrustedText.ALL)) {
      Outcome status = run("status", agent.pid(), "--json").expect(0);
      UntrustedText.assertAbsent("tiptoe", status, false);
      assertEquals(
          UntrustedText.ALL,
          JsonParser.parseString(status.out())
              .getAsJsonObject()
              .getAsJsonObject("agent")
              .get("trace")
              .getAsString());
    }
  }

  @Test
  void lines_ofStandardInput_areEscaped() {
    String wrong = UntrustedText.ALL.replace("\n", "").replace("\r", "").replace("\t", "");
    Outcome outcome =
        TiptoeRun.fed(wrong + "\n" + wrong + "\t0x06000001\n", "names", "-").expect(3);
    UntrustedText.assertAbsent("tiptoe", outcome, true);
    assertEquals(List.of(4, 4), fields(outcome.out()));
    assertTrue(outcome.err().contains(UntrustedText.escaped(wrong)), outcome::err);
  }

  /** Paths that are too long for their file are used by name, beside the version in the root. */
  @Test
  void streams_ofMetadata_areEscaped() throws IOException {
    for (int codePoint : UntrustedText.CODE_POINTS) {
      String text = Character.toString(codePoint);
      byte[] image = withVersionAndStream(text);
      Outcome outcome = run("dump", Files.write(file, image).toString()).expect(3);
      UntrustedText.assertAbsent("tiptoe", outcome, false);
      String escaped = UntrustedText.escaped(text);
      assertTrue(outcome.out().contains("  v" + escaped + "."), outcome::out);
      assertTrue(outcome.err().contains(": #" + escaped + "."), outcome::err);
      assertTrue(outcome.err().endsWith(". reaches behind the end of the metadata\n"));
    }
  }

  /** The builder's ASCII text is overwritten with as many bytes. */
  private static byte[] withVersionAndStream(String text) {
    ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0").streamAfter("#stream", (byte) 1);
    byte[] image = builder.build().bytes();
    int name = indexOf("#stream", image);
    return ByteBuffer.wrap(image)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(indexOf("v4.0.30319", image), padded("v" + text, 10))
        .put(name, padded("#" + text, 7))
        .putInt(name - Integer.BYTES, Integer.MAX_VALUE)
        .array();
  }

  private static byte[] padded(String text, int length) {
    String padding = ".".repeat(length - text.getBytes(StandardCharsets.UTF_8).length);
    return (text + padding).getBytes(StandardCharsets.UTF_8);
  }

  private static int indexOf(String ascii, byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(ascii);
  }

  // ---- where the text comes from

  private static Outcome run(String... arguments) {
    return TiptoeRun.tiptoe(arguments);
  }

  private static Stream<String> words(String command) {
    return Arrays.stream(command.split(" ", -1));
  }

  /** The text is in the refusal of the agent in a process. */
  private static List<Feed> agent(String... words) {
    return List.of(
        text -> {
          try (StandInAgent agent = StandInAgent.refusing(text)) {
            return run(withProcess(agent, words));
          }
        },
        text -> run(words[0], text));
  }

  /** The text is in the status of the agent in a process. */
  private static Feed status(String... words) {
    return text -> {
      try (StandInAgent agent = StandInAgent.called(text)) {
        return run(withProcess(agent, words));
      }
    };
  }

  private static String[] withProcess(StandInAgent agent, String... words) {
    return Stream.concat(Arrays.stream(words), Stream.of(agent.pid())).toArray(String[]::new);
  }

  /** A query whose result is the text. */
  private static String selected(String text) {
    return "SELECT " + quoted(text, "'") + " AS it";
  }

  private static String quoted(String text, String quote) {
    return quote + text.replace(quote, quote + quote) + quote;
  }

  /** The text is in the metadata of a module that a list names; the list itself passes as it is. */
  private Outcome symbolized(String text) throws IOException {
    Files.write(file, image(text));
    Path list = file.resolveSibling("list");
    Files.writeString(list, file.getFileName() + "\t0x06000001\t0\n");
    return run("symbolize", "--symbols", file.toString(), list.toString());
  }

  /** The text is in a trace, or in the metadata of one of its modules. */
  private List<Feed> traces(String... lines) {
    return feeds(
        lines,
        text -> {
          Files.write(file, image(text));
          return Files.write(folder.resolve("a.tiptoe"), TraceOf.text(text, file));
        });
  }

  /** The text is in the agent's answer about the layout of a type. */
  private Outcome live(String text) throws IOException {
    Files.write(file, image(PLAIN));
    Path trace = Files.write(folder.resolve("a.tiptoe"), TraceOf.text(PLAIN, file));
    try (StandInAgent agent = StandInAgent.refusing(text)) {
      return run(withProcess(agent, "fields", trace.toString(), TraceOf.TYPE, "--live"));
    }
  }

  private static List<Feed> both(List<Feed> some, Feed... others) {
    return Stream.concat(some.stream(), Arrays.stream(others)).toList();
  }

  /** The text is in metadata, or in the manifest of a bundle. */
  private List<Feed> images(String... lines) {
    return feeds(
        lines,
        text -> {
          BundleBuilder bundle =
              new BundleBuilder(6, (byte) 0x7f, (byte) 'E', (byte) 'L', (byte) 'F');
          bundle.member(text, BundleBuilder.ASSEMBLY, image(text));
          Files.write(folder.resolve("bundle"), bundle.build());
          return Files.write(file, image(text));
        });
  }

  /** Makes a file that has a text in it. */
  private interface Making {
    Path of(String text) throws IOException;
  }

  private List<Feed> feeds(String[] lines, Making making) {
    return Arrays.stream(lines)
        .<Feed>map(
            line ->
                text -> {
                  Path made = making.of(text);
                  return run(
                      words(line)
                          .map(word -> word.replace("FILE", made.toString()))
                          .map(word -> word.replace("FOLDER", folder.toString()))
                          .map(word -> word.replace("BUNDLE", folder.resolve("bundle").toString()))
                          .map(word -> word.replace("TEXT", text))
                          .toArray(String[]::new));
                })
        .toList();
  }

  private static byte[] image(String text) {
    ImageBuilder image = ImageBuilder.assembly(text, "1.0.0.0");
    int type = image.typeDef(text, text);
    image.field(text, SignatureBlobs.field(SignatureBlobs.classType(type)));
    image.method(text, VOID);
    image.nested(type, text);
    int reference = image.typeRef(image.assemblyRef("no-" + text, "1.0.0.0"), text, text);
    image.memberRef(reference, text, VOID);
    image.moduleRef(text);
    image.userString(text);
    return image.build().bytes();
  }
}

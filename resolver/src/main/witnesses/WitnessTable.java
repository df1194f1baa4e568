// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Generates everything that states on which runtimes something was witnessed from {@code
 * witnesses.table}.
 *
 * <pre>
 *   java WitnessTable.java java  TABLE FOLDER   writes the resolver's class below a source folder
 *   java WitnessTable.java cpp   TABLE FILE     writes the agent's header
 *   java WitnessTable.java page  TABLE FILE     rewrites the table of the page
 *   java WitnessTable.java check TABLE FILE     fails when the page has another table
 * </pre>
 *
 * <p>An error is one line on stderr, with file, line and reason. The program has no dependencies
 * and is run from its source, so that the agent builds wherever there is a JDK 17.
 */
public final class WitnessTable {

  private static final String RULE = "rule";
  private static final String AGENT = "agent";

  private WitnessTable() {}

  /** Runs {@link #run} and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(run(args, System.err));
  }

  /** Does what the arguments request. Returns 0, or 1 after an error, or 2 for wrong arguments. */
  public static int run(String[] args, PrintStream err) {
    if (args.length != 3 || !Set.of("java", "cpp", "page", "check").contains(args[0])) {
      err.println("usage: java WitnessTable.java java|cpp|page|check TABLE TARGET");
      return 2;
    }
    Path target = Path.of(args[2]);
    try {
      Table table = new Parser(Path.of(args[1])).parse();
      switch (args[0]) {
        case "java" -> writeJava(table, target);
        case "cpp" -> write(target, cpp(table));
        case "page" -> new Page(target).write(markdown(table));
        default -> new Page(target).check(markdown(table));
      }
      return 0;
    } catch (Failure e) {
      err.println(e.getMessage());
    } catch (IOException e) {
      err.println("WitnessTable: " + e);
    }
    return 1;
  }

  /** An error of the table or the page; its message is the line to print. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(Path file, int line, String reason) {
      super(file + ":" + line + ": " + reason);
    }
  }

  private record Runtime(String family, int major, int minor, int build) {

    String name() {
      return family + " " + major + "." + minor + "." + build;
    }
  }

  private record Subject(String kind, String name) {}

  /** What was compared, by subject and runtime; both in the order of the file. */
  private record Table(List<Runtime> runtimes, Map<Subject, Map<Runtime, String>> rows) {

    List<Subject> subjects(String kind) {
      return rows.keySet().stream().filter(subject -> subject.kind.equals(kind)).toList();
    }

    Stream<Runtime> witnesses(Subject subject) {
      return runtimes.stream().filter(rows.getOrDefault(subject, Map.of())::containsKey);
    }
  }

  // Reads a table.

  private static final class Parser {

    private static final Pattern RUNTIME =
        Pattern.compile(
            "runtime (\\.NET(?: Core| Framework)?) (\\d{1,5})\\.(\\d{1,5})\\.(\\d{1,5})");
    private static final Pattern ROW =
        Pattern.compile("\\s+(rule|agent|observation) ([^|]*[^|\\s])\\s*\\| ([^|]+)");
    private static final Pattern CLASS = Pattern.compile("[A-Z][A-Za-z0-9]*");

    private final Path file;
    private final Table table = new Table(new ArrayList<>(), new LinkedHashMap<>());
    private int line;

    Parser(Path file) {
      this.file = file;
    }

    Table parse() throws IOException {
      for (String text : Files.readAllLines(file)) {
        line++;
        if (!text.isBlank() && !text.startsWith("#")) {
          parse(text.stripTrailing());
        }
      }
      require(!table.rows.isEmpty(), "there is no witness");
      return table;
    }

    private void parse(String text) {
      Matcher runtime = RUNTIME.matcher(text);
      Matcher row = ROW.matcher(text);
      if (runtime.matches()) {
        runtime(runtime);
      } else {
        require(row.matches(), "neither 'runtime NAME' nor 'KIND NAME | what was compared'");
        row(new Subject(row.group(1), row.group(2)), row.group(3));
      }
    }

    private void runtime(Matcher found) {
      Function<Integer, Integer> number = group -> Integer.valueOf(found.group(group));
      Runtime runtime =
          new Runtime(found.group(1), number.apply(2), number.apply(3), number.apply(4));
      boolean isCore = runtime.family.equals(".NET Core");
      require(
          runtime.family.equals(".NET Framework") || runtime.major < 5 == isCore,
          "no runtime is called " + runtime.name());
      require(!table.runtimes.contains(runtime), "a second block of " + runtime.name());
      table.runtimes.add(runtime);
    }

    private void row(Subject subject, String compared) {
      require(!table.runtimes.isEmpty(), "a witness before the first runtime");
      Runtime runtime = table.runtimes.get(table.runtimes.size() - 1);
      require(
          subject.kind.equals("observation") || CLASS.matcher(subject.name).matches(),
          "'" + subject.name + "' is the name of no class");
      require(
          !subject.kind.equals(AGENT) || runtime.family.equals(".NET"),
          runtime.family + " reports another version to the agent");
      Map<Runtime, String> cells =
          table.rows.computeIfAbsent(subject, key -> new LinkedHashMap<>());
      require(
          cells.put(runtime, compared) == null,
          "a second line of " + subject.name + " for " + runtime.name());
    }

    private void require(boolean condition, String reason) {
      if (!condition) {
        throw new Failure(file, line, reason);
      }
    }
  }

  // Writes what is made of it.

  private static void writeJava(Table table, Path sources) throws IOException {
    String entries =
        table.subjects(RULE).stream()
            .map(rule -> "          Map.entry(" + rule.name + ".class, " + names(table, rule) + ")")
            .collect(Collectors.joining(",\n"));
    String text =
        """
        // SPDX-License-Identifier: Apache-2.0
        package dev.tiptoe.resolver.loadedness;

        import java.util.List;
        import java.util.Map;

        /** Made from {@code witnesses.table} by {@code WitnessTable.java}. */
        final class Witnesses {

          /** The runtimes on which each rule was witnessed. */
          static final Map<Class<? extends Rule>, List<String>> RUNTIMES =
              Map.ofEntries(
        %s);

          private Witnesses() {}
        }
        """;
    write(
        sources.resolve("dev/tiptoe/resolver/loadedness/Witnesses.java"), text.formatted(entries));
  }

  private static String names(Table table, Subject rule) {
    return table
        .witnesses(rule)
        .map(runtime -> '"' + runtime.name() + '"')
        .collect(Collectors.joining(", ", "List.of(", ")"));
  }

  private static String cpp(Table table) {
    String parts =
        table.subjects(AGENT).stream()
            .map(
                part -> "constexpr Release k" + part.name + "[] = " + releases(table, part) + ";\n")
            .collect(Collectors.joining());
    return """
        // SPDX-License-Identifier: Apache-2.0
        //
        // The releases of CoreCLR on which parts of the agent were witnessed. Made from witnesses.table by WitnessTable.java.

        #pragma once

        #include <stdint.h>

        namespace tiptoe::witnesses {

        struct Release {
          uint16_t major;
          uint16_t minor;
        };

        %s
        }  // namespace tiptoe::witnesses
        """
        .formatted(parts);
  }

  private static String releases(Table table, Subject part) {
    return table
        .witnesses(part)
        .map(runtime -> "{" + runtime.major + ", " + runtime.minor + "}")
        .distinct()
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static List<String> markdown(Table table) {
    List<String> lines = new ArrayList<>();
    lines.add(row("what", table.runtimes.stream().map(Runtime::name)));
    lines.add(row("---", table.runtimes.stream().map(runtime -> "---")));
    table.rows.forEach(
        (subject, cells) ->
            lines.add(
                row(
                    title(subject),
                    table.runtimes.stream()
                        .map(runtime -> cells.getOrDefault(runtime, "\u2013")))));
    return lines;
  }

  private static String title(Subject subject) {
    return switch (subject.kind) {
      case RULE -> "`" + subject.name + "`";
      case AGENT -> "the agent's " + subject.name.toLowerCase(Locale.ROOT);
      default -> subject.name;
    };
  }

  private static String row(String title, Stream<String> cells) {
    return cells.collect(Collectors.joining(" | ", "| " + title + " | ", " |"));
  }

  /** The page, which has the table between two comments. */
  private static final class Page {
    private static final String BEGIN = "<!-- witnesses.table -->";
    private static final String END = "<!-- end -->";

    private final Path file;
    private final List<String> lines;
    private final int begin;
    private final int end;

    Page(Path file) throws IOException {
      this.file = file;
      lines = Files.readAllLines(file);
      begin = lines.indexOf(BEGIN) + 1;
      end = begin + lines.subList(begin, lines.size()).indexOf(END);
      if (begin == 0 || end < begin) {
        throw new Failure(file, lines.size(), "no " + BEGIN + " with an " + END + " behind it");
      }
    }

    void write(List<String> table) throws IOException {
      List<String> page = new ArrayList<>(lines.subList(0, begin));
      page.addAll(table);
      page.addAll(lines.subList(end, lines.size()));
      WitnessTable.write(file, String.join("\n", page) + "\n");
    }

    void check(List<String> table) {
      if (!lines.subList(begin, end).equals(table)) {
        throw new Failure(
            file,
            begin,
            "the table is not that of witnesses.table; WitnessTable's mode page writes it anew");
      }
    }
  }

  private static void write(Path file, String text) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    }
  }
}

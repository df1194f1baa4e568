// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Prints where the time of a build went: a table of modules and kinds of tests, the slowest
 * classes, the tests that failed, and those that passed only at their second try. Reads what the
 * build left in the modules' target folders: Surefire's and CTest's reports, and the empty files
 * that mark when a module reached a phase.
 *
 * <p>Usage: {@code java BuildReport.java HOME}. The exit code is 1 when a test failed (in a build
 * that went on nevertheless), when more than {@value #MOST_FLAKES} test was a flake, or when the
 * JVM of a unit test class computed for more than {@value #UNIT_BUDGET} s, or the class took
 * {@value #MOST_WAITING} s, in a build without the kinds of tests that are chosen by a profile.
 * Beside those, classes that are slower are only listed.
 */
final class BuildReport {

  /** How many seconds of a processor's time a class of unit tests may take. */
  private static final int UNIT_BUDGET = 5;

  /** How many seconds may pass meanwhile, on a busy machine. */
  private static final int MOST_WAITING = 15;

  private static final int MOST_FLAKES = 1;

  /** What a report has below a test that failed, and below one that failed and then passed. */
  private static final List<String> FAILURES = List.of("failure", "error");

  private static final List<String> FLAKES = List.of("flakyFailure", "flakyError");
  private static final int SLOWEST = 10;
  private static final String MARKS = "target/build-marks";
  private static final double MILLIS = 1000;

  /** The kinds of tests: the folders below a module's {@code src}, and the agent's C++ tests. */
  private enum Kind {
    UNIT("test"),
    CORPUS("corpus"),
    SMOKE("smoke"),
    CLR("clr"),
    JVM("jvm"),
    JDK25("-"),
    WITNESS("witness"),
    CTEST("-");

    private final String folder;

    Kind(String folder) {
      this.folder = folder;
    }
  }

  /** The kinds that a profile chooses. */
  private static final Set<Kind> BESIDE = Set.of(Kind.CLR, Kind.JVM, Kind.JDK25, Kind.WITNESS);

  /** A test class, or a C++ test program; and how long it computed, 0 when that is not known. */
  private record Ran(
      String module,
      Kind kind,
      String name,
      int tests,
      double seconds,
      double computed,
      List<String> failed,
      List<String> flakes) {}

  /** A module's folder, and how long its phases took; 0 for what it did not do. */
  private record Module(Path folder, String name, double main, double tests, double all) {}

  private final Path home;
  private final List<Module> modules;
  private final List<Ran> ran = new ArrayList<>();

  private BuildReport(Path home) throws IOException {
    this.home = home;
    try (Stream<Path> files = Files.walk(home, 6)) {
      modules =
          files
              .filter(file -> file.endsWith(MARKS))
              .map(this::module)
              .sorted(Comparator.comparing(Module::name))
              .toList();
    }
    for (Module module : modules) {
      read(module, "target/surefire-reports");
      read(module, "target/surefire-reports-jdk25");
      readCTests(module);
    }
  }

  /** Prints the report of the build in a checkout. */
  public static void main(String[] arguments) throws IOException {
    BuildReport report = new BuildReport(Path.of(arguments[0]));
    boolean isFine = report.print();
    System.exit(isFine ? 0 : 1);
  }

  private Module module(Path marks) {
    Path folder = marks.getParent().getParent();
    String name = folder.equals(home) ? "(whole)" : home.relativize(folder).toString();
    return new Module(
        folder,
        name,
        seconds(marks, "begun", "compiled"),
        seconds(marks, "compiled", "tests-compiled"),
        seconds(marks, "begun", "done"));
  }

  private static double seconds(Path marks, String from, String to) {
    return time(marks.resolve(to))
        .flatMap(end -> time(marks.resolve(from)).map(start -> (end - start) / MILLIS))
        .orElse(0.0);
  }

  private static Optional<Long> time(Path file) {
    try {
      return Files.exists(file)
          ? Optional.of(Files.getLastModifiedTime(file).toMillis())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(Module module, String folder) throws IOException {
    Path reports = module.folder().resolve(folder);
    if (Files.isDirectory(reports)) {
      Map<String, Double> computed = processorTimes(module);
      try (Stream<Path> files = Files.list(reports)) {
        for (Path file : files.filter(each -> isReport(module, each)).toList()) {
          Element suite = xml(file);
          String name = suite.getAttribute("name");
          Kind kind = folder.endsWith("jdk25") ? Kind.JDK25 : kind(module, name);
          ran.add(
              new Ran(
                  module.name(),
                  kind,
                  name,
                  count(suite, "tests"),
                  time(suite),
                  computed.getOrDefault(name, 0.0),
                  testsWith(suite, FAILURES),
                  testsWith(suite, FLAKES)));
        }
      }
    }
  }

  /** What the tests' JVMs have written down about their classes, by {@code ProcessorTimes}. */
  private static Map<String, Double> processorTimes(Module module) throws IOException {
    Map<String, Double> times = new HashMap<>();
    long begun = begun(module);
    try (Stream<Path> folders = Files.list(module.folder().resolve("target"))) {
      for (Path folder : folders.toList()) {
        Path file = folder.resolve("processor-times");
        if (Files.exists(file)) {
          for (String line : Files.readAllLines(file)) {
            String[] columns = line.split("\t");
            if (Long.parseLong(columns[0]) >= begun) {
              times.merge(columns[1], Double.parseDouble(columns[2]), Math::max);
            }
          }
        }
      }
    }
    return times;
  }

  private static long begun(Module module) {
    return time(module.folder().resolve(MARKS).resolve("begun")).orElse(0L);
  }

  /** Whether it is one of this build, not of an earlier one. */
  private static boolean isReport(Module module, Path file) {
    return file.toString().endsWith(".xml") && time(file).orElse(0L) >= begun(module);
  }

  private void readCTests(Module module) throws IOException {
    Path cpp = home.resolve("native-bridge/target/cpp");
    Path report = cpp.resolve("ctest.xml");
    if (module.folder().endsWith("src/test/cpp") && Files.exists(report)) {
      NodeList tests = xml(report).getElementsByTagName("testcase");
      Path flakes = cpp.resolve("ctest-flakes");
      List<String> flaky = Files.exists(flakes) ? Files.readAllLines(flakes) : List.of();
      for (int i = 0; i < tests.getLength(); i++) {
        Element test = (Element) tests.item(i);
        String name = test.getAttribute("name");
        List<String> itself = flaky.contains(name) ? List.of(name) : List.of();
        List<String> failed = flaky.contains(name) ? List.of() : testsWith(test, FAILURES);
        ran.add(new Ran(module.name(), Kind.CTEST, name, 1, time(test), 0, failed, itself));
      }
    }
  }

  private static Element xml(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file + " is no report", e);
    }
  }

  private static int count(Element element, String attribute) {
    return Integer.parseInt(element.getAttribute(attribute));
  }

  private static double time(Element element) {
    return Double.parseDouble(element.getAttribute("time").replace(",", ""));
  }

  /** The tests below an element that have one of these elements. */
  private static List<String> testsWith(Element suite, List<String> tags) {
    List<String> tests = new ArrayList<>();
    for (String tag : tags) {
      NodeList found = suite.getElementsByTagName(tag);
      for (int i = 0; i < found.getLength(); i++) {
        Element test = (Element) found.item(i).getParentNode();
        tests.add(test.getAttribute("classname") + "." + test.getAttribute("name"));
      }
    }
    return tests.stream().distinct().toList();
  }

  private static Kind kind(Module module, String name) {
    String file = name.replaceAll("\\$.*", "").replace('.', '/') + ".java";
    return Arrays.stream(Kind.values())
        .filter(
            kind ->
                Files.exists(
                    module.folder().resolve("src").resolve(kind.folder + "/java").resolve(file)))
        .findFirst()
        .orElse(Kind.UNIT);
  }

  private boolean print() {
    List<Kind> kinds =
        Arrays.stream(Kind.values())
            .filter(kind -> ran.stream().anyMatch(each -> each.kind() == kind))
            .toList();
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("module", "total", "compile", "of tests"));
    kinds.forEach(kind -> head.add(kind.name().toLowerCase(Locale.ROOT)));
    head.add("tests");
    table.add(head);
    for (Module module : modules) {
      table.add(
          row(
              module.name(),
              List.of(module.all(), module.main(), module.tests()),
              kinds,
              ran.stream().filter(each -> each.module().equals(module.name())).toList()));
    }
    table.add(
        row(
            "all",
            List.of(wall(), sum(modules, Module::main), sum(modules, Module::tests)),
            kinds,
            ran));
    System.out.println(
        "Where the time went, in seconds. Modules are built beside each other, and some");
    System.out.println("have two JVMs for their tests: the parts of a total may add up to more.");
    print(table);
    System.out.println();
    System.out.println("The slowest test classes:");
    ran.stream()
        .sorted(Comparator.comparingDouble(Ran::seconds).reversed())
        .limit(SLOWEST)
        .forEach(each -> print(each.seconds(), each));
    return isWithinBudget() & hasFewFlakes() & hasNoFailures();
  }

  /** From the first mark of the build to now. */
  private double wall() {
    long first =
        modules.stream()
            .flatMap(module -> time(module.folder().resolve(MARKS + "/begun")).stream())
            .mapToLong(Long::longValue)
            .min()
            .orElse(System.currentTimeMillis());
    return (System.currentTimeMillis() - first) / MILLIS;
  }

  private static <T> double sum(List<T> all, ToDoubleFunction<T> part) {
    return all.stream().mapToDouble(part).sum();
  }

  private static List<String> row(
      String name, List<Double> phases, List<Kind> kinds, List<Ran> ran) {
    Map<Kind, Double> times =
        ran.stream()
            .collect(
                Collectors.groupingBy(
                    Ran::kind,
                    () -> new EnumMap<>(Kind.class),
                    Collectors.summingDouble(Ran::seconds)));
    List<String> row = new ArrayList<>(List.of(name));
    phases.forEach(seconds -> row.add(inSeconds(seconds)));
    kinds.forEach(kind -> row.add(inSeconds(times.getOrDefault(kind, 0.0))));
    row.add(Integer.toString(ran.stream().mapToInt(Ran::tests).sum()));
    return row;
  }

  private static String inSeconds(double seconds) {
    return seconds == 0 ? "" : String.format(Locale.ROOT, "%.0f", seconds);
  }

  private static void print(List<List<String>> table) {
    int[] widths = new int[table.get(0).size()];
    for (List<String> row : table) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : table) {
      StringBuilder line = new StringBuilder();
      line.append(String.format("  %-" + widths[0] + "s", row.get(0)));
      for (int i = 1; i < widths.length; i++) {
        line.append(String.format("  %" + widths[i] + "s", row.get(i)));
      }
      System.out.println(line.toString().stripTrailing());
    }
  }

  private static void print(double seconds, Ran each) {
    System.out.printf(
        Locale.ROOT,
        "  %6.1f  %-7s  %s%n",
        seconds,
        each.kind().name().toLowerCase(Locale.ROOT),
        each.name());
  }

  private boolean isWithinBudget() {
    List<Ran> over =
        ran.stream()
            .filter(each -> each.kind() == Kind.UNIT)
            .filter(each -> each.computed() > UNIT_BUDGET || each.seconds() > MOST_WAITING)
            .toList();
    if (!over.isEmpty()) {
      System.out.printf(
          "%nUnit tests that computed for longer than %d s, or took longer than %d s:%n",
          UNIT_BUDGET, MOST_WAITING);
      over.forEach(each -> print(Math.max(each.computed(), each.seconds()), each));
    }
    return over.isEmpty() || ran.stream().anyMatch(each -> BESIDE.contains(each.kind()));
  }

  private boolean hasFewFlakes() {
    return list("Flakes, which passed at their second try:", Ran::flakes) <= MOST_FLAKES;
  }

  private boolean hasNoFailures() {
    return list("Tests that failed:", Ran::failed) == 0;
  }

  /** Prints tests in order, under a title, where there are any. */
  private int list(String title, Function<Ran, List<String>> part) {
    List<String> tests = ran.stream().flatMap(each -> part.apply(each).stream()).sorted().toList();
    if (!tests.isEmpty()) {
      System.out.printf("%n%s%n", title);
      tests.forEach(each -> System.out.println("  " + each));
    }
    return tests.size();
  }
}

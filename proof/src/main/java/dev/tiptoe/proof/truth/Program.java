// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A test program for witnesses.
 *
 * @param name its name here
 * @param assembly the path of its assembly
 * @param arguments its arguments
 * @param status its exit status when all is well
 */
public record Program(String name, Path assembly, List<String> arguments, int status) {

  private static final String TURNOVER = "turnover";

  private static final int TURNOVER_CONTEXTS = 1_000;

  /** Copies the list. */
  public Program {
    arguments = List.copyOf(arguments);
  }

  /** Returns the names of all programs, the quickest first. */
  public static List<String> names() {
    return all(new Installation(Path.of(""))).stream().map(Program::name).toList();
  }

  /** Returns the programs of a checkout with certain names. */
  public static List<Program> of(Installation installation, List<String> names) {
    return all(installation).stream().filter(program -> names.contains(program.name())).toList();
  }

  /** Returns all programs of a checkout. */
  public static List<Program> all(Installation installation) {
    Path testdata = installation.home().resolve("testdata");
    Path compiler = testdata.resolve("compiler");
    return List.of(
        new Program("demo", installation.demo(), List.of("4"), 0),
        of(testdata, "constructs", "Constructs", 0),
        of(testdata, "mentions", "Mentions", 0),
        of(testdata, "unloading", "Storm", 24, "unloading"),
        of(testdata, "dynamic-methods", "Storm", 25, "dynamic-methods"),
        // So many turns last over a second, in which an agent can be attached.
        of(testdata, "torture", "Torture", 0, "30"),
        of(testdata, "web-server", "WebServer", 0),
        turnover(installation, TURNOVER_CONTEXTS),
        of(
            testdata,
            "compiler",
            "CompileOne",
            0,
            compiler.resolve("node_modules/@typespec/http-client-csharp/dist/generator").toString(),
            compiler.resolve("Driver.cs").toString(),
            installation.fetchedRuntime().toString()));
  }

  /**
   * Returns the program whose IDs are used again all the time, of any number of load contexts. It
   * goes on until its input ends, and prints how many contexts it has loaded.
   */
  public static Program turnover(Installation installation, int contexts) {
    Path assemblies = installation.home().resolve("testdata/assemblies");
    return new Program(
        TURNOVER,
        assemblies.resolve("Turnover/Turnover.dll"),
        List.of(
            Integer.toString(contexts),
            installation.demo().toString(),
            assemblies.resolve("Dockyard/Dockyard.dll").toString()),
        31);
  }

  /** Returns the number of load contexts of {@link #turnover}; empty for any other program. */
  public OptionalInt contexts() {
    return name.equals(TURNOVER)
        ? OptionalInt.of(Integer.parseInt(arguments.get(0)))
        : OptionalInt.empty();
  }

  private static Program of(
      Path testdata, String name, String assembly, int status, String... arguments) {
    Path dll = testdata.resolve("assemblies/" + assembly + "/" + assembly + ".dll");
    return new Program(name, dll, List.of(arguments), status);
  }

  /**
   * Returns the first required file that is missing; not every build fetches what the compiler
   * needs.
   */
  public Optional<Path> missing() {
    return Stream.concat(Stream.of(assembly), arguments.stream().map(Path::of))
        .filter(Path::isAbsolute)
        .filter(path -> !Files.exists(path))
        .findFirst();
  }

  /** Returns the command that runs it. */
  public List<String> command(DotnetRuntime runtime) {
    return runtime.command(assembly, arguments);
  }
}

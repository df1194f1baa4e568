// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.proof.truth.Program;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option for the test programs that a witness examines. */
final class ProgramOptions {

  @Option(
      names = "--program",
      paramLabel = "NAME",
      split = ",",
      converter = ProgramName.class,
      description = "Only these programs, of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
      completionCandidates = ProgramNames.class)
  private List<String> names;

  /** The programs that a witness examines by default. */
  ProgramOptions(List<String> names) {
    this.names = names;
  }

  /** Those that can be run here; of the others the terminal is told why not. */
  List<Program> programs(Installation installation, Terminal terminal) {
    List<Program> complete = new ArrayList<>();
    for (Program program : Program.of(installation, names)) {
      Optional<?> missing = program.missing();
      if (missing.isPresent()) {
        terminal.note(program.name() + ": not run, because " + missing.get() + " is missing");
      } else {
        complete.add(program);
      }
    }
    return complete;
  }

  /** The programs there are. */
  static final class ProgramNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Program.names().iterator();
    }
  }

  /** The name of one of them. */
  static final class ProgramName implements ITypeConverter<String> {
    @Override
    public String convert(String name) {
      if (!Program.names().contains(name)) {
        throw new TypeConversionException("there is no program called " + name);
      }
      return name;
    }
  }
}

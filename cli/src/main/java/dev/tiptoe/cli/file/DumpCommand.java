// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.JsonReport;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Report;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.cli.terminal.TextReport;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.container.Bundle;
import dev.tiptoe.metadata.container.BundleMember;
import dev.tiptoe.metadata.container.ComponentAssembly;
import dev.tiptoe.metadata.container.Composite;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.table.TableSchema;
import java.io.IOException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code tiptoe dump}: prints headers, heaps and table rows of a file. */
@Command(
    name = "dump",
    mixinStandardHelpOptions = true,
    description = "Prints the headers, heaps and tables of a .NET file, or the rows of a table.")
public final class DumpCommand implements Callable<Integer> {

  /** Reads a table by its name in ECMA-335, in any case, or by its number. */
  static final class TableConverter implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String text) {
      return TableSchema.ECMA_335.tables().stream()
          .filter(table -> isCalled(table, text))
          .findFirst()
          .orElseThrow(
              () -> new TypeConversionException("'" + text + "' is not a table (TypeDef, 0x02)"));
    }

    private static boolean isCalled(int table, String text) {
      return TableSchema.ECMA_335.nameOf(table).equalsIgnoreCase(text)
          || String.format("0x%02x", table).equalsIgnoreCase(text);
    }
  }

  @Parameters(
      paramLabel = "FILE",
      description =
          "The file; BUNDLE!MEMBER is one in a single-file bundle, whose files are listed, and"
              + " COMPOSITE!NAME an assembly in a composite image.")
  private String file = "";

  @Option(
      names = "--table",
      paramLabel = "NAME",
      split = ",",
      converter = TableConverter.class,
      description = "The rows of this table instead, such as TypeDef or 0x02.")
  private List<Integer> tables = List.of();

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  private final Terminal terminal;
  private final Problems problems;
  private final ModuleFiles modules = new ModuleFiles();

  public DumpCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    ManagedFile named = ManagedFile.named(file);
    Optional<Composite> composite =
        named.member().isEmpty() && tables.isEmpty()
            ? modules.composite(named.path())
            : Optional.empty();
    if (composite.isPresent()) {
      dump(composite.get());
      return problems.exitCode();
    }
    try {
      dump(modules.open(named));
    } catch (MetadataFormatException e) {
      if (e.kind() != MetadataFormatException.Kind.BUNDLE || !tables.isEmpty()) {
        throw e;
      }
      dump(modules.bundle(named.path()));
    }
    return problems.exitCode();
  }

  private Report report() {
    return json ? new JsonReport(terminal.json()) : new TextReport(terminal);
  }

  private void dump(Image image) {
    try (Report report = report()) {
      ImageDump dump = new ImageDump(image, report, problems);
      if (tables.isEmpty()) {
        dump.summary();
      } else {
        tables.forEach(dump::rows);
      }
    }
  }

  private void dump(Composite composite) {
    try (Report report = report()) {
      report.facts("composite", Map.of("file", file));
      report.table(
          "components",
          List.of("name", "metadata"),
          composite.components().stream().<List<?>>map(DumpCommand::row).toList());
    }
  }

  private static List<?> row(ComponentAssembly component) {
    return component.isEmbedded()
        ? List.of(ModuleFiles.name(component), "here")
        : List.of(Optional.empty(), "in a file of its own");
  }

  private void dump(Bundle bundle) {
    try (Report report = report()) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("file", bundle.file().file());
      facts.put("id", bundle.id());
      facts.put("version", bundle.majorVersion());
      report.facts("bundle", facts);
      report.table(
          "files",
          List.of("path", "type", "size", "compressed"),
          () -> bundle.members().stream().<List<?>>map(member -> row(bundle, member)).iterator());
    }
  }

  private List<?> row(Bundle bundle, BundleMember member) {
    Optional<BigInteger> size =
        Optional.of(member.size()).filter(bytes -> bytes >= 0).map(BigInteger::valueOf);
    if (size.isEmpty()) {
      problems.badInput(
          bundle.file().file() + ": " + member + " claims to have " + member.size() + " bytes");
    }
    String type = member.type().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return List.of(member.path(), type, size, member.isCompressed());
  }
}

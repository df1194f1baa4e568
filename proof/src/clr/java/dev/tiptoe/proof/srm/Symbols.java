// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.image.CustomDebugInformation;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ImportScope;
import dev.tiptoe.metadata.image.LocalConstant;
import dev.tiptoe.metadata.image.LocalScope;
import dev.tiptoe.metadata.image.LocalVariable;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.pdb.SequencePoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The rows of a module's portable PDB, be it inside the module or in a file beside it. */
final class Symbols implements Section {

  private static final List<RowTexts<?>> TABLES =
      List.of(
          new RowTexts<>(
              Document.TABLE,
              Document::new,
              row ->
                  List.of(
                      RowTexts.hash(row.nameBlob()),
                      SymbolTexts.orDamaged(row::name),
                      RowTexts.guid(row.hashAlgorithm()),
                      RowTexts.hash(row.hash()),
                      RowTexts.guid(row.language()))),
          new RowTexts<>(
              MethodDebugInformation.TABLE, MethodDebugInformation::new, Symbols::method),
          new RowTexts<>(LocalScope.TABLE, LocalScope::new, Symbols::localScope),
          new RowTexts<>(
              LocalVariable.TABLE,
              LocalVariable::new,
              row -> List.of(RowTexts.flags(row.attributes()), row.index(), row.name())),
          new RowTexts<>(
              LocalConstant.TABLE,
              LocalConstant::new,
              row ->
                  List.of(
                      row.name(),
                      RowTexts.hash(row.signature()),
                      SymbolTexts.orDamaged(() -> SymbolTexts.constant(row)))),
          new RowTexts<>(
              ImportScope.TABLE,
              ImportScope::new,
              row ->
                  List.of(
                      row.parent(),
                      RowTexts.hash(row.imports()),
                      SymbolTexts.orDamaged(() -> SymbolTexts.imports(row)))),
          new RowTexts<>(
              CustomDebugInformation.TABLE,
              CustomDebugInformation::new,
              row -> List.of(row.parent(), RowTexts.guid(row.kind()), RowTexts.hash(row.value()))));

  @Override
  public void of(Image image, Lines lines) {
    image
        .embeddedPdb()
        .or(() -> beside(image))
        .ifPresent(pdb -> TABLES.forEach(table -> table.of(pdb, lines)));
  }

  private static Optional<Image> beside(Image image) {
    Path file = Path.of(image.file().replaceFirst("\\.dll$", ".pdb"));
    try {
      return Files.exists(file)
          ? Optional.of(Image.open(file)).filter(pdb -> pdb.isPdbOf(image))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<?> method(MethodDebugInformation row) {
    SequencePoints points = SequencePoints.of(row);
    return List.of(
        row.document(),
        RowTexts.hash(row.sequencePoints()),
        points.localSignature(),
        SymbolTexts.points(points));
  }

  private static List<?> localScope(LocalScope row) {
    return List.of(
        row.method(),
        row.importScope(),
        row.variables(),
        row.constants(),
        row.startOffset(),
        row.length());
  }
}

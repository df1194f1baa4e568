// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.CodeView;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.PdbChecksum;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The search for the portable PDB of one module. A PDB is used when it has the identity that the
 * module names, and one of the hashes that the module states, if it states any. For one thread.
 */
final class PdbSearch {

  private static final int MOST_REASONS = 4;

  private final Image module;
  private final Opener opener;
  private final List<PdbChecksum> checksums;
  private final List<String> reasons = new ArrayList<>();
  private final Set<Location> tried = new HashSet<>();

  PdbSearch(Image module, Opener opener) {
    this.module = module;
    this.opener = opener;
    this.checksums =
        module.debugDirectory().pdbChecksums().stream().filter(PdbChecksum::isKnown).toList();
  }

  /** Returns the hashes that can be compared. */
  List<PdbChecksum> checksums() {
    return checksums;
  }

  /** Returns the PDB inside the module. */
  Optional<Image> embedded() {
    try {
      return module.embeddedPdb().filter(pdb -> isThat(pdb, "the PDB inside " + module.file()));
    } catch (MetadataFormatException e) {
      reject(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Returns the PDB at a location, if it is that of the module and was not tried before. */
  Optional<Image> at(Location location) {
    return tried.add(location) ? opened(location) : Optional.empty();
  }

  private Optional<Image> opened(Location location) {
    try {
      Bytes bytes = opener.open(location);
      if (WindowsPdb.isAt(bytes)) {
        reject(location + " is a PDB for Windows, which is not read");
        return Optional.empty();
      }
      return Optional.of(Image.of(bytes)).filter(pdb -> isThat(pdb, location.toString()));
    } catch (IOException | MetadataFormatException e) {
      reject(Problem.of(location.toString(), e));
      return Optional.empty();
    }
  }

  private boolean isThat(Image pdb, String name) {
    if (!pdb.isPdbOf(module)) {
      reject(name + " is not the PDB of this build of " + module.file());
      return false;
    }
    boolean isSound =
        checksums.isEmpty() || checksums.stream().anyMatch(checksum -> checksum.matches(pdb));
    if (!isSound) {
      reject(name + " does not have the checksum that " + module.file() + " states");
    }
    return isSound;
  }

  /** Returns why the file at a path is not the PDB of the module; empty when it is. */
  Optional<String> wrong(Path file) {
    int before = reasons.size();
    return opened(Location.of(file)).isPresent()
        ? Optional.empty()
        : Optional.of(
            before < reasons.size() ? reasons.remove(before) : "it is not the PDB of the module");
  }

  /** Adds a reason why a file is not used. */
  void reject(String reason) {
    if (reasons.size() < MOST_REASONS) {
      reasons.add(reason);
    }
  }

  /** Returns the answer when nothing was found. */
  PortablePdb missing() {
    if (!reasons.isEmpty()) {
      return new PortablePdb.Missing(String.join("; ", reasons));
    }
    List<CodeView> named = module.debugDirectory().codeViews();
    Optional<CodeView> portable = module.debugDirectory().portablePdb();
    String name = portable.or(() -> named.stream().findFirst()).map(CodeView::path).orElse("");
    String file = FileNames.base(name);
    if (portable.isPresent()) {
      return new PortablePdb.Missing(
          "no " + file + " with the ID " + portable.get().id() + " was found");
    }
    return new PortablePdb.Missing(
        module.file()
            + (named.isEmpty()
                ? " names no PDB"
                : " names a PDB for Windows (" + file + "), which is not read"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.proof.clr.Scope;
import java.util.EnumMap;
import java.util.Map;

/** Runs all comparisons for one file. */
final class FileComparison {

  private final Image ours;
  private final Scope theirs;
  private final Findings findings;

  FileComparison(Image ours, Scope theirs, Findings findings) {
    this.ours = ours;
    this.theirs = theirs;
    this.findings = findings;
  }

  void run() {
    ComReference tables = theirs.tables();
    int count = new SchemaComparison(tables, findings).run();
    Map<HeapKind, HeapComparison> heaps = new EnumMap<>(HeapKind.class);
    for (HeapKind kind : HeapKind.values()) {
      heaps.put(kind, new HeapComparison(kind, ours, tables, findings));
    }
    new CellComparison(ours, tables, heaps, findings).run(count);
    heaps.values().forEach(HeapComparison::compareAll);
    new ScopeComparison(ours, theirs.importer(), findings).run();
    Questions.ofImport().forEach(question -> ask(question, theirs.importer()));
    Questions.ofAssemblyImport().forEach(question -> ask(question, theirs.assemblyImport()));
    Listings.all().forEach(this::list);
  }

  private <T extends Row> void ask(Question<T> question, ComReference interfaceOfTheirs) {
    new QuestionComparison<>(question, interfaceOfTheirs, findings).run(ours);
  }

  private <T extends Row> void list(Listing<T> listing) {
    new ListingComparison<>(listing, theirs.importer(), findings).run(ours);
  }
}

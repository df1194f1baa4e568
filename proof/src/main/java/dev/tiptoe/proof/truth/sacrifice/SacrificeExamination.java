// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.proof.truth.WitnessReport;
import dev.tiptoe.resolver.field.Fields;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.loadedness.MetadataTypeFacts;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that one process at its end is asked, in an order that matters. Used once, by one thread.
 *
 * <p>First what a look-up that loads nothing can tell. Then what is claimed by IDs: nothing of that
 * may be loaded only now. Then all TypeDefs, most of which are loaded by the question, and compared
 * with what was claimed before the first one. The trace has recorded those loads too: so at last
 * what is claimed now is asked again, of many more types than the program ever used. Whether each
 * FunctionID still means something comes last: a wrong claim of that ends the process.
 */
final class SacrificeExamination {

  private final Sacrifice sacrifice;
  private final ClaimCheck check;
  private final IdView claimed;
  private final List<ClaimTally> tallies = new ArrayList<>();

  /**
   * Reads what the process recorded.
   *
   * @param claimed the view whose claims are put to the test
   */
  SacrificeExamination(Sacrifice sacrifice, Function<RuntimeIdMap, IdView> claimed)
      throws IOException {
    this.sacrifice = sacrifice;
    sacrifice.readTrace();
    this.claimed = claimed.apply(sacrifice.map()).pinned();
    this.check =
        new ClaimCheck(
            sacrifice.line(),
            new Announced(sacrifice.map(), sacrifice.map().now().time()),
            announcedIn(this.claimed));
  }

  private static Set<ClassID> announcedIn(IdView view) {
    return view.classes()
        .filter(SacrificeExamination::isAnnounced)
        .map(ClassFact::id)
        .collect(Collectors.toSet());
  }

  private static boolean isAnnounced(ClassFact fact) {
    return fact.evidence().stream().anyMatch(each -> each.isObservedAs(EvidenceKind.ANNOUNCED));
  }

  /** Asks everything, and lets the process go. */
  List<WitnessReport> conduct() throws IOException {
    LoadedMetadata modules = new LoadedMetadata(claimed);
    Fields fields = Fields.of(claimed, modules.loadedTypes());
    Loadedness loadedness = fields.loadedness();
    IdView live = sacrifice.map().now();
    check(
        ClaimTally.ofAll("published"),
        tally -> PublishedClaims.of(modules, loadedness, live, tally));
    sacrifice.readTrace();
    check.conclude();
    check("ClassIDs", tally -> ClassClaims.of(claimed.classes(), modules, loadedness, tally));
    check("FunctionIDs", tally -> FunctionClaims.of(claimed.functions(), tally));
    SharedFunctionClaims shared = new SharedFunctionClaims(claimed, modules);
    check("FunctionIDs of shared code", tally -> shared.all())
        .count("not found in an instantiation that was met", shared.notFound());
    check("fields", tally -> LayoutClaims.of(claimed.classes(), modules, tally));
    check("types of fields", tally -> FieldTypeClaims.of(claimed.classes(), fields, tally));
    check("TypeDefs", tally -> TypeDefClaims.of(modules, loadedness, tally));
    sacrifice.readTrace();
    IdView now = sacrifice.map().now().pinned();
    Set<ClassID> before = claimed.classes().map(ClassFact::id).collect(Collectors.toSet());
    Loadedness then = Loadedness.of(now, MetadataTypeFacts.of(modules.loadedTypes()));
    List<ClassFact> fresh = now.classes().filter(fact -> !before.contains(fact.id())).toList();
    check(
        "ClassIDs loaded by asking", tally -> ClassClaims.of(fresh.stream(), modules, then, tally));
    check("fields loaded by asking", tally -> LayoutClaims.of(fresh.stream(), modules, tally));
    check("MethodDefs", tally -> MethodDefClaims.of(modules, now, tally));
    boolean asked = !check.isOver();
    ClaimTally living =
        check("living FunctionIDs", tally -> LivingFunctionClaims.of(now.functions()));
    if (!check.isOver()) {
      sacrifice.release();
    } else if (asked) {
      living.wrong("a FunctionID that was claimed to mean something meant nothing");
    }
    sacrifice.readTrace();
    check.conclude();
    return tallies.stream().map(ClaimTally::report).toList();
  }

  private ClaimTally check(String source, Function<ClaimTally, Stream<Claim>> claims) {
    return check(ClaimTally.ofClaims(source), claims);
  }

  private ClaimTally check(ClaimTally tally, Function<ClaimTally, Stream<Claim>> claims) {
    check.check(claims.apply(tally), tally);
    tallies.add(tally);
    return tally;
  }
}

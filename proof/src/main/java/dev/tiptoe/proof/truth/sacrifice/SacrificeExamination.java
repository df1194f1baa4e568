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
 * The questions to one process at its end, in an order that matters. Used once, not thread-safe.
 *
 * <p>The first questions are look-ups that load nothing. Then come the claims about IDs, which must
 * not load anything either. Then come all TypeDefs; most are loaded by the question, and the
 * answers are compared with the claims from before the first one. The trace has recorded those
 * loads too, so the present claims are then tested again, about many more types than the program
 * ever used. The validity of each FunctionID comes last, since a wrong claim about it ends the
 * process.
 */
final class SacrificeExamination {

  private final Sacrifice sacrifice;
  private final String suffix;
  private final ClaimCheck check;
  private final IdView claimed;
  private final List<ClaimTally> tallies = new ArrayList<>();

  /**
   * Reads what the process recorded.
   *
   * @param claimed returns the view whose claims are tested
   * @param suffix the end of the name of each source
   */
  SacrificeExamination(Sacrifice sacrifice, Function<RuntimeIdMap, IdView> claimed, String suffix)
      throws IOException {
    this.sacrifice = sacrifice;
    this.suffix = suffix;
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

  /** Asks everything, and releases the process. */
  List<WitnessReport> conduct() throws IOException {
    LoadedMetadata modules = new LoadedMetadata(claimed, sacrifice.map()::metadataOf);
    Fields fields = Fields.of(claimed, modules.loadedTypes());
    Loadedness loadedness = fields.loadedness();
    IdView live = sacrifice.map().now();
    check(
        ClaimTally.ofAll("published" + suffix),
        tally -> PublishedClaims.of(modules, loadedness, live, tally));
    sacrifice.readTrace();
    check.conclude();
    check("ClassIDs", tally -> ClassClaims.of(claimed.classes(), modules, loadedness, tally));
    check("FunctionIDs", tally -> FunctionClaims.of(claimed.functions(), tally));
    SharedFunctionClaims shared = new SharedFunctionClaims(claimed, modules);
    check("FunctionIDs of shared code", tally -> shared.all())
        .count("not found in a known instantiation", shared.notFound());
    check("fields", tally -> LayoutClaims.of(claimed.classes(), modules, tally));
    check("types of fields", tally -> FieldTypeClaims.of(claimed.classes(), fields, tally));
    check("TypeDefs", tally -> TypeDefClaims.of(modules, loadedness, tally));
    sacrifice.readTrace();
    IdView now = sacrifice.map().now().pinned();
    Set<ClassID> before = claimed.classes().map(ClassFact::id).collect(Collectors.toSet());
    Loadedness then = Loadedness.at(now, MetadataTypeFacts.of(modules.loadedTypes()));
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
      living.wrong("a FunctionID that was claimed to be valid was not");
    }
    sacrifice.readTrace();
    check.conclude();
    return tallies.stream().map(ClaimTally::report).toList();
  }

  private ClaimTally check(String source, Function<ClaimTally, Stream<Claim>> claims) {
    return check(ClaimTally.ofClaims(source + suffix), claims);
  }

  private ClaimTally check(ClaimTally tally, Function<ClaimTally, Stream<Claim>> claims) {
    check.check(claims.apply(tally), tally);
    tallies.add(tally);
    return tally;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.storage.Shapes.NO_CLASS;
import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Stack → declaring type. */
final class ExecutingMethodTest {

  private static final ModuleID APP = module(0x10);

  private final GivenTypes types = new GivenTypes(APP);
  private List<String> proofs = List.of();
  private final RuntimeIdMap map = new StoredMap();
  private final Given apple = types.type("Demo.Apple");
  private final Given box = types.type("Demo.Box`1").generic();
  private final Given canon = types.type("System.__Canon");
  private final int grow = types.method(apple, "Grow");
  private final int open = types.method(box, "Open");

  @Test
  void method_executing_provesItsDeclaringClassIDUsable() {
    announce(type(1), apple);
    assertEquals(List.of(type(1)), ids(declared(type(1), APP, grow)));
    assertEquals(List.of("declares Demo.Apple::Grow, which was executing at 9 ns"), proofs);
  }

  @Test
  void method_ofAnExactInstantiation_provesItsClassID() {
    announce(type(1), apple);
    announce(type(2), box, type(1));
    announce(type(4), box, type(3));
    map.classSeen(2, type(3), vector(type(1)), ClassSource.TYPE_ARGUMENT);
    assertEquals(List.of(type(2)), ids(declared(type(2), APP, open)));
    assertEquals(List.of(type(4)), ids(declared(type(4), APP, open)));
  }

  @Test
  void method_inSharedCode_provesTheTypeDefAndNoID() {
    announce(type(1), canon);
    announce(type(2), box, type(1));
    announce(type(3), box, type(2));
    assertEquals(List.of(), ids(declared(NO_CLASS, APP, open)));
    assertEquals(List.of(), ids(declared(type(2), APP, open)));
    assertEquals(List.of(), ids(declared(type(3), APP, open)), "a canonical form inside another");
    assertEquals(List.of("declares Demo.Box`1::Open, which was executing at 9 ns"), proofs);
  }

  @Test
  void method_overAnArgumentOfWhichNothingIsKnown_provesNoID() {
    announce(type(2), box, type(0x99));
    assertEquals(List.of(), ids(declared(type(2), APP, open)));
  }

  @Test
  void typesThatAreTheirOwnArguments_endInAnAnswer() {
    announce(type(2), box, type(3));
    announce(type(3), box, type(2));
    assertEquals(List.of(), ids(declared(type(2), APP, open)), "nobody knows which they are");
  }

  @Test
  void method_compiledOrProbed_provesNothing() {
    announce(type(1), apple);
    assertEquals(Optional.empty(), conclude(declared(type(1), APP, grow), FunctionSource.JITTED));
    assertEquals(Optional.empty(), conclude(declared(type(1), APP, grow), FunctionSource.PROBED));
  }

  @Test
  void method_withNeitherClassNorMetadata_provesNothing() {
    assertEquals(Optional.empty(), conclude(declared(NO_CLASS, APP, 0x999), FunctionSource.STACK));
  }

  private void announce(ClassID id, Given given, ClassID... arguments) {
    map.moduleLoaded(1, APP, LoadedModule.ofFile("Demo.dll"));
    map.classLoaded(1, id, defined(APP, given.token().rid(), arguments));
  }

  private List<ClassID> ids(FunctionShape function) {
    return conclude(function, FunctionSource.STACK).orElseThrow();
  }

  /** The ClassIDs that are usable after that; empty if no type is. */
  private Optional<List<ClassID>> conclude(FunctionShape function, FunctionSource source) {
    map.unloadStarted(8, method(1));
    map.functionSeen(9, method(1), function, source);
    Inference inference = new Inference(map.now(), types, Permanence.none());
    inference.begin();
    List<Integer> usable =
        Stream.of(apple, box).flatMap(given -> usable(inference.propagation(), given)).toList();
    InferenceGraph graph = inference.propagation().graph();
    proofs = usable.stream().map(node -> proof(inference.propagation(), node)).toList();
    return usable.isEmpty()
        ? Optional.empty()
        : Optional.of(
            usable.stream()
                .map(graph::type)
                .flatMap(type -> inference.levels().of(type).ids().stream())
                .toList());
  }

  private static Stream<Integer> usable(Propagation propagation, Given given) {
    InferenceGraph graph = propagation.graph();
    return Stream.iterate(
            graph.first(given.key()),
            node -> node != InferenceGraph.NONE,
            node -> graph.sibling(node))
        .filter(node -> graph.rank(node) == Rank.USABLE)
        .filter(node -> proof(propagation, node).startsWith("declares"));
  }

  private static String proof(Propagation propagation, int node) {
    return new Proof(propagation).of(node).orElseThrow().inWords();
  }
}

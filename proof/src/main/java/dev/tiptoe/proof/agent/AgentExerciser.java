// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.agent;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Lease;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Sends an agent every kind of request while it works: for its status, for its position in the
 * trace, for the layouts of classes in that trace, and for a walk over the heap. Mutable, not
 * thread-safe; holds the trace open, and a map of it.
 */
public final class AgentExerciser implements AutoCloseable {

  /** The refusals that are acceptable in a program that goes on running. */
  private static final Set<Reason> NO = EnumSet.of(Reason.NOT_SUPPORTED, Reason.REFUSED);

  private static final Duration FOR_THE_HEAP = Duration.ofMillis(200);
  private static final Duration TO_THE_WALKS_END = Duration.ofSeconds(30);

  private final ControlClient agent;
  private final TraceReader trace;
  private final RuntimeIdMap map = Session.newMap();
  private final Set<ClassID> asked = new HashSet<>();
  private int layouts;
  private int heapWalks;

  /** Creates an exerciser for the agent that writes a trace. */
  public AgentExerciser(ControlClient agent, Path trace) throws IOException {
    this.agent = agent;
    this.trace = TraceReader.open(trace);
  }

  /**
   * Requests the layouts of at most so many classes, each class once.
   *
   * @throws ControlException when there is no answer, or not an acceptable one
   * @throws LaunchException when an answer is wrong
   */
  public void ask(int classes) throws IOException {
    if (agent.status().of(Quantity.LOADS_ON_AGENT_THREADS).orElse(0) != 0) {
      throw new LaunchException("the agent reports that it loaded types");
    }
    long written = agent.flush().offset();
    if (trace.poll(map).tailBytes() + trace.statistics().bytes() < written) {
      throw new LaunchException("the trace lacks records that the agent reports as written");
    }
    for (Lease<ClassID> lease : unasked(classes)) {
      ask(lease);
    }
  }

  /** Requests a walk over the heap, which the runtime may refuse. */
  public void walkHeap() throws ControlException {
    try {
      var ignored = agent.heap(FOR_THE_HEAP, TO_THE_WALKS_END);
      heapWalks++;
    } catch (ControlException e) {
      if (!NO.contains(e.reason())) {
        throw e;
      }
    }
  }

  private List<Lease<ClassID>> unasked(int classes) {
    return map.now()
        .classes()
        .map(type -> type.id())
        .filter(id -> !asked.contains(id))
        .limit(classes)
        .flatMap(id -> map.lease(id).lease().stream())
        .toList();
  }

  private void ask(Lease<ClassID> lease) throws ControlException {
    asked.add(lease.id());
    try {
      var ignored = agent.layout(lease);
      layouts++;
    } catch (ControlException e) {
      boolean mayBeUnloaded = e.reason() == Reason.NOT_VALID && !isLasting(lease.id());
      if (!mayBeUnloaded && !NO.contains(e.reason())) {
        throw e;
      }
    }
  }

  /** Returns whether a class is of a module that is never unloaded, and not generic. */
  private boolean isLasting(ClassID id) {
    return map.now().meaningOf(id).valid().map(ClassFact::shape).stream()
        .flatMap(
            shape ->
                shape instanceof ClassShape.Defined defined && defined.typeArguments().isEmpty()
                    ? map.now().meaningOf(defined.module()).valid().stream()
                    : Stream.empty())
        .anyMatch(module -> !module.loaded().isCollectible());
  }

  /** Returns how many layouts were received. */
  public int layouts() {
    return layouts;
  }

  /** Returns how many times the heap was walked. */
  public int heapWalks() {
    return heapWalks;
  }

  @Override
  public void close() throws IOException {
    trace.close();
  }
}

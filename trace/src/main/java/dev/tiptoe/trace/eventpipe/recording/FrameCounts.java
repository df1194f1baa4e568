// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.CodeLocation.InCode;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.IlPosition;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Counts the distinct frames of samples. Mutable, not thread-safe. */
final class FrameCounts implements RuntimeFeed {

  private static final Token NO_METHOD = new Token(0x06000000);

  private final EventPipeRecording recording;
  private final RuntimeIdMap map;
  private final Map<ModuleID, PdbId> pdbs;

  /** The frames, without their counts. */
  private final Map<EventPipeFrame, Long> counts = new HashMap<>();

  /** An address in a method; with a time, because the ID may be another method's later. */
  private record Place(FunctionID method, long from, long address) {}

  private final Map<Place, EventPipeFrame> known = new HashMap<>();

  private static final int MOST_STACKS = 1 << 14;
  private static final int MOST_KNOWN = 1 << 16;

  /** The limit of distinct frames: they have some 600 bytes each, of an eighth of the heap. */
  private static final long MOST_FRAMES = Runtime.getRuntime().maxMemory() >> 12;

  private final IdentityHashMap<CallStack, Sampled> sampled = new IdentityHashMap<>();

  private long leftOut;

  FrameCounts(EventPipeRecording recording, RuntimeIdMap map, Map<ModuleID, PdbId> pdbs) {
    this.recording = recording;
    this.map = map;
    this.pdbs = Map.copyOf(pdbs);
  }

  /** A stack as it was sampled first, and how often. */
  private static final class Sampled {
    final long at;
    final SampledStack first;
    long count;

    Sampled(long at, SampledStack first) {
      this.at = at;
      this.first = first;
    }
  }

  @Override
  public void stackSampled(long at, SampledStack sample) {
    // Samples of another process do not share its stacks.
    sampled.computeIfAbsent(sample.stack(), any -> new Sampled(at, sample)).count++;
    if (sampled.size() == MOST_STACKS) {
      flush();
    }
  }

  private void flush() {
    if (known.size() > MOST_KNOWN) {
      known.clear();
    }
    sampled.values().forEach(this::add);
    sampled.clear();
  }

  private void add(Sampled stack) {
    SampledStack sample = stack.first;
    List<FunctionID> functions = sample.stack().functions();
    for (int i = 0; i < functions.size(); i++) {
      long address = sample.executing(i);
      if (address != 0) {
        EventPipeFrame frame = frame(stack.at, sample.thread(), functions.get(i), address);
        if (counts.size() < MOST_FRAMES || counts.containsKey(frame)) {
          counts.merge(frame, stack.count, Long::sum);
        } else {
          leftOut += stack.count;
        }
      }
    }
  }

  /** Returns how many frames of samples there was no room for. */
  long leftOut() {
    return leftOut;
  }

  private EventPipeFrame frame(long at, ThreadID thread, FunctionID method, long address) {
    if (method.isNone()) {
      return new EventPipeFrame(
          Optional.empty(),
          Optional.empty(),
          NO_METHOD,
          OptionalInt.empty(),
          recording.nameAt(thread, address).map(name -> new ReportedName("", name, "")),
          0);
    }
    return map.at(at)
        .meaningOf(method)
        .valid()
        .map(
            fact ->
                known.computeIfAbsent(
                    new Place(method, fact.interval().from(), address),
                    place -> frame(fact, address)))
        .orElseGet(() -> frame(at, thread, new FunctionID(0), address));
  }

  private EventPipeFrame frame(FunctionFact fact, long address) {
    IdView view = map.atEndOf(fact);
    ModuleID module = fact.shape().module();
    OptionalInt il =
        view.codeAt(address) instanceof InCode in && in.il() instanceof IlPosition.At known
            ? OptionalInt.of(known.offset())
            : OptionalInt.empty();
    Optional<ReportedName> name = map.reportedName(fact);
    String dynamic = fact.shape().dynamicName();
    Optional<LoadedModule> loaded = view.meaningOf(module).valid().map(ModuleFact::loaded);
    return new EventPipeFrame(
        loaded,
        Optional.ofNullable(pdbs.get(module)),
        fact.shape().methodDef(),
        il,
        dynamic.isEmpty() ? name : Optional.of(new ReportedName("", dynamic, "")),
        0);
  }

  /** Returns the frames with their counts. */
  List<EventPipeFrame> frames() {
    flush();
    return counts.entrySet().stream()
        .map(
            each -> {
              EventPipeFrame frame = each.getKey();
              return new EventPipeFrame(
                  frame.module(),
                  frame.pdb(),
                  frame.methodDef(),
                  frame.ilOffset(),
                  frame.name(),
                  each.getValue());
            })
        .toList();
  }
}

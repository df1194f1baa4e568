// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.EventPipeHeader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first reading of a file: it takes the names out of the facts, so that those that wait to be
 * sorted are small, and the facts of one process out of those of several. Mutable, not thread-safe.
 */
final class FirstReading implements EventPipeFacts.FactFilter {

  private final EventPipeHeader header;
  private final RuntimeFeed feed;
  private final Room room = new Room();
  private final AddressNames names = new AddressNames(room);
  private final Map<ModuleID, PdbId> pdbs = new HashMap<>();
  private final SampleMarks marks = new SampleMarks();
  private long process = -1;
  private long others;
  private long undecodable;

  /**
   * Creates a first reading.
   *
   * @param feed takes the runtime's names for methods
   */
  FirstReading(EventPipeHeader header, RuntimeFeed feed) {
    this.header = header;
    this.feed = feed;
  }

  /** Returns the memory for what the file says. */
  Room room() {
    return room;
  }

  AddressNames names() {
    return names;
  }

  SampleMarks marks() {
    return marks;
  }

  /** Returns the identities of the modules' PDBs. */
  Map<ModuleID, PdbId> pdbs() {
    return pdbs;
  }

  /** Returns whether the facts are those of that process. */
  boolean isMain(long id) {
    return process == id;
  }

  @Override
  public void met(EventPipeEvent event) {
    marks.take(event);
    try {
      names.take(event);
    } catch (EventPipeFormatException e) {
      undecodable++;
    }
  }

  @Override
  public Optional<RuntimeEvent> take(EventPipeEvent event, RuntimeEvent fact) {
    if (process == -1) {
      process = event.thread().processId();
    }
    if (process != event.thread().processId()) {
      others++;
      return Optional.empty();
    }
    return Optional.of(fact instanceof MethodCode code ? named(code) : fact);
  }

  @Override
  public void isNew(EventPipeEvent event, RuntimeEvent fact) {
    if (fact instanceof MethodCode code && (code.flags() & MethodCode.DYNAMIC) == 0) {
      long at = header.nanosSinceBegin(event.ticks());
      EventPipeTranslator.passName(feed, at, code.method(), code.names());
    } else if (fact instanceof ModuleEvent module) {
      module.managedPdb().ifPresent(pdb -> pdbs.put(module.module(), pdb));
    }
  }

  /** Only the names of dynamic methods are facts; of others, the type's serves to name types. */
  private MethodCode named(MethodCode code) {
    boolean dynamic = (code.flags() & MethodCode.DYNAMIC) != 0;
    return new MethodCode(
        code.occasion(),
        code.method(),
        code.module(),
        code.codeStart(),
        code.codeSize(),
        code.token(),
        code.flags(),
        new MethodNames(code.names().namespace(), dynamic ? code.names().name() : "", ""),
        code.rejit());
  }

  /**
   * Adds what was left out.
   *
   * @param ofRuntime the number of the runtime's events that cannot be decoded
   */
  void remarks(long ofRuntime, List<String> remarks) {
    if (others > 0) {
      remarks.add(
          others + " events of other programs than the first one with methods were left out");
    }
    if (undecodable + ofRuntime > 0) {
      remarks.add(undecodable + ofRuntime + " events are not as their provider writes them");
    }
    if (room.refused() > 0) {
      remarks.add(
          room.refused()
              + " facts were left out: the heap of "
              + Runtime.getRuntime().maxMemory() / (1 << 20)
              + " MiB has no room for them; JAVA_TOOL_OPTIONS=-Xmx4g sets it to 4 GiB");
    }
    if (names.dropped() > 0) {
      remarks.add(names.dropped() + " names of addresses were left out");
    }
  }
}

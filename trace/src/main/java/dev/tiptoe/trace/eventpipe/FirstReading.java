// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.BulkType;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.PdbId;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.ReadyToRunEntryPoint;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.TypeDetails;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first reading of a file: it takes the names out of the facts, so that those that wait to be
 * sorted are small, and the facts of one process out of those of several. Mutable, not thread-safe.
 */
final class FirstReading implements EventPipeFacts.FactFilter {

  private static final MethodNames NO_NAMES = new MethodNames("", "", "");

  /** The limit of types and namespaces of which equal ones share one object. */
  private static final int MOST_SHARED = 1 << 18;

  private final EventPipeHeader header;
  private final RuntimeFeed feed;
  private final AddressNames names = new AddressNames();
  private final Map<ModuleID, PdbId> pdbs = new HashMap<>();
  private final Map<Object, Object> shared = new HashMap<>();
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

  AddressNames names() {
    return names;
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
    return Optional.of(small(event, fact));
  }

  private RuntimeEvent small(EventPipeEvent event, RuntimeEvent fact) {
    if (fact instanceof MethodCode code) {
      EventPipeFacts.name(feed, header.nanosSinceBegin(event.ticks()), code);
      return named(code);
    }
    if (fact instanceof ReadyToRunEntryPoint found) {
      return new ReadyToRunEntryPoint(found.method(), NO_NAMES, found.entryPoint());
    }
    if (fact instanceof BulkType bulk) {
      List<TypeDetails> types = new ArrayList<>();
      bulk.types().forEach(type -> types.add((TypeDetails) once(type)));
      return new BulkType(types);
    }
    if (fact instanceof ModuleEvent module && pdbs.size() < MOST_SHARED) {
      module.managedPdb().ifPresent(pdb -> pdbs.put(module.module(), pdb));
    }
    return fact;
  }

  /** Only the names of dynamic methods are facts; of others, the type's serves to name types. */
  private MethodCode named(MethodCode code) {
    boolean dynamic = (code.flags() & MethodCode.DYNAMIC) != 0;
    String type = (String) once(code.names().namespace());
    return new MethodCode(
        code.occasion(),
        code.method(),
        code.module(),
        code.codeStart(),
        code.codeSize(),
        code.token(),
        code.flags(),
        new MethodNames(type, dynamic ? code.names().name() : "", ""),
        code.rejit());
  }

  private Object once(Object value) {
    Object known = shared.get(value);
    if (known == null && shared.size() < MOST_SHARED) {
      shared.put(value, value);
    }
    return known == null ? value : known;
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
    if (names.dropped() > 0) {
      remarks.add(names.dropped() + " names of addresses were left out");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ReadyToRunEntryPoint;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeDetails;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes facts of events and keeps those that are new and for which there is room. Each method
 * returns the number of the fact; 0 where there is no room. Mutable, not thread-safe.
 */
final class Facts {

  /** About what a method takes in the map of IDs, with its name, and a mapping of its IL map. */
  private static final int METHOD_IN_MAP = 440;

  private static final int MAPPING_IN_MAP = 16;
  private static final int OTHER_IN_MAP = 150;

  private static final int RECORD = 64;
  private static final int ARGUMENT = 24;
  private static final int TEXT = 56;

  /** The number of texts of methods that several facts share while they are cached. */
  private static final int MOST_TEXTS = 1 << 10;

  private final FactTable table;
  private final Room room;
  private final @Nullable String[] texts = new @Nullable String[MOST_TEXTS];

  /** The memory of the texts of the present fact. */
  private long textBytes;

  Facts(FactTable table, Room room) {
    this.table = table;
    this.room = room;
  }

  int of(AppDomain its) {
    return reserved(new RecordedFact.Domain(its.appDomain(), its.name()), its.name().length());
  }

  /** Keeps an assembly, which is loaded into a context; empty where that is not known. */
  int of(AssemblyEvent its, String context) {
    return reserved(
        new RecordedFact.Assembly(
            its.assembly(), its.appDomain(), its.flags(), its.fullName(), context),
        its.fullName().length() + context.length());
  }

  int of(ModuleEvent its) {
    int pdbPath = its.managedPdb().map(pdb -> pdb.path().length()).orElse(0);
    return reserved(
        new RecordedFact.Module(
            its.module(), its.assembly(), its.flags(), its.path(), its.managedPdb()),
        its.path().length() + pdbPath);
  }

  int of(MethodCode its) {
    MethodNames names = its.names();
    textBytes = 0;
    RecordedFact code =
        new RecordedFact.Code(
            its.method().value(),
            its.module().value(),
            its.codeStart(),
            its.codeSize(),
            its.token().value(),
            its.flags(),
            (int) its.rejit(),
            shared(names.namespace()),
            shared(names.name()),
            shared(names.signature()));
    return keep(code, METHOD_IN_MAP + RECORD + textBytes);
  }

  /** Returns the mappings of an IL map as {@link RecordedFact.Il} has them. */
  static int[] mappings(IlMap its) {
    int[] pairs = new int[2 * its.mappings().size()];
    int at = 0;
    for (IlMap.Mapping each : its.mappings()) {
      pairs[at++] = each.ilOffset();
      pairs[at++] = each.nativeOffset();
    }
    return pairs;
  }

  int il(RecordedFact.Code code, int[] mappings) {
    long inMap = MAPPING_IN_MAP * (mappings.length / 2 + 1L);
    return keep(
        new RecordedFact.Il(code, mappings),
        inMap + RECORD + (long) Integer.BYTES * mappings.length);
  }

  int of(MethodDetails its) {
    return keep(new RecordedFact.Method(its), OTHER_IN_MAP + ofTypes(its.typeArguments()));
  }

  int of(TypeDetails its) {
    return keep(
        new RecordedFact.Type(its),
        2 * OTHER_IN_MAP + ofTypes(its.typeArguments()) + 2L * its.name().length());
  }

  private static long ofTypes(List<?> arguments) {
    return RECORD + (long) ARGUMENT * arguments.size();
  }

  int of(ReadyToRunEntryPoint its) {
    return keep(new RecordedFact.EntryPoint(its.method().value(), its.entryPoint()), RECORD);
  }

  int unloadOf(RecordedFact.Loaded what) {
    return keep(new RecordedFact.Unload(what), RECORD);
  }

  private int reserved(RecordedFact fact, int characters) {
    int known = table.find(fact);
    long size = FactTable.OVERHEAD + OTHER_IN_MAP + RECORD + TEXT + 2L * characters;
    return known != 0 ? known : room.takeReserved(size) ? table.add(fact) : 0;
  }

  private int keep(RecordedFact fact, long size) {
    int known = table.find(fact);
    return known != 0 ? known : room.take(FactTable.OVERHEAD + size) ? table.add(fact) : 0;
  }

  /** Returns an equal text that another fact may have, too. */
  private String shared(String text) {
    int slot = (text.hashCode() ^ text.hashCode() >>> 16) & MOST_TEXTS - 1;
    @Nullable String known = texts[slot];
    if (text.equals(known)) {
      return known;
    }
    texts[slot] = text;
    textBytes += TEXT + 2L * text.length();
    return text;
  }
}

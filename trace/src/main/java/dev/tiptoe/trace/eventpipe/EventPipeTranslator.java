// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.feed.NativeCode.Range;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.ReadyToRunEntryPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Converts events, given in the order of time, to facts for one feed. Not thread-safe. */
final class EventPipeTranslator {

  private static final Token NO_METHOD_DEF = new Token(0x06000000);
  private static final int MODULE_IS_DYNAMIC = 0x4;
  private static final int MODULE_IS_COLLECTIBLE = 0x8;

  private final RuntimeFeed feed;
  private final LoadContextTrail contexts = new LoadContextTrail();
  private final Set<AssemblyID> collectible = new HashSet<>();

  /** Code with a known size, by its first address. */
  private final Map<Long, MethodCode> codeAt = new HashMap<>();

  /** The latest code of each method; the IL map that follows is that code's. */
  private final Map<FunctionID, MethodCode> newest = new HashMap<>();

  /** IL maps without code: at the end of a recording, the IL map comes before its code. */
  private final Map<FunctionID, IlMap> awaiting = new HashMap<>();

  EventPipeTranslator(RuntimeFeed feed) {
    this.feed = feed;
  }

  /** Registers code to which an earlier event may refer by its first address alone. */
  void expect(MethodCode code) {
    codeAt.putIfAbsent(code.codeStart(), code);
  }

  void translate(long at, long thread, RuntimeEvent event) {
    contexts.follow(thread, event);
    if (event instanceof AppDomain domain) {
      translate(at, domain);
    } else if (event instanceof AssemblyEvent assembly) {
      translate(at, thread, assembly);
    } else if (event instanceof ModuleEvent module) {
      translate(at, module);
    } else if (event instanceof MethodCode code) {
      translate(at, code);
    } else if (event instanceof IlMap map) {
      translate(at, map);
    } else if (event instanceof ReadyToRunEntryPoint found) {
      Optional.ofNullable(codeAt.get(found.entryPoint()))
          .filter(code -> code.method().equals(found.method()))
          .ifPresent(code -> tellCode(at, code, List.of()));
    }
  }

  private void translate(long at, AppDomain domain) {
    if (domain.occasion() == Occasion.UNLOAD) {
      feed.unloadStarted(at, domain.appDomain());
    } else {
      feed.appDomainCreated(at, domain.appDomain(), domain.name());
    }
  }

  private void translate(long at, long thread, AssemblyEvent assembly) {
    AssemblyID id = assembly.assembly();
    if (assembly.occasion() == Occasion.UNLOAD) {
      collectible.remove(id); // Another assembly may get its ID.
      feed.unloadStarted(at, id);
      return;
    }
    if ((assembly.flags() & AssemblyEvent.COLLECTIBLE) != 0) {
      collectible.add(id);
    }
    String fullName = assembly.fullName();
    int comma = fullName.indexOf(',');
    String name = comma < 0 ? fullName : fullName.substring(0, comma);
    feed.assemblyLoaded(at, id, assembly.appDomain(), new ModuleID(0), name);
    if (assembly.occasion() == Occasion.LOAD) {
      contexts
          .load(thread, fullName)
          .ifPresent(context -> feed.loadContextReported(at, id, context));
    }
  }

  private void translate(long at, ModuleEvent module) {
    if (module.occasion() == Occasion.UNLOAD) {
      feed.unloadStarted(at, module.module());
      return;
    }
    boolean dynamic = (module.flags() & ModuleEvent.DYNAMIC) != 0;
    int flags =
        (dynamic ? MODULE_IS_DYNAMIC : 0)
            | (collectible.contains(module.assembly()) ? MODULE_IS_COLLECTIBLE : 0);
    feed.moduleLoaded(
        at,
        module.module(),
        new LoadedModule(module.path(), Optional.empty(), module.assembly(), 0, flags));
  }

  private void translate(long at, MethodCode code) {
    if (code.occasion() == Occasion.UNLOAD) {
      feed.unloadStarted(at, code.method());
    } else {
      IlMap map = awaiting.remove(code.method());
      tellCode(at, code, map == null ? List.of() : mappings(map, code.codeSize()));
    }
  }

  private void translate(long at, IlMap map) {
    if (map.occasion() == Occasion.END_OF_RECORDING) {
      awaiting.put(map.method(), map);
      return;
    }
    MethodCode code = newest.get(map.method());
    if (code != null && code.rejit() == map.rejit()) {
      tellCode(at, code, mappings(map, code.codeSize()));
    }
  }

  private void tellCode(long at, MethodCode code, List<IlMapping> il) {
    newest.put(code.method(), code);
    boolean dynamic =
        (code.flags() & MethodCode.DYNAMIC) != 0 || code.token().table() != NO_METHOD_DEF.table();
    // No event has the type arguments of an instantiation, so none are given.
    FunctionShape shape =
        new FunctionShape(
            new ClassID(0),
            code.module(),
            dynamic ? NO_METHOD_DEF : code.token(),
            List.of(),
            dynamic ? code.names().name() : "");
    feed.functionSeen(at, code.method(), shape, FunctionSource.JITTED);
    Range range = new Range(code.codeStart(), code.codeSize());
    feed.codeSeen(at, code.method(), new NativeCode((int) code.rejit(), List.of(range), il));
  }

  private static List<IlMapping> mappings(IlMap map, int codeSize) {
    List<IlMap.Mapping> inOrder =
        map.mappings().stream()
            .sorted(Comparator.comparingInt(IlMap.Mapping::nativeOffset))
            .toList();
    List<IlMapping> mappings = new ArrayList<>(inOrder.size());
    int end = codeSize;
    for (int i = inOrder.size() - 1; i >= 0; i--) {
      IlMap.Mapping each = inOrder.get(i);
      if (each.nativeOffset() < end) {
        mappings.add(new IlMapping(each.ilOffset(), each.nativeOffset(), end));
        end = each.nativeOffset();
      }
    }
    return mappings;
  }
}

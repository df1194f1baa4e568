// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassShape.Defined;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.feed.NativeCode.Range;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.BulkType;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.PdbId;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.ReadyToRunEntryPoint;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.TypeDetails;
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
  private static final int TYPE_DEF = 0x02;

  /** Pointers, by-refs and function pointers, by their {@code CorElementType}. */
  private static final Set<Integer> COMPOSITES = Set.of(0x0f, 0x10, 0x1b);

  private static final int MODULE_IS_DYNAMIC = 0x4;
  private static final int MODULE_IS_COLLECTIBLE = 0x8;

  private final RuntimeFeed feed;
  private final LoadContextTrail contexts = new LoadContextTrail();
  private final Set<AssemblyID> collectible = new HashSet<>();

  /** Code with a known size, by its first address. */
  private final Map<Long, MethodCode> codeAt = new HashMap<>();

  /** The latest code of each method; the IL map that follows is that code's. */
  private final Map<FunctionID, MethodCode> newest = new HashMap<>();

  /** The latest details of each method. */
  private final Map<FunctionID, MethodDetails> details = new HashMap<>();

  /** The types as they were described last. */
  private final Map<ClassID, TypeDetails> types = new HashMap<>();

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
    } else if (event instanceof BulkType bulk) {
      translate(at, bulk);
    } else if (event instanceof MethodDetails its) {
      translate(at, its);
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
      types.clear(); // Other types may get the IDs of those that go with it.
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
        new LoadedModule(
            module.path(),
            Optional.empty(),
            module.assembly(),
            0,
            flags,
            module.managedPdb().map(PdbId::guid)));
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

  /**
   * A type is described before those that it is made of. These come first here, so that it is made
   * of what is known.
   */
  private void translate(long at, BulkType bulk) {
    for (int i = bulk.types().size() - 1; i >= 0; i--) {
      TypeDetails type = bulk.types().get(i);
      if (!type.equals(types.put(type.type(), type))) {
        shape(type)
            .ifPresent(shape -> feed.classSeen(at, type.type(), shape, ClassSource.DESCRIBED));
      }
    }
  }

  /** Returns what a type is; empty where the runtime gives no TypeDef for what should have one. */
  private Optional<ClassShape> shape(TypeDetails type) {
    if ((type.flags() & TypeDetails.ARRAY) != 0 && type.typeArguments().size() == 1) {
      ClassID element = type.typeArguments().get(0);
      int elementType =
          Optional.ofNullable(types.get(element)).map(TypeDetails::elementType).orElse(0);
      return Optional.of(new ClassShape.Array(element, elementType, type.rank()));
    }
    if (COMPOSITES.contains(type.elementType())) {
      return Optional.of(new ClassShape.Composite());
    }
    return type.token().table() == TYPE_DEF && !type.token().isNil()
        ? Optional.of(
            new ClassShape.Defined(
                type.module(), type.token(), new ClassID(0), type.typeArguments()))
        : Optional.empty();
  }

  /** The details come before the code, mostly: then nothing is told before that. */
  private void translate(long at, MethodDetails its) {
    MethodDetails before = details.put(its.method(), its);
    MethodCode code = newest.get(its.method());
    if (code != null && !its.equals(before) && code.token().equals(its.token())) {
      tellMethod(at, code);
    }
  }

  private void tellMethod(long at, MethodCode code) {
    boolean dynamic =
        (code.flags() & MethodCode.DYNAMIC) != 0 || code.token().table() != NO_METHOD_DEF.table();
    FunctionShape nameless =
        new FunctionShape(
            new ClassID(0),
            code.module(),
            dynamic ? NO_METHOD_DEF : code.token(),
            List.of(),
            dynamic ? code.names().name() : "");
    MethodDetails its = details.get(code.method());
    FunctionShape shape =
        its != null && !dynamic && its.token().equals(code.token())
            ? described(at, its, code)
            : nameless;
    feed.functionSeen(at, code.method(), shape, FunctionSource.JITTED);
    if (its != null && !dynamic) {
      tellName(at, its, code);
    }
  }

  /**
   * The shape of a method, as the profiling API gives it: of shared code, the type arguments are
   * canonical, and its generic type is none in particular.
   */
  private FunctionShape described(long at, MethodDetails its, MethodCode code) {
    boolean shared = (code.flags() & MethodCode.SHARED) != 0;
    TypeDetails owner = types.get(its.type());
    boolean isOwner = !shared || (owner != null && owner.typeArguments().isEmpty());
    if (isOwner) {
      tellType(at, its.type(), ClassSource.FUNCTION_OWNER);
    }
    its.typeArguments().forEach(each -> tellType(at, each, ClassSource.TYPE_ARGUMENT));
    return new FunctionShape(
        isOwner ? its.type() : new ClassID(0), code.module(), its.token(), its.typeArguments(), "");
  }

  private void tellType(long at, ClassID id, ClassSource source) {
    Optional.ofNullable(types.get(id))
        .flatMap(this::shape)
        .ifPresent(shape -> feed.classSeen(at, id, shape, source));
  }

  /** The name of the method's type is that of its TypeDef, apart from type arguments. */
  private void tellName(long at, MethodDetails its, MethodCode code) {
    TypeDetails type = types.get(its.type());
    String name = new ReportedName(code.names().namespace(), "", "").typeDefinition();
    if (type != null && !name.isEmpty() && shape(type).orElse(null) instanceof Defined defined) {
      feed.typeNamed(at, defined.module(), defined.typeDef(), name);
    }
  }

  private void tellCode(long at, MethodCode code, List<IlMapping> il) {
    newest.put(code.method(), code);
    tellMethod(at, code);
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

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassShape.Defined;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeDetails;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Passes on to a feed what the runtime reported, in the order of time. Not thread-safe. */
final class EventPipeTranslator {

  private static final Token NO_METHOD_DEF = new Token(0x06000000);
  private static final int TYPE_DEF = 0x02;

  /** Pointers, by-refs and function pointers, by their {@code CorElementType}. */
  private static final Set<Integer> COMPOSITES = Set.of(0x0f, 0x10, 0x1b);

  private static final int MODULE_IS_DYNAMIC = 0x4;
  private static final int MODULE_IS_COLLECTIBLE = 0x8;

  private final RuntimeFeed feed;
  private final FactStore store;
  private final Set<AssemblyID> collectible = new HashSet<>();

  /** Code by its first address, where precompiled code was found. */
  private final LongIntMap codeAt = new LongIntMap();

  /** The latest code of each method. */
  private final LongIntMap newest = new LongIntMap();

  /** The latest details of each method. */
  private final LongIntMap details = new LongIntMap();

  /** The types as they were described last. */
  private final LongIntMap types = new LongIntMap();

  EventPipeTranslator(RuntimeFeed feed, FactStore store) {
    this.feed = feed;
    this.store = store;
    findPrecompiled(store.reports());
  }

  /** Finds the code to which an earlier fact may refer by its first address alone. */
  private void findPrecompiled(Reports reports) {
    int none = -1;
    for (int i = 0; i < reports.count(); i++) {
      if (store.fact(reports.fact(reports.number(i))) instanceof RecordedFact.EntryPoint entry) {
        codeAt.put(entry.address(), none);
      }
    }
    for (int i = 0; i < reports.count() && !codeAt.isEmpty(); i++) {
      int fact = reports.fact(reports.number(i));
      if (store.fact(fact) instanceof RecordedFact.Code code && codeAt.get(code.start()) == none) {
        codeAt.put(code.start(), fact);
      }
    }
  }

  /** Passes on the fact of a number. */
  void translate(long at, int number) {
    RecordedFact fact = store.fact(number);
    if (fact instanceof RecordedFact.Code code) {
      newest.put(code.method(), number);
      passCode(at, code);
    } else if (fact instanceof RecordedFact.Il il) {
      feed.codeSeen(at, il.code().id(), il.mapped());
    } else if (fact instanceof RecordedFact.Type type) {
      describe(at, number, type.its());
    } else if (fact instanceof RecordedFact.Method method) {
      describe(at, number, method.its());
    } else if (fact instanceof RecordedFact.EntryPoint entry) {
      passPrecompiled(at, entry);
    } else if (fact instanceof RecordedFact.Unload unload) {
      passUnload(at, unload.what().id());
    } else if (fact instanceof RecordedFact.Module module) {
      passModule(at, module);
    } else if (fact instanceof RecordedFact.Assembly assembly) {
      passAssembly(at, assembly);
    } else if (fact instanceof RecordedFact.Domain domain) {
      feed.appDomainCreated(at, domain.id(), domain.name());
    }
  }

  private void passUnload(long at, RuntimeID id) {
    if (id instanceof AssemblyID assembly) {
      collectible.remove(assembly); // Another assembly may get its ID.
    } else if (id instanceof ModuleID) {
      types.clear(); // Other types may get the IDs of those that go with it.
    }
    feed.unloadStarted(at, id);
  }

  private void passAssembly(long at, RecordedFact.Assembly assembly) {
    AssemblyID id = assembly.id();
    if ((assembly.flags() & AssemblyEvent.COLLECTIBLE) != 0) {
      collectible.add(id);
    }
    String fullName = assembly.fullName();
    int comma = fullName.indexOf(',');
    String name = comma < 0 ? fullName : fullName.substring(0, comma);
    feed.assemblyLoaded(at, id, assembly.appDomain(), new ModuleID(0), name);
    if (!assembly.loadContext().isEmpty()) {
      feed.loadContextReported(at, id, assembly.loadContext());
    }
  }

  private void passModule(long at, RecordedFact.Module module) {
    boolean dynamic = (module.flags() & ModuleEvent.DYNAMIC) != 0;
    int flags =
        (dynamic ? MODULE_IS_DYNAMIC : 0)
            | (collectible.contains(module.assembly()) ? MODULE_IS_COLLECTIBLE : 0);
    feed.moduleLoaded(
        at,
        module.id(),
        new LoadedModule(
            module.path(),
            Optional.empty(),
            module.assembly(),
            0,
            flags,
            module.managedPdb().map(PdbId::guid)));
  }

  private void passPrecompiled(long at, RecordedFact.EntryPoint entry) {
    int number = codeAt.get(entry.address());
    if (number > 0
        && store.fact(number) instanceof RecordedFact.Code code
        && code.method() == entry.method()) {
      newest.put(code.method(), number);
      passCode(at, code);
    }
  }

  private void describe(long at, int number, TypeDetails type) {
    if (number != types.get(type.type().value())) {
      types.put(type.type().value(), number);
      shape(type).ifPresent(shape -> feed.classSeen(at, type.type(), shape, ClassSource.DESCRIBED));
    }
  }

  private Optional<TypeDetails> type(ClassID id) {
    return store.fact(types.get(id.value())) instanceof RecordedFact.Type type
        ? Optional.of(type.its())
        : Optional.empty();
  }

  /** Returns what a type is; empty where the runtime gives no TypeDef for what should have one. */
  private Optional<ClassShape> shape(TypeDetails type) {
    if ((type.flags() & TypeDetails.ARRAY) != 0 && type.typeArguments().size() == 1) {
      ClassID element = type.typeArguments().get(0);
      int elementType = type(element).map(TypeDetails::elementType).orElse(0);
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

  /** The details come before the code, mostly: then nothing is reported before that. */
  private void describe(long at, int number, MethodDetails its) {
    long method = its.method().value();
    boolean isKnown = details.get(method) == number;
    details.put(method, number);
    if (!isKnown
        && store.fact(newest.get(method)) instanceof RecordedFact.Code code
        && code.token() == its.token().value()) {
      passMethod(at, code);
    }
  }

  private void passMethod(long at, RecordedFact.Code code) {
    boolean dynamic = code.isDynamic() || code.methodDef().table() != NO_METHOD_DEF.table();
    if (!dynamic
        && store.fact(details.get(code.method())) instanceof RecordedFact.Method method
        && method.its().token().equals(code.methodDef())) {
      FunctionShape shape = described(at, method.its(), code);
      feed.functionSeen(at, code.id(), shape, FunctionSource.JITTED);
      nameType(at, method.its(), code);
      return;
    }
    FunctionShape shape =
        new FunctionShape(
            new ClassID(0),
            code.moduleId(),
            dynamic ? NO_METHOD_DEF : code.methodDef(),
            List.of(),
            dynamic ? code.name() : "");
    feed.functionSeen(at, code.id(), shape, FunctionSource.JITTED);
  }

  /**
   * The shape of a method, as the profiling API gives it: of shared code, the type arguments are
   * canonical, and its generic type is none in particular.
   */
  private FunctionShape described(long at, MethodDetails its, RecordedFact.Code code) {
    boolean isOwner =
        !code.isShared()
            || type(its.type()).filter(owner -> owner.typeArguments().isEmpty()).isPresent();
    if (isOwner) {
      passType(at, its.type(), ClassSource.FUNCTION_OWNER);
    }
    its.typeArguments().forEach(each -> passType(at, each, ClassSource.TYPE_ARGUMENT));
    return new FunctionShape(
        isOwner ? its.type() : new ClassID(0),
        code.moduleId(),
        its.token(),
        its.typeArguments(),
        "");
  }

  private void passType(long at, ClassID id, ClassSource source) {
    type(id).flatMap(this::shape).ifPresent(shape -> feed.classSeen(at, id, shape, source));
  }

  /** The name of the method's type is that of its TypeDef, apart from type arguments. */
  private void nameType(long at, MethodDetails its, RecordedFact.Code code) {
    Optional<ClassShape> type = type(its.type()).flatMap(this::shape);
    String name = new ReportedName(code.type(), "", "").typeDefinition();
    if (!name.isEmpty() && type.orElse(null) instanceof Defined defined) {
      feed.typeNamed(at, defined.module(), defined.typeDef(), name);
    }
  }

  private void passCode(long at, RecordedFact.Code code) {
    passMethod(at, code);
    feed.codeSeen(at, code.id(), code.withoutIl());
    if (!code.isDynamic()) {
      MethodNames names = new MethodNames(code.type(), code.name(), code.signature());
      passName(feed, at, code.id(), names);
    }
  }

  /** Passes on the runtime's names for a method, if there are any. */
  static void passName(RuntimeFeed feed, long at, FunctionID method, MethodNames names) {
    if (!names.name().isEmpty()) {
      ReportedName name = new ReportedName(names.namespace(), names.name(), names.signature());
      feed.methodNamed(at, method, name);
    }
  }
}

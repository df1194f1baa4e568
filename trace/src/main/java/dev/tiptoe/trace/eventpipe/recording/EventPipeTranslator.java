// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

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
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeDetails;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Passes on to a feed what the runtime reported, in the order of time. Not thread-safe. */
final class EventPipeTranslator {

  private static final Token NO_METHOD_DEF = new Token(0x06000000);
  private static final int TYPE_DEF = 0x02;

  /** Pointers, by-refs and function pointers, by their {@code CorElementType}. */
  private static final Set<Integer> COMPOSITES = Set.of(0x0f, 0x10, 0x1b);

  private static final int MODULE_IS_DYNAMIC = 0x4;
  private static final int MODULE_IS_COLLECTIBLE = 0x8;

  private final RuntimeFeed feed;
  private final FactCodec facts;
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
    this.facts = store.codec();
    findPrecompiled(store.reports());
  }

  /** Finds the code to which an earlier fact may refer by its first address alone. */
  private void findPrecompiled(Reports reports) {
    int none = -1;
    for (int i = 0; i < reports.count(); i++) {
      int fact = reports.fact(reports.number(i));
      if (facts.kind(fact) == FactCodec.READY_TO_RUN) {
        codeAt.put(facts.entryPoint(fact), none);
      }
    }
    for (int i = 0; i < reports.count() && !codeAt.isEmpty(); i++) {
      int fact = reports.fact(reports.number(i));
      if (facts.kind(fact) == FactCodec.CODE && codeAt.get(facts.codeStart(fact)) == none) {
        codeAt.put(facts.codeStart(fact), fact);
      }
    }
  }

  void translate(long at, int fact, Occasion occasion) {
    switch (facts.kind(fact)) {
      case FactCodec.APP_DOMAIN -> translate(at, facts.appDomain(fact, occasion));
      case FactCodec.ASSEMBLY -> translate(at, facts.assembly(fact, occasion), facts.context(fact));
      case FactCodec.MODULE -> translate(at, facts.module(fact, occasion));
      case FactCodec.CODE -> tellCode(at, fact);
      case FactCodec.IL -> tellIl(at, fact);
      case FactCodec.DETAILS -> tellDetails(at, fact);
      case FactCodec.TYPE -> tellDescription(at, fact);
      case FactCodec.READY_TO_RUN -> tellPrecompiled(at, fact);
      case FactCodec.UNLOAD -> unload(at, facts.unloaded(fact));
      default -> throw new IllegalStateException("kind " + facts.kind(fact));
    }
  }

  private void unload(long at, int what) {
    RuntimeID id =
        switch (facts.kind(what)) {
          case FactCodec.APP_DOMAIN -> new AppDomainID(facts.id(what));
          case FactCodec.ASSEMBLY -> new AssemblyID(facts.id(what));
          case FactCodec.MODULE -> new ModuleID(facts.id(what));
          default -> new FunctionID(facts.id(what));
        };
    if (id instanceof AssemblyID assembly) {
      collectible.remove(assembly); // Another assembly may get its ID.
    } else if (id instanceof ModuleID) {
      types.clear(); // Other types may get the IDs of those that go with it.
    }
    feed.unloadStarted(at, id);
  }

  private void translate(long at, AppDomain domain) {
    feed.appDomainCreated(at, domain.appDomain(), domain.name());
  }

  private void translate(long at, AssemblyEvent assembly, String context) {
    AssemblyID id = assembly.assembly();
    if ((assembly.flags() & AssemblyEvent.COLLECTIBLE) != 0) {
      collectible.add(id);
    }
    String fullName = assembly.fullName();
    int comma = fullName.indexOf(',');
    String name = comma < 0 ? fullName : fullName.substring(0, comma);
    feed.assemblyLoaded(at, id, assembly.appDomain(), new ModuleID(0), name);
    if (!context.isEmpty()) {
      feed.loadContextReported(at, id, context);
    }
  }

  private void translate(long at, ModuleEvent module) {
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

  private void tellPrecompiled(long at, int fact) {
    int code = codeAt.get(facts.entryPoint(fact));
    if (code > 0 && facts.id(code) == facts.id(fact)) {
      tellCode(at, code);
    }
  }

  private void tellDescription(long at, int fact) {
    if (fact != types.get(facts.id(fact))) {
      types.put(facts.id(fact), fact);
      TypeDetails type = facts.type(fact);
      shape(type).ifPresent(shape -> feed.classSeen(at, type.type(), shape, ClassSource.DESCRIBED));
    }
  }

  private Optional<TypeDetails> type(ClassID id) {
    int fact = types.get(id.value());
    return fact == 0 ? Optional.empty() : Optional.of(facts.type(fact));
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
  private void tellDetails(long at, int fact) {
    long method = facts.id(fact);
    boolean isKnown = details.get(method) == fact;
    details.put(method, fact);
    int code = newest.get(method);
    if (code != 0 && !isKnown) {
      MethodCode its = facts.code(code, Occasion.LOAD);
      if (its.token().equals(facts.details(fact).token())) {
        tellMethod(at, its);
      }
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
    int known = dynamic ? 0 : details.get(code.method().value());
    @Nullable MethodDetails its = known == 0 ? null : facts.details(known);
    FunctionShape shape =
        its != null && its.token().equals(code.token()) ? described(at, its, code) : nameless;
    feed.functionSeen(at, code.method(), shape, FunctionSource.JITTED);
    if (its != null) {
      tellName(at, its, code);
    }
  }

  /**
   * The shape of a method, as the profiling API gives it: of shared code, the type arguments are
   * canonical, and its generic type is none in particular.
   */
  private FunctionShape described(long at, MethodDetails its, MethodCode code) {
    boolean shared = (code.flags() & MethodCode.SHARED) != 0;
    boolean isOwner =
        !shared || type(its.type()).filter(owner -> owner.typeArguments().isEmpty()).isPresent();
    if (isOwner) {
      tellType(at, its.type(), ClassSource.FUNCTION_OWNER);
    }
    its.typeArguments().forEach(each -> tellType(at, each, ClassSource.TYPE_ARGUMENT));
    return new FunctionShape(
        isOwner ? its.type() : new ClassID(0), code.module(), its.token(), its.typeArguments(), "");
  }

  private void tellType(long at, ClassID id, ClassSource source) {
    type(id).flatMap(this::shape).ifPresent(shape -> feed.classSeen(at, id, shape, source));
  }

  /** The name of the method's type is that of its TypeDef, apart from type arguments. */
  private void tellName(long at, MethodDetails its, MethodCode code) {
    Optional<ClassShape> type = type(its.type()).flatMap(this::shape);
    String name = new ReportedName(code.names().namespace(), "", "").typeDefinition();
    if (!name.isEmpty() && type.orElse(null) instanceof Defined defined) {
      feed.typeNamed(at, defined.module(), defined.typeDef(), name);
    }
  }

  private void tellCode(long at, int fact) {
    MethodCode code = facts.code(fact, Occasion.LOAD);
    newest.put(code.method().value(), fact);
    tellMethod(at, code);
    feed.codeSeen(at, code.method(), its(code, List.of()));
    EventPipeFacts.name(feed, at, code);
  }

  private void tellIl(long at, int fact) {
    MethodCode code = facts.code(facts.mapped(fact), Occasion.LOAD);
    feed.codeSeen(at, code.method(), its(code, facts.il(fact, code.codeSize())));
  }

  private static NativeCode its(MethodCode code, List<IlMapping> il) {
    Range range = new Range(code.codeStart(), code.codeSize());
    return new NativeCode((int) code.rejit(), List.of(range), il);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ReadyToRunEntryPoint;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeDetails;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes facts as {@link FactBodies} and reads them, without the times at which they were reported
 * and the occasions. A fact begins with its kind and the ID that it is about; texts and IL maps are
 * bodies of their own. Mutable, not thread-safe.
 */
final class FactCodec {

  static final int APP_DOMAIN = 1;
  static final int ASSEMBLY = 2;
  static final int MODULE = 3;
  static final int CODE = 4;

  /** The IL map of code. */
  static final int IL = 5;

  static final int DETAILS = 6;
  static final int TYPE = 7;
  static final int READY_TO_RUN = 8;

  /** Of a domain, an assembly, a module or code. */
  static final int UNLOAD = 9;

  private static final int TEXT = 10;
  private static final int MAPPINGS = 11;

  /** About what a method takes in the map of IDs, with its name, and a mapping of its IL map. */
  private static final int METHOD_IN_MAP = 440;

  private static final int MAPPING_IN_MAP = 16;
  private static final int OTHER_IN_MAP = 150;

  private final FactBodies bodies;
  private final Room room;
  private final FactOutput part = new FactOutput();
  private final FactOutput out = new FactOutput();

  FactCodec(FactBodies bodies, Room room) {
    this.bodies = bodies;
    this.room = room;
  }

  // ---- writing: each returns 0 where there is no room

  int add(AppDomain its) {
    int name = text(its.name());
    return reserved(begin(APP_DOMAIN, its.appDomain().value()).i32(name));
  }

  /** Adds an assembly, which is loaded into a context; empty where that is not known. */
  int add(AssemblyEvent its, String context) {
    int name = text(its.fullName());
    int into = text(context);
    return reserved(
        begin(ASSEMBLY, its.assembly().value())
            .varint(its.appDomain().value())
            .i32(its.flags())
            .i32(name)
            .i32(into));
  }

  int add(ModuleEvent its) {
    int path = text(its.path());
    int pdbPath = its.managedPdb().map(pdb -> text(pdb.path())).orElse(0);
    begin(MODULE, its.module().value()).varint(its.assembly().value()).i32(its.flags()).i32(path);
    its.managedPdb()
        .ifPresent(
            pdb ->
                out.i64(pdb.guid().getMostSignificantBits())
                    .i64(pdb.guid().getLeastSignificantBits())
                    .i32(pdb.age())
                    .i32(pdbPath));
    return reserved(out);
  }

  int add(MethodCode its) {
    int type = text(its.names().namespace());
    int name = text(its.names().name());
    int signature = text(its.names().signature());
    begin(CODE, its.method().value())
        .varint(its.module().value())
        .varint(its.codeStart())
        .i32(its.codeSize())
        .i32(its.token().value())
        .i32(its.flags())
        .varint(its.rejit())
        .i32(type)
        .i32(name)
        .i32(signature);
    return add(out, METHOD_IN_MAP);
  }

  /** Adds the mappings of an IL map. */
  int mappings(List<IlMap.Mapping> mappings) {
    part.begin(MAPPINGS).i32(mappings.size());
    int il = 0;
    int offset = 0;
    for (IlMap.Mapping each : mappings) {
      part.signed(each.ilOffset() - il).signed(each.nativeOffset() - offset);
      il = each.ilOffset();
      offset = each.nativeOffset();
    }
    return add(part, MAPPING_IN_MAP * (mappings.size() + 1));
  }

  int addIl(FunctionID method, int code, int mappings) {
    return add(begin(IL, method.value()).i32(code).i32(mappings), 0);
  }

  int add(MethodDetails its) {
    begin(DETAILS, its.method().value())
        .varint(its.type().value())
        .i32(its.token().value())
        .varint(its.loaderModule().value());
    its.typeArguments().forEach(each -> out.varint(each.value()));
    return add(out, OTHER_IN_MAP / 2);
  }

  int add(TypeDetails its) {
    begin(TYPE, its.type().value())
        .varint(its.module().value())
        .i32(its.token().value())
        .i32(its.flags())
        .u8(its.elementType());
    its.typeArguments().forEach(each -> out.varint(each.value()));
    return add(out, OTHER_IN_MAP);
  }

  int add(ReadyToRunEntryPoint its) {
    return add(begin(READY_TO_RUN, its.method().value()).varint(its.entryPoint()), 0);
  }

  int addUnload(long id, int what) {
    return what == 0 ? 0 : add(begin(UNLOAD, id).i32(what), 0);
  }

  private int text(String text) {
    return text.isEmpty() ? 0 : reserved(part.begin(TEXT).text(text));
  }

  private FactOutput begin(int kind, long id) {
    return out.begin(kind).i64(id);
  }

  private int reserved(FactOutput from) {
    return add(from, OTHER_IN_MAP, true);
  }

  private int add(FactOutput from, int inMap) {
    return add(from, inMap, false);
  }

  private int add(FactOutput from, int inMap, boolean isReserved) {
    int length = from.length();
    int known = bodies.find(from.bytes(), length);
    if (known != 0) {
      return known;
    }
    long size = (long) FactBodies.OVERHEAD + length + inMap;
    boolean fits = isReserved ? room.takeReserved(size) : room.take(size);
    return fits ? bodies.add(from.bytes(), length) : 0;
  }

  // ---- reading

  int kind(int fact) {
    return bodies.read(fact).u8();
  }

  long id(int fact) {
    return from(fact).i64();
  }

  /** Returns what an unload is of. */
  int unloaded(int fact) {
    return rest(fact).i32();
  }

  AppDomain appDomain(int fact, Occasion occasion) {
    return new AppDomain(occasion, new AppDomainID(id(fact)), text(rest(fact).i32()));
  }

  AssemblyEvent assembly(int fact, Occasion occasion) {
    FactInput in = rest(fact);
    AppDomainID domain = new AppDomainID(in.varint());
    return new AssemblyEvent(occasion, new AssemblyID(id(fact)), domain, in.i32(), text(in.i32()));
  }

  /** Returns the load context of an assembly; empty where it is not known. */
  String context(int fact) {
    FactInput in = rest(fact);
    in.varint();
    in.i32();
    in.i32();
    return text(in.i32());
  }

  ModuleEvent module(int fact, Occasion occasion) {
    FactInput in = rest(fact);
    AssemblyID assembly = new AssemblyID(in.varint());
    int flags = in.i32();
    String path = text(in.i32());
    Optional<PdbId> pdb =
        in.isAtEnd()
            ? Optional.empty()
            : Optional.of(new PdbId(new UUID(in.i64(), in.i64()), in.i32(), text(in.i32())));
    return new ModuleEvent(occasion, new ModuleID(id(fact)), assembly, flags, path, "", pdb);
  }

  MethodCode code(int fact, Occasion occasion) {
    FactInput in = rest(fact);
    ModuleID module = new ModuleID(in.varint());
    long start = in.varint();
    int size = in.i32();
    Token token = new Token(in.i32());
    int flags = in.i32();
    long rejit = in.varint();
    MethodNames names = new MethodNames(text(in.i32()), text(in.i32()), text(in.i32()));
    return new MethodCode(
        occasion, new FunctionID(id(fact)), module, start, size, token, flags, names, rejit);
  }

  long codeStart(int fact) {
    FactInput in = rest(fact);
    in.varint();
    return in.varint();
  }

  /** Returns the code of which a fact is the IL map. */
  int mapped(int fact) {
    return rest(fact).i32();
  }

  /** Returns the mappings of an IL map of code of that size, each up to the next. */
  List<IlMapping> il(int fact, int codeSize) {
    FactInput at = rest(fact);
    at.i32();
    FactInput in = bodies.read(at.i32());
    in.u8();
    int count = in.i32();
    List<IlMap.Mapping> starts = new ArrayList<>(count);
    int il = 0;
    int offset = 0;
    for (int i = 0; i < count; i++) {
      il += in.signed();
      offset += in.signed();
      starts.add(new IlMap.Mapping(il, offset));
    }
    starts.sort(Comparator.comparingInt(IlMap.Mapping::nativeOffset));
    List<IlMapping> mappings = new ArrayList<>(count);
    int end = codeSize;
    for (int i = count - 1; i >= 0; i--) {
      IlMap.Mapping each = starts.get(i);
      if (each.nativeOffset() < end) {
        mappings.add(new IlMapping(each.ilOffset(), each.nativeOffset(), end));
        end = each.nativeOffset();
      }
    }
    return mappings;
  }

  MethodDetails details(int fact) {
    FactInput in = rest(fact);
    ClassID type = new ClassID(in.varint());
    Token token = new Token(in.i32());
    ModuleID loader = new ModuleID(in.varint());
    return new MethodDetails(new FunctionID(id(fact)), type, token, loader, types(in));
  }

  TypeDetails type(int fact) {
    FactInput in = rest(fact);
    ModuleID module = new ModuleID(in.varint());
    Token token = new Token(in.i32());
    int flags = in.i32();
    int elementType = in.u8();
    return new TypeDetails(new ClassID(id(fact)), module, token, flags, elementType, "", types(in));
  }

  long entryPoint(int fact) {
    return rest(fact).varint();
  }

  private static List<ClassID> types(FactInput in) {
    List<ClassID> types = new ArrayList<>();
    while (!in.isAtEnd()) {
      types.add(new ClassID(in.varint()));
    }
    return types;
  }

  private String text(int place) {
    if (place == 0) {
      return "";
    }
    FactInput in = bodies.read(place);
    in.u8();
    return in.text();
  }

  private FactInput from(int fact) {
    FactInput in = bodies.read(fact);
    in.u8();
    return in;
  }

  private FactInput rest(int fact) {
    FactInput in = from(fact);
    in.i64();
    return in;
  }
}

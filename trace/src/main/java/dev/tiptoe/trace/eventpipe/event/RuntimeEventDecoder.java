// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.event;

import static dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion.END_OF_RECORDING;
import static dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion.LOAD;
import static dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion.START_OF_RECORDING;
import static dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion.UNLOAD;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStart;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStop;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BulkType;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.DomainModule;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodJitting;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ReadyToRunEntryPoint;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeLoadStart;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeLoadStop;
import dev.tiptoe.trace.eventpipe.format.EventBytes;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The layouts of the runtime's own events, by provider and number, as {@code ClrEtwAll.man} of
 * dotnet/runtime defines them. Later versions of an event only add fields at its end, which are
 * ignored.
 */
final class RuntimeEventDecoder {

  private static final UUID NO_GUID = new UUID(0, 0);

  private static final Map<Integer, Function<EventBytes, RuntimeEvent>> RUNTIME =
      Map.ofEntries(
          Map.entry(15, RuntimeEventDecoder::bulkType),
          Map.entry(72, RuntimeEventDecoder::methodDetails),
          Map.entry(73, RuntimeEventDecoder::typeLoadStart),
          Map.entry(74, RuntimeEventDecoder::typeLoadStop),
          Map.entry(141, fields -> namelessCode(LOAD, fields)),
          Map.entry(142, fields -> namelessCode(UNLOAD, fields)),
          Map.entry(143, fields -> methodCode(LOAD, fields)),
          Map.entry(144, fields -> methodCode(UNLOAD, fields)),
          Map.entry(145, RuntimeEventDecoder::methodJitting),
          Map.entry(151, fields -> domainModule(LOAD, fields)),
          Map.entry(152, fields -> module(LOAD, fields)),
          Map.entry(153, fields -> module(UNLOAD, fields)),
          Map.entry(154, fields -> assembly(LOAD, fields)),
          Map.entry(155, fields -> assembly(UNLOAD, fields)),
          Map.entry(156, fields -> appDomain(LOAD, fields)),
          Map.entry(157, fields -> appDomain(UNLOAD, fields)),
          Map.entry(190, fields -> ilMap(LOAD, fields)),
          Map.entry(290, RuntimeEventDecoder::bindStart),
          Map.entry(291, RuntimeEventDecoder::bindStop),
          Map.entry(159, RuntimeEventDecoder::readyToRunEntryPoint));

  private static final Map<Integer, Function<EventBytes, RuntimeEvent>> RUNDOWN =
      Map.ofEntries(
          Map.entry(141, fields -> namelessCode(START_OF_RECORDING, fields)),
          Map.entry(142, fields -> namelessCode(END_OF_RECORDING, fields)),
          Map.entry(143, fields -> methodCode(START_OF_RECORDING, fields)),
          Map.entry(144, fields -> methodCode(END_OF_RECORDING, fields)),
          Map.entry(149, fields -> ilMap(START_OF_RECORDING, fields)),
          Map.entry(150, fields -> ilMap(END_OF_RECORDING, fields)),
          Map.entry(155, fields -> assembly(START_OF_RECORDING, fields)),
          Map.entry(156, fields -> assembly(END_OF_RECORDING, fields)),
          Map.entry(157, fields -> appDomain(START_OF_RECORDING, fields)),
          Map.entry(158, fields -> appDomain(END_OF_RECORDING, fields)),
          Map.entry(151, fields -> domainModule(START_OF_RECORDING, fields)),
          Map.entry(152, fields -> domainModule(END_OF_RECORDING, fields)),
          Map.entry(153, fields -> module(START_OF_RECORDING, fields)),
          Map.entry(154, fields -> module(END_OF_RECORDING, fields)));

  private static final Map<String, Map<Integer, Function<EventBytes, RuntimeEvent>>> PROVIDERS =
      Map.of(
          "Microsoft-Windows-DotNETRuntime", RUNTIME,
          "Microsoft-Windows-DotNETRuntimeRundown", RUNDOWN);

  private static final MethodNames NO_NAMES = new MethodNames("", "", "");

  /** The bytes of a type without a name and without arguments in a BulkType. */
  private static final int SHORTEST_TYPE = 31;

  private RuntimeEventDecoder() {}

  static Optional<RuntimeEvent> decode(EventPipeEvent event) {
    EventType type = event.type();
    var layout = PROVIDERS.getOrDefault(type.provider(), Map.of()).get(type.number());
    return layout == null ? Optional.empty() : Optional.of(layout.apply(event.payload()));
  }

  private static RuntimeEvent methodCode(Occasion occasion, EventBytes fields) {
    return code(occasion, fields, RuntimeEventDecoder::names);
  }

  private static RuntimeEvent namelessCode(Occasion occasion, EventBytes fields) {
    return code(occasion, fields, none -> NO_NAMES);
  }

  private static RuntimeEvent code(
      Occasion occasion, EventBytes fields, Function<EventBytes, MethodNames> names) {
    return new MethodCode(
        occasion,
        new FunctionID(fields.i64()),
        new ModuleID(fields.i64()),
        fields.i64(),
        fields.i32(),
        new Token(fields.i32()),
        fields.i32(),
        names.apply(fields),
        rejit(fields));
  }

  private static RuntimeEvent methodDetails(EventBytes fields) {
    FunctionID method = new FunctionID(fields.i64());
    ClassID type = new ClassID(fields.i64());
    Token token = new Token(fields.i32());
    int count = fields.i32();
    ModuleID loaderModule = new ModuleID(fields.i64());
    return new MethodDetails(method, type, token, loaderModule, types(fields, count));
  }

  private static List<ClassID> types(EventBytes fields, int count) {
    if (count < 0 || count > fields.remaining() / Long.BYTES) {
      throw fields.damaged(Integer.toUnsignedString(count) + " type arguments");
    }
    List<ClassID> types = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      types.add(new ClassID(fields.i64()));
    }
    return types;
  }

  private static RuntimeEvent bulkType(EventBytes fields) {
    int count = fields.count(SHORTEST_TYPE);
    fields.u16(); // The number of this runtime in its process.
    List<TypeDetails> types = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      types.add(
          new TypeDetails(
              new ClassID(fields.i64()),
              new ModuleID(fields.i64()),
              new Token(fields.i32()),
              fields.i32(),
              fields.u8(),
              fields.utf16(),
              types(fields, fields.i32())));
    }
    return new BulkType(types);
  }

  /** The field exists since version 2 of the event. */
  private static long rejit(EventBytes fields) {
    if (fields.remaining() >= Short.BYTES) {
      fields.u16(); // The number of this runtime in its process.
    }
    return fields.remaining() >= Long.BYTES ? fields.i64() : 0;
  }

  private static RuntimeEvent ilMap(Occasion occasion, EventBytes fields) {
    FunctionID method = new FunctionID(fields.i64());
    long rejit = fields.i64();
    fields.u8(); // The number of a part of the method; there is only one.
    int count = fields.u16();
    EventBytes ilOffsets = fields.part(count * Integer.BYTES);
    EventBytes nativeOffsets = fields.part(count * Integer.BYTES);
    List<IlMap.Mapping> mappings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      mappings.add(new IlMap.Mapping(ilOffsets.i32(), nativeOffsets.i32()));
    }
    return new IlMap(occasion, method, rejit, mappings);
  }

  private static RuntimeEvent appDomain(Occasion occasion, EventBytes fields) {
    AppDomainID appDomain = new AppDomainID(fields.i64());
    fields.i32(); // Flags.
    return new AppDomain(occasion, appDomain, fields.utf16());
  }

  private static RuntimeEvent assembly(Occasion occasion, EventBytes fields) {
    AssemblyID assembly = new AssemblyID(fields.i64());
    AppDomainID appDomain = new AppDomainID(fields.i64());
    fields.i64(); // A number of the binder.
    return new AssemblyEvent(occasion, assembly, appDomain, fields.i32(), fields.utf16());
  }

  private static RuntimeEvent bindStart(EventBytes fields) {
    fields.u16(); // The number of this runtime in its process.
    String name = fields.utf16();
    String path = fields.utf16();
    fields.utf16(); // The assembly that refers to it.
    return new BindStart(name, path, fields.utf16());
  }

  private static RuntimeEvent bindStop(EventBytes fields) {
    bindStart(fields); // The same fields again.
    fields.utf16(); // The load context of the assembly that refers to it.
    fields.i32(); // Whether an assembly was found.
    String found = fields.utf16();
    fields.utf16(); // Its path.
    return new BindStop(found, fields.i32() != 0);
  }

  private static RuntimeEvent methodJitting(EventBytes fields) {
    return new MethodJitting(
        new FunctionID(fields.i64()),
        new ModuleID(fields.i64()),
        new Token(fields.i32()),
        fields.i32(),
        names(fields));
  }

  private static RuntimeEvent readyToRunEntryPoint(EventBytes fields) {
    return new ReadyToRunEntryPoint(new FunctionID(fields.i64()), names(fields), fields.i64());
  }

  private static MethodNames names(EventBytes fields) {
    return new MethodNames(fields.utf16(), fields.utf16(), fields.utf16());
  }

  private static RuntimeEvent module(Occasion occasion, EventBytes fields) {
    ModuleID module = new ModuleID(fields.i64());
    AssemblyID assembly = new AssemblyID(fields.i64());
    int flags = fields.i32();
    fields.i32(); // Reserved.
    String path = fields.utf16();
    String nativePath = fields.utf16();
    fields.u16(); // The number of this runtime in its process.
    return new ModuleEvent(occasion, module, assembly, flags, path, nativePath, managedPdb(fields));
  }

  /** The field exists since version 2 of the event. */
  private static Optional<PdbId> managedPdb(EventBytes fields) {
    if (fields.remaining() == 0) {
      return Optional.empty();
    }
    PdbId pdb = new PdbId(fields.guid(), fields.i32(), fields.utf16());
    return pdb.guid().equals(NO_GUID) ? Optional.empty() : Optional.of(pdb);
  }

  private static RuntimeEvent domainModule(Occasion occasion, EventBytes fields) {
    ModuleID module = new ModuleID(fields.i64());
    AssemblyID assembly = new AssemblyID(fields.i64());
    AppDomainID appDomain = new AppDomainID(fields.i64());
    fields.i32(); // Flags.
    fields.i32(); // Reserved.
    return new DomainModule(occasion, module, assembly, appDomain, fields.utf16());
  }

  private static RuntimeEvent typeLoadStart(EventBytes fields) {
    return new TypeLoadStart(fields.i32());
  }

  private static RuntimeEvent typeLoadStop(EventBytes fields) {
    int load = fields.i32();
    fields.u16(); // The number of this runtime in its process.
    int level = fields.u16();
    return new TypeLoadStop(load, level, new ClassID(fields.i64()), fields.utf16());
  }
}

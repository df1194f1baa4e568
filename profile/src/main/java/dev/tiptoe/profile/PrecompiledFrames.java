// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.r2r.CodeAt;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ModuleOverride;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.metadata.r2r.ReadyToRunNames;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.symbols.NativePlace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Makes the frames of code that was compiled ahead of time (ReadyToRun): from the image of the
 * module and the RVA. A method has the same frame as its code compiled by the runtime: that of its
 * FunctionID if it has one, else one with the same name and token, of the module that defines it.
 * For an instantiation this may be another module than the one with the code. Not thread-safe.
 */
final class PrecompiledFrames {

  /** The code of an image. */
  private record Code(ReadyToRun code, ReadyToRunNames names) {}

  /** A method's row, and the module that defines it. */
  private record Definition(ModuleFact module, Token method) {}

  private final Session session;
  private final FrameMaker maker;
  private final IdentityHashMap<Image, Optional<Code>> codes = new IdentityHashMap<>();

  PrecompiledFrames(Session session, FrameMaker maker) {
    this.session = session;
    this.maker = maker;
  }

  Frame frame(MappedImage image, long rva, IdView then) {
    Optional<ModuleFact> module = then.meaningOf(image.module()).valid();
    Optional<LoadedModule> loaded = module.map(fact -> fact.loaded());
    Optional<Image> opened =
        loaded.flatMap(its -> session.image(its).opened()).map(found -> found.image());
    try {
      return opened
          .flatMap(found -> codes.computeIfAbsent(found, its -> code(its, then)))
          .flatMap(code -> method(code, module.orElseThrow(), (int) rva, then))
          .or(() -> module.flatMap(its -> indexed(its, opened, (int) rva, then)))
          .orElseGet(() -> unknown(image, loaded, rva));
    } catch (MetadataFormatException damaged) {
      return unknown(image, loaded, rva);
    }
  }

  /** A symbol index knows the code of a module that is not open, as far as it is its own. */
  private Optional<Frame> indexed(ModuleFact module, Optional<Image> opened, int rva, IdView then) {
    return opened.isPresent()
        ? Optional.empty()
        : session
            .symbolsOf(module.loaded())
            .map(symbols -> symbols.nativeCode(rva))
            .filter(NativePlace.Known.class::isInstance)
            .map(place -> ((NativePlace.Known) place).methodDef())
            .map(
                method ->
                    frame(new Definition(module, method), false, nameOf(module, method, then)));
  }

  private String nameOf(ModuleFact module, Token method, IdView then) {
    return session.at(then.time()).nameOf(module.id(), method);
  }

  private Frame frame(Definition its, boolean isInstance, String name) {
    return function(its, isInstance, name)
        .map(maker::of)
        .orElseGet(() -> maker.of(name, its.module.loaded(), its.method));
  }

  /** The code is valid with one build of each assembly that it refers to, at any time. */
  private Optional<Code> code(Image image, IdView then) {
    return ReadyToRun.of(image)
        .map(
            code ->
                new Code(
                    code,
                    new ReadyToRunNames(
                        code,
                        assembly ->
                            module(assembly, then)
                                .flatMap(fact -> session.image(fact.loaded()).opened())
                                .map(found -> found.image()))));
  }

  private static Frame unknown(MappedImage image, Optional<LoadedModule> loaded, long rva) {
    String file =
        loaded
            .map(LoadedModule::fileName)
            .orElse(image.path().substring(image.path().lastIndexOf('/') + 1));
    return Frame.named(file + "+0x" + Long.toHexString(rva), file);
  }

  private Optional<Frame> method(Code code, ModuleFact module, int rva, IdView then) {
    if (!(code.code.methodAt(rva) instanceof CodeAt.Method found)) {
      return Optional.empty();
    }
    EntryPoint entry = found.method();
    Optional<Definition> definition = definition(code, module, entry, then);
    if (definition.isEmpty()) {
      return Optional.of(Frame.named(code.names.of(entry), module.loaded().fileName()));
    }
    Definition its = definition.get();
    String name =
        entry.isInstance() ? instance(code, entry, its) : nameOf(its.module, its.method, then);
    return Optional.of(frame(its, entry.isInstance(), name));
  }

  private String instance(Code code, EntryPoint entry, Definition definition) {
    return session
        .image(definition.module.loaded())
        .opened()
        .map(opened -> code.names.of(entry, opened.names().member(definition.method)))
        .orElseGet(() -> code.names.of(entry));
  }

  /**
   * Returns what is known of the method, also when that became known later: it is the same frame
   * before. Of the instantiations of a method the one is meant that has the name.
   */
  private Optional<FunctionFact> function(Definition definition, boolean isInstance, String name) {
    IdView end = session.map().atEndOf(definition.module);
    List<FunctionID> ids = new ArrayList<>();
    end.forEachFunctionID(definition.module.id(), definition.method, ids::add);
    return isInstance || ids.size() == 1
        ? ids.stream()
            .flatMap(id -> end.meaningOf(id).valid().stream())
            .filter(fact -> !isInstance || session.nameOf(fact).equals(name))
            .findFirst()
        : Optional.empty();
  }

  /** Returns the row of a method, where its module is loaded. */
  private Optional<Definition> definition(
      Code code, ModuleFact module, EntryPoint entry, IdView then) {
    ModuleOverride override = code.code.module(entry.module());
    Optional<Definition> referring = Optional.empty();
    if (override instanceof ModuleOverride.Own) {
      referring = Optional.of(new Definition(module, entry.method()));
    } else if (override instanceof ModuleOverride.Assembly other) {
      referring = module(other, then).map(it -> new Definition(it, entry.method()));
    }
    return referring.flatMap(
        it -> it.method.table() == MethodDef.TABLE ? Optional.of(it) : resolved(it, then));
  }

  private Optional<Definition> resolved(Definition reference, IdView then) {
    return session
        .at(then.time())
        .member(reference.module.id(), reference.method)
        .resolved()
        .filter(found -> found.member() instanceof MemberResolution.Method)
        .map(found -> (MemberResolution.Method) found.member())
        .flatMap(
            method ->
                then.meaningOf(method.module().id())
                    .valid()
                    .map(fact -> new Definition(fact, method.token())));
  }

  /** Returns the loaded module of an assembly: the build that the code was compiled against. */
  private Optional<ModuleFact> module(ModuleOverride.Assembly assembly, IdView then) {
    if (assembly.mvid().isPresent()) {
      return then.modulesWithMvid(assembly.mvid().get()).findFirst();
    }
    return then.modulesNamed(assembly.reference().name())
        .filter(
            fact ->
                session
                    .image(fact.loaded())
                    .opened()
                    .flatMap(opened -> opened.image().assembly())
                    .filter(assembly.reference().identity()::equals)
                    .isPresent())
        .findFirst();
  }
}

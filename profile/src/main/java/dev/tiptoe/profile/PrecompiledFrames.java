// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.r2r.CodeAt;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ModuleOverride;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.metadata.r2r.ReadyToRunNames;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Makes the frames of code that was compiled ahead of time (ReadyToRun): from the image of the
 * module and the RVA, no FunctionID being known. Not thread-safe.
 */
final class PrecompiledFrames {

  /** The code of an image, and the names of its methods. */
  private record Code(ReadyToRun code, ReadyToRunNames names) {}

  private final Session session;
  private final FrameMaker maker;
  private final IdentityHashMap<Image, Optional<Code>> codes = new IdentityHashMap<>();

  PrecompiledFrames(Session session, FrameMaker maker) {
    this.session = session;
    this.maker = maker;
  }

  Frame frame(MappedImage image, long rva, IdView then) {
    Optional<LoadedModule> loaded =
        then.meaningOf(image.module()).valid().map(fact -> fact.loaded());
    Optional<Image> opened =
        loaded.flatMap(module -> session.image(module).opened()).map(found -> found.image());
    try {
      return opened
          .flatMap(found -> codes.computeIfAbsent(found, PrecompiledFrames::code))
          .flatMap(code -> method(code, image.module(), loaded.orElseThrow(), (int) rva, then))
          .orElseGet(() -> unknown(image, loaded, rva));
    } catch (MetadataFormatException damaged) {
      return unknown(image, loaded, rva);
    }
  }

  private static Optional<Code> code(Image image) {
    return ReadyToRun.of(image)
        .map(code -> new Code(code, new ReadyToRunNames(code, any -> Optional.empty())));
  }

  private static Frame unknown(MappedImage image, Optional<LoadedModule> loaded, long rva) {
    String file =
        loaded
            .map(LoadedModule::fileName)
            .orElse(image.path().substring(image.path().lastIndexOf('/') + 1));
    return Frame.named(file + "+0x" + Long.toHexString(rva), file);
  }

  private Optional<Frame> method(
      Code code, ModuleID module, LoadedModule loaded, int rva, IdView then) {
    CodeAt at = code.code.methodAt(rva);
    if (!(at instanceof CodeAt.Method found)) {
      return Optional.empty();
    }
    EntryPoint entry = found.method();
    boolean isOwn =
        !entry.isInstance()
            && entry.method().table() == MethodDef.TABLE
            && code.code.module(entry.module()) instanceof ModuleOverride.Own;
    if (!isOwn) {
      return Optional.of(Frame.named(code.names.of(entry), loaded.fileName()));
    }
    List<FunctionID> ids = new ArrayList<>();
    then.forEachFunctionID(module, entry.method(), ids::add);
    Optional<FunctionFact> only =
        ids.size() == 1 ? then.meaningOf(ids.get(0)).valid() : Optional.empty();
    return Optional.of(
        only.map(maker::of)
            .orElseGet(
                () ->
                    maker.of(
                        session.at(then.time()).nameOf(module, entry.method()),
                        loaded,
                        entry.method())));
  }
}

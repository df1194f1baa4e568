// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.CodeLocation.InCode;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IlPosition;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace.Known;
import dev.tiptoe.symbols.SourcePlace.Precision;
import dev.tiptoe.symbols.written.WrittenMethod;
import java.util.Optional;
import java.util.Set;

/** Makes the frames of methods and positions, from the facts of a session. Not thread-safe. */
final class FrameMaker {

  private final Session session;
  private final Set<FrameDetail> details;

  FrameMaker(Session session, Set<FrameDetail> details) {
    this.session = session;
    this.details = details;
  }

  /** Returns whether frames of one method differ by their position. */
  boolean hasPositions() {
    return details.contains(FrameDetail.IL_OFFSET) || details.contains(FrameDetail.SOURCE_LINE);
  }

  /** Returns the frame of a method at no position. */
  Frame of(FunctionFact method) {
    String name = session.nameOf(method);
    FrameModule module = module(method);
    boolean inSource = details.contains(FrameDetail.SOURCE);
    return new Frame(
        name,
        inSource ? written(method) : "",
        module,
        method.shape().methodDef().isNil() ? 0 : method.shape().methodDef().value(),
        Frame.NO_OFFSET,
        inSource ? source(method) : FrameSource.UNKNOWN,
        FrameKind.of(name, module.name()));
  }

  /** Returns the frame of a method of which no FunctionID is known. */
  Frame of(String name, LoadedModule module, Token methodDef) {
    String written =
        details.contains(FrameDetail.SOURCE)
            ? session.symbolsOf(module).flatMap(found -> written(found, methodDef)).orElse("")
            : "";
    return new Frame(
        name,
        written,
        new FrameModule(module.fileName(), module.path(), module.mvid()),
        methodDef.value(),
        Frame.NO_OFFSET,
        FrameSource.UNKNOWN,
        FrameKind.of(name, module.fileName()));
  }

  private FrameModule module(FunctionFact method) {
    return session
        .map()
        .atEndOf(method)
        .meaningOf(method.shape().module())
        .valid()
        .map(fact -> fact.loaded())
        .map(loaded -> new FrameModule(loaded.fileName(), loaded.path(), loaded.mvid()))
        .orElse(FrameModule.NONE);
  }

  private FrameSource source(FunctionFact method) {
    return session
        .sourceOf(method, 0)
        .known()
        .map(found -> new FrameSource(found.document(), found.startLine(), 0, false))
        .orElse(FrameSource.UNKNOWN);
  }

  private String written(FunctionFact method) {
    return symbols(method).flatMap(found -> written(found, method.shape().methodDef())).orElse("");
  }

  private Optional<ModuleSymbols> symbols(FunctionFact method) {
    if (method.shape().methodDef().isNil()) {
      return Optional.empty();
    }
    return session
        .map()
        .atEndOf(method)
        .meaningOf(method.shape().module())
        .valid()
        .flatMap(fact -> session.symbolsOf(fact.loaded()));
  }

  private static Optional<String> written(ModuleSymbols symbols, Token token) {
    try {
      MethodSymbol symbol = symbols.method(token);
      return Optional.of(
          symbol.written().source() == WrittenMethod.Source.WRITTEN
              ? symbol.shown()
              : symbol.written().text());
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }

  /** Returns the frame of a method at the position of an address in its code. */
  Frame at(FunctionFact method, Frame frame, long address) {
    // Code is recorded after the sample in which it was first met.
    CodeLocation there = session.map().atEndOf(method).codeAt(address);
    return there instanceof InCode code && code.method().id().equals(method.id())
        ? at(code, frame)
        : frame;
  }

  private Frame at(InCode code, Frame frame) {
    int offset = details.contains(FrameDetail.IL_OFFSET) ? offset(code) : frame.ilOffset();
    FrameSource source = frame.source();
    if (details.contains(FrameDetail.SOURCE_LINE)) {
      Optional<Known> found = session.sourceOf(code).known();
      if (found.isPresent()) {
        source =
            new FrameSource(
                found.get().document(),
                source.firstLine(),
                found.get().startLine(),
                found.get().precision() == Precision.AT_OR_AFTER);
      }
    }
    return new Frame(
        frame.method(),
        frame.written(),
        frame.module(),
        frame.methodDef(),
        offset,
        source,
        frame.kind());
  }

  private int offset(InCode code) {
    IlPosition il = code.il();
    if (il instanceof IlPosition.At at) {
      // The reader of a profile has the file's IL and no other.
      return session.isOfOtherIl(code) ? Frame.NO_OFFSET : at.offset();
    }
    if (il == IlPosition.Nowhere.PROLOG) {
      return Frame.PROLOG;
    }
    return il == IlPosition.Nowhere.EPILOG ? Frame.EPILOG : Frame.NO_OFFSET;
  }
}

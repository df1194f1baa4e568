// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.text.FrameText.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Finds the methods and lines that a frame of a stack trace may mean. Thread-safe. */
final class FrameResolver {

  /**
   * A method that a frame may mean.
   *
   * @param named the method that the frame names
   * @param code the method whose code it is: another one if the named one starts a state machine
   * @param place the source, if the frame has an IL offset
   */
  record Meaning(MethodSymbol named, MethodSymbol code, SourcePlace place) {

    boolean isOfMachine() {
      return !code.token().equals(named.token());
    }
  }

  /** What a frame may mean, for each module that it may be of. */
  record Meanings(List<List<Meaning>> ofModules) {

    static final Meanings NONE = new Meanings(List.of());
  }

  private static final String MOVE_NEXT = "MoveNext";
  private static final int MOST_MODULES = 1 << 10;
  private static final SourcePlace NO_PLACE = new SourcePlace.Unknown("the text has no IL offset");

  private static final SourcePlace NO_LINE =
      new SourcePlace.Unknown("the runtime has no line for it");

  private final MethodSearch search;
  private final boolean asRuntime;
  private final Consumer<String> notes;

  /** The modules that have another method at a token than the text says. */
  private final Set<String> others = ConcurrentHashMap.newKeySet();

  /**
   * Creates a resolver.
   *
   * @param asRuntime whether only lines are wanted that the runtime itself would write
   * @param notes receives the reason why a frame with a position stays unresolved; may receive it
   *     often
   */
  FrameResolver(Symbols symbols, boolean asRuntime, Consumer<String> notes) {
    this.search = new MethodSearch(symbols);
    this.asRuntime = asRuntime;
    this.notes = notes;
  }

  /** Returns what a frame may mean; nothing when no available module has the method. */
  Meanings resolve(FrameText frame) {
    return switch (frame.form()) {
      case TOKEN -> byToken(frame);
      case MONO -> inModule(frame);
      case NAME, ANDROID -> byName(frame, frame.method(), Optional.empty());
      case CODE -> byName(frame, frame.method().replace("::", "."), Optional.empty());
      case LOCATED -> Meanings.NONE;
    };
  }

  // ---- by token

  private Meanings byToken(FrameText frame) {
    List<ModuleSymbols> modules = search.modules(frame.module());
    if (modules.isEmpty()) {
      modules =
          search.methods(frame.method(), Optional.empty()).stream()
              .filter(found -> found.method().token().equals(frame.token()))
              .map(MethodSearch.Found::module)
              .distinct()
              .toList();
    }
    if (modules.isEmpty()) {
      notes.accept("no symbols of " + frame.module());
    }
    List<List<Meaning>> found = new ArrayList<>();
    for (ModuleSymbols module : modules) {
      Optional<MethodSymbol> method = MethodSearch.method(module, frame.token());
      if (method.filter(each -> isNamed(each, frame)).isPresent()) {
        meaning(module, method.get(), frame).ifPresent(each -> found.add(List.of(each)));
      }
    }
    if (found.isEmpty() && !modules.isEmpty()) {
      noteOther(modules.get(0), frame);
    }
    return new Meanings(found);
  }

  /** Notes once for each module that a token of the text is of another method, or of none. */
  private void noteOther(ModuleSymbols module, FrameText frame) {
    if (others.size() < MOST_MODULES && others.add(module.origin())) {
      String has =
          MethodSearch.method(module, frame.token())
              .map(method -> difference(method, frame))
              .orElse("no method, in the text " + frame.method());
      notes.accept(
          module.origin()
              + ": token "
              + frame.token()
              + " is "
              + has
              + ": another build, or another name");
    }
  }

  /** Notes once for each module that a method of the text has other parameters there. */
  private void noteParameters(ModuleSymbols module, MethodSymbol method, FrameText frame) {
    if (others.size() < MOST_MODULES && others.add(module.origin())) {
      notes.accept(module.origin() + ": " + difference(method, frame));
    }
  }

  private static String difference(MethodSymbol method, FrameText frame) {
    String name = qualified(method);
    return name.equals(frame.method())
        ? method.shown()
            + ", not with the parameters "
            + frame.parameters().orElse("")
            + " of the text"
        : name + ", not " + frame.method() + " as in the text";
  }

  /** A token counts rows: another build has another method there. */
  private static boolean isNamed(MethodSymbol method, FrameText frame) {
    return frame.method().equals(qualified(method))
        && frame
            .parameters()
            .filter(parameters -> !ParameterTexts.fit(parameters, method.shownMember()))
            .isEmpty();
  }

  private static String qualified(MethodSymbol method) {
    String type = method.type().replace('+', '.');
    return type.isEmpty() ? method.name() : type + "." + method.name();
  }

  // ---- by name

  private Meanings inModule(FrameText frame) {
    UUID mvid = frame.mvid().orElseThrow();
    Optional<ModuleSymbols> module = search.module(mvid);
    if (module.isEmpty()) {
      notes.accept("no symbols of a module with the MVID " + mvid);
      return Meanings.NONE;
    }
    return byName(frame, frame.method(), module);
  }

  private Meanings byName(FrameText frame, String name, Optional<ModuleSymbols> in) {
    Map<ModuleSymbols, List<MethodSymbol>> methods = new LinkedHashMap<>();
    for (MethodSearch.Found found : search.methods(name, in)) {
      methods.computeIfAbsent(found.module(), key -> new ArrayList<>()).add(found.method());
    }
    List<List<Meaning>> meanings = new ArrayList<>();
    methods.forEach(
        (module, all) -> {
          List<MethodSymbol> fitting = overloads(all, frame);
          if (fitting.isEmpty()) {
            noteParameters(module, all.get(0), frame);
          }
          List<Meaning> ofModule =
              fitting.stream().flatMap(method -> meaning(module, method, frame).stream()).toList();
          if (!ofModule.isEmpty()) {
            meanings.add(ofModule);
          }
        });
    return new Meanings(meanings);
  }

  private static List<MethodSymbol> overloads(List<MethodSymbol> all, FrameText frame) {
    // The signatures of perf maps are in another language; their names are all that is used.
    if (frame.parameters().isEmpty() || frame.form() == Form.CODE) {
      return all;
    }
    String parameters = frame.parameters().get();
    return all.stream()
        .filter(each -> arity(frame) == 0 || each.shownMember().contains("<"))
        .filter(each -> ParameterTexts.fit(parameters, each.shownMember()))
        .toList();
  }

  private static int arity(FrameText frame) {
    String arguments = frame.arguments();
    return arguments.isEmpty()
        ? 0
        : ParameterTexts.split(arguments.substring(1, arguments.length() - 1)).size();
  }

  // ---- places

  private Optional<Meaning> meaning(ModuleSymbols module, MethodSymbol named, FrameText frame) {
    boolean hasOffset =
        switch (frame.form()) {
          case TOKEN, ANDROID, MONO -> true;
          case NAME, CODE, LOCATED -> false;
        };
    if (!frame.member().isEmpty()) {
      return machine(module, named, frame, frame.member())
          .map(code -> new Meaning(named, code, place(module, code, frame, hasOffset)));
    }
    SourcePlace place = place(module, named, frame, hasOffset);
    boolean hasNone = hasOffset && place.known().isEmpty();
    if (hasNone && !search.hasLines(module)) {
      notes.accept("no lines: " + reason(module.source(named.token(), frame.offset())));
      return Optional.of(new Meaning(named, named, place));
    }
    // The method that starts a state machine has no lines. The runtime names it where the machine
    // runs, with the machine's offset.
    if (hasNone) {
      Optional<MethodSymbol> code = machine(module, named, frame, MOVE_NEXT);
      if (code.isPresent()) {
        SourcePlace inMachine = place(module, code.get(), frame, true);
        return Optional.of(new Meaning(named, code.get(), inMachine));
      }
    }
    return Optional.of(new Meaning(named, named, place));
  }

  private static String reason(SourcePlace place) {
    return place instanceof SourcePlace.Unknown unknown ? unknown.reason() : "";
  }

  private Optional<MethodSymbol> machine(
      ModuleSymbols module, MethodSymbol kickoff, FrameText frame, String member) {
    int arity = frame.form() == Form.ANDROID ? -1 : arity(frame);
    return search.ofMachine(module, kickoff, arity, member).map(MethodSearch.Found::method);
  }

  private SourcePlace place(
      ModuleSymbols module, MethodSymbol method, FrameText frame, boolean hasOffset) {
    if (!hasOffset) {
      return NO_PLACE;
    }
    return asRuntime && !module.hasRuntimeLine(method.token(), frame.offset())
        ? NO_LINE
        : module.source(method.token(), frame.offset());
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.SourcePlace.Precision;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.text.FrameResolver.Meaning;
import dev.tiptoe.symbols.text.FrameResolver.Meanings;
import dev.tiptoe.symbols.text.FrameText.Form;
import dev.tiptoe.symbols.written.GeneratedName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Composes the text that replaces a frame of a stack trace after it is resolved. Thread-safe. */
public final class FrameRewriter {

  /** How the methods of resolved frames are written. */
  public enum NameStyle {
    /** Generated methods as the method that was written; others stay as in the text. */
    WRITTEN,
    /** All as in C#; generated ones as the method that was written. */
    CSHARP,
    /** As in the text: what the runtime writes if it finds the PDB. */
    SYSTEM
  }

  /**
   * The options.
   *
   * @param names how methods are written
   * @param keepRaw whether the name in the text stands in brackets behind one that replaces it
   * @param all whether each candidate is written where a frame has several
   */
  public record Options(NameStyle names, boolean keepRaw, boolean all) {}

  /** Recognizes frames that readers rarely need to see. */
  @FunctionalInterface
  public interface Noise {

    /** Nothing is noise. */
    Noise NONE = (type, method) -> false;

    /**
     * Returns whether frames of a method are noise.
     *
     * @param type the name of its type, with dots: {@code Ns.Outer.Inner`1}
     * @param method its name in the metadata
     */
    boolean isNoise(String type, String method);
  }

  /**
   * The replacement of a frame.
   *
   * @param keep how much of the frame stays
   * @param end where the frame ends
   * @param text what stands between
   * @param ofMachine whether the frame is of a state machine, or else of the method that starts it
   * @param starting what stands for all of a frame that starts one; empty if it stays
   * @param noise whether the frame is noise
   */
  record Replacement(
      int keep, int end, String text, boolean ofMachine, String starting, boolean noise) {

    static Replacement none(int end, boolean noise) {
      return new Replacement(end, end, "", false, "", noise);
    }
  }

  /** A longer answer is not given: what is added to a text is bounded. */
  private static final int MOST_ADDED = 1 << 10;

  private final FrameResolver resolver;
  private final Options options;
  private final Noise noise;
  private final UnaryOperator<String> printable;
  private final Consumer<String> notes;

  /**
   * Creates a rewriter.
   *
   * @param printable escapes names and paths of modules, which an attacker may have chosen
   * @param notes receives the reasons why frames stay unresolved; may receive one often
   */
  public FrameRewriter(
      Symbols symbols,
      Options options,
      Noise noise,
      UnaryOperator<String> printable,
      Consumer<String> notes) {
    this.resolver = new FrameResolver(symbols, options.names() == NameStyle.SYSTEM, notes);
    this.options = options;
    this.noise = noise;
    this.printable = printable;
    this.notes = notes;
  }

  /**
   * Returns the replacement of the frame that a text begins with; empty when it begins with none.
   *
   * @param bytes the text: each character is a byte of its UTF-8
   */
  Optional<Replacement> rewrite(String bytes) {
    return FrameParser.parse(bytes).map(found -> replacement(bytes, found));
  }

  /** The same for a method of a perf map: {@code T::M(sig)}. */
  Optional<Replacement> rewriteCode(String bytes) {
    return FrameParser.parseCode(bytes).map(found -> replacement(bytes, found));
  }

  private Replacement replacement(String bytes, FrameParser.Found found) {
    FrameText frame = decoded(found.frame());
    Replacement none = Replacement.none(found.end(), isNoise(frame));
    if (none.noise() || !mayChange(frame)) {
      return none;
    }
    Meanings meanings = resolver.resolve(frame);
    List<Replacement> answers =
        meanings.ofModules().stream()
            .map(each -> of(bytes, found, frame, each, none))
            .distinct()
            .toList();
    if (answers.size() > 1) {
      notes.accept("several modules differ, and the text does not say which: " + frame.module());
    }
    Replacement answer = answers.size() == 1 ? answers.get(0) : none;
    return answer.text().length() + answer.starting().length() > MOST_ADDED ? none : answer;
  }

  private boolean mayChange(FrameText frame) {
    return switch (frame.form()) {
      case LOCATED -> false;
      case TOKEN, ANDROID, MONO -> true;
      case NAME, CODE ->
          options.names() == NameStyle.CSHARP
              || (options.names() == NameStyle.WRITTEN && isGenerated(frame));
    };
  }

  private boolean isNoise(FrameText frame) {
    List<String> parts = MethodSearch.parts(frame.method().replace("::", "."));
    int own = parts.size() - 1;
    return noise.isNoise(String.join(".", parts.subList(0, own)), parts.get(own));
  }

  private static FrameText decoded(FrameText frame) {
    return new FrameText(
        frame.form(),
        decoded(frame.method()),
        decoded(frame.arguments()),
        frame.parameters().map(FrameRewriter::decoded),
        decoded(frame.member()),
        decoded(frame.module()),
        frame.mvid(),
        frame.token(),
        frame.offset());
  }

  static String decoded(String bytes) {
    return bytes.chars().allMatch(c -> c < 0x80)
        ? bytes
        : new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  // ---- texts

  private Replacement of(
      String bytes,
      FrameParser.Found found,
      FrameText frame,
      List<Meaning> meanings,
      Replacement none) {
    List<String> texts =
        meanings.stream()
            .map(each -> name(frame, each).orElse(frame.name()) + place(each.place()))
            .distinct()
            .toList();
    if (texts.size() > 1) {
      String others =
          options.all()
              ? texts.stream().collect(Collectors.joining("; ", " [one of: ", "]"))
              : " [one of " + meanings.size() + " overloads]";
      return new Replacement(found.end(), found.end(), printable.apply(others), false, "", false);
    }
    Meaning meaning = meanings.get(0);
    Optional<String> name = name(frame, meaning);
    String place = place(meaning.place());
    if (name.isEmpty() && place.isEmpty()) {
      return none;
    }
    // What is not replaced stays as its bytes are.
    int placeFrom = place.isEmpty() ? found.end() : placeFrom(bytes, found, frame);
    String between = decoded(bytes.substring(found.nameEnd(), placeFrom));
    String text =
        name.map(each -> each + raw(frame) + between).orElse("")
            + place
            + (place.isEmpty() ? decoded(bytes.substring(placeFrom, found.end())) : "");
    int keep = name.isPresent() ? 0 : placeFrom;
    String starting =
        meaning.isOfMachine()
            ? name(frame, new Meaning(meaning.named(), meaning.named(), meaning.place()))
                .map(
                    each ->
                        each + raw(frame) + decoded(bytes.substring(found.nameEnd(), found.end())))
                .orElse("")
            : "";
    return new Replacement(
        keep,
        found.end(),
        printable.apply(text),
        meaning.isOfMachine(),
        printable.apply(starting),
        false);
  }

  /** Mono's offset stays: only the place behind it is replaced. */
  private static int placeFrom(String bytes, FrameParser.Found found, FrameText frame) {
    return frame.form() == Form.MONO ? bytes.lastIndexOf(" in <", found.end()) : found.nameEnd();
  }

  private String raw(FrameText frame) {
    return options.keepRaw() ? " [" + frame.name() + "]" : "";
  }

  /** Returns the name that replaces the one in the text, if one does. */
  private Optional<String> name(FrameText frame, Meaning meaning) {
    boolean generated = isGenerated(frame);
    if (options.names() == NameStyle.SYSTEM
        || (options.names() == NameStyle.WRITTEN && !generated)) {
      return Optional.empty();
    }
    return Optional.of(generated ? meaning.code().written().shown() : meaning.named().shown());
  }

  private static boolean isGenerated(FrameText frame) {
    return !frame.member().isEmpty()
        || MethodSearch.parts(frame.method().replace("::", ".").replace('+', '.').replace('/', '.'))
            .stream()
            .anyMatch(FrameRewriter::isGenerated);
  }

  /** The last two are types that no closure or state machine is. */
  private static boolean isGenerated(String part) {
    return part.equals("<Main>$")
        || GeneratedName.parse(part).isPresent()
        || part.startsWith("VB$Anonymous")
        || part.startsWith("<StartupCode$");
  }

  private String place(SourcePlace place) {
    return place
        .known()
        .map(
            known ->
                " in "
                    + known.document().path()
                    + ":line "
                    + known.startLine()
                    + (known.precision() == Precision.AT_OR_AFTER
                            && options.names() != NameStyle.SYSTEM
                        ? " or later"
                        : ""))
        .orElse("");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.MethodFrames;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.FunctionFact;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of types and methods as a page shows them: as C# writes them, with their namespaces. If
 * a module's metadata is not known, these are the names that the runtime reported.
 */
final class LoadedNames {

  /** What ends a name within a sentence. */
  private static final String ENDS = ",;";

  /** A type and a method's name, which begins with angle brackets where a compiler made it up. */
  private static final Pattern METHOD = Pattern.compile(".*?::(?:<.*?>)?[^(<`\\[]*");

  private final Trace trace;
  private final Moment end;
  private final MethodFrames frames;
  private final IdentityHashMap<Image, Names> names = new IdentityHashMap<>();

  /** The names so far, by those that the runtime gives. */
  private final Map<String, String> written = new HashMap<>();

  LoadedNames(Trace trace, Moment end) {
    this.trace = trace;
    this.end = end;
    this.frames = new MethodFrames(trace.session(), EnumSet.of(FrameDetail.SOURCE));
  }

  /** Returns the metadata of a module, if it is known. */
  Optional<Image> image(ModuleID module) {
    return end.ids()
        .meaningOf(module)
        .valid()
        .flatMap(fact -> trace.session().image(fact.loaded()).opened())
        .map(found -> found.image());
  }

  /** Returns the name of a TypeDef or MethodDef. */
  String of(ModuleID module, Token token) {
    String given = end.nameOf(module, token);
    Optional<Image> image = image(module);
    if (image.isEmpty()) {
      return given;
    }
    String name = written(image.get(), module, token, given);
    String inSentences = withoutSignature(given);
    String other = written.putIfAbsent(inSentences, name);
    if (other != null && !other.equals(name)) {
      // Overloads: it is not known which of them is meant.
      written.put(inSentences, inSentences.replace('+', '.').replaceFirst("::\\.?", "."));
    }
    return name;
  }

  /**
   * Returns a name as sentences have it: of methods they have neither parameters nor type
   * parameters.
   */
  private static String withoutSignature(String given) {
    Matcher method = METHOD.matcher(given);
    return method.lookingAt() ? method.group() : given;
  }

  /** Returns the name of a method. */
  String of(FunctionFact method) {
    Token token = method.shape().methodDef();
    ModuleID module = method.shape().module();
    return token.isNil() || image(module).isEmpty()
        ? trace.session().nameOf(method)
        : of(module, token);
  }

  private String written(Image image, ModuleID module, Token token, String given) {
    Names csharp = names.computeIfAbsent(image, its -> new Names(its, NameStyle.CSHARP));
    String name =
        token.table() == MethodDef.TABLE
            ? frames.of(module, token).shown()
            : csharp.of(token, damage -> {});
    return csharp.isQualified(token) ? name : namespace(given) + name;
  }

  /** Returns the namespace of a name that the runtime gives, with its dot. */
  private static String namespace(String given) {
    int method = given.indexOf("::");
    String type = method < 0 ? given : given.substring(0, method);
    int nested = type.indexOf('+');
    return type.substring(0, type.lastIndexOf('.', nested < 0 ? type.length() : nested) + 1);
  }

  /** Returns a sentence with the names as a page shows them, of what was named so far. */
  String inWords(String sentence) {
    StringBuilder words = new StringBuilder();
    for (String word : sentence.split(" ", -1)) {
      int length = word.length();
      while (length > 0 && ENDS.indexOf(word.charAt(length - 1)) >= 0) {
        length--;
      }
      String name = word.substring(0, length);
      words.append(words.length() == 0 ? "" : " ").append(written.getOrDefault(name, name));
      words.append(word, length, word.length());
    }
    return words.toString();
  }
}

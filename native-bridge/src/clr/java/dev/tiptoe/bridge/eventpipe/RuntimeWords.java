// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodJitting;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares the runtime's names of methods with those of the {@code CLR} style. */
final class RuntimeWords {

  private final Map<ModuleID, Names> modules = new HashMap<>();
  private final Map<ModuleID, Image> images = new HashMap<>();
  private final Set<List<Object>> seen = new HashSet<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<MethodNames> leftOut = new ArrayList<>();
  private int compared;

  private RuntimeWords() {}

  static RuntimeWords of(List<RuntimeEvent> events) {
    RuntimeWords words = new RuntimeWords();
    for (RuntimeEvent event : events) {
      if (event instanceof ModuleEvent module && (module.flags() & ModuleEvent.DYNAMIC) == 0) {
        words.open(module);
      }
    }
    for (RuntimeEvent event : events) {
      if (event instanceof MethodCode method) {
        words.compare(method.module(), method.token(), method.names());
      } else if (event instanceof MethodJitting method) {
        words.compare(method.module(), method.token(), method.names());
      }
    }
    return words;
  }

  /** Different methods, or instantiations of them, that were compared. */
  int compared() {
    return compared;
  }

  /** Each difference. */
  List<String> wrong() {
    return wrong;
  }

  /** These could not be compared: they have no MethodDef in a module with a file. */
  List<MethodNames> leftOut() {
    return leftOut;
  }

  private void open(ModuleEvent module) {
    if (!modules.containsKey(module.module())) {
      try {
        Image image = Image.open(Path.of(module.path()));
        images.put(module.module(), image);
        modules.put(module.module(), new Names(image, NameStyle.CLR));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void compare(ModuleID module, Token token, MethodNames given) {
    if (!seen.add(List.of(module, token, given))) {
      return;
    }
    Names names = modules.get(module);
    Image image = images.get(module);
    if (names == null || image == null || token.isNil()) {
      leftOut.add(given);
      return;
    }
    compared++;
    MethodNames ours =
        new MethodNames(
            names.declaringType(token),
            new MethodDef(image, token.rid()).name(),
            names.signature(token));
    MethodNames stripped =
        new MethodNames(
            withoutArguments(given.namespace(), ours.namespace()), given.name(), given.signature());
    if (!ours.equals(stripped)) {
      wrong.add(image + " " + token + ": " + given + " is not " + ours);
    }
  }

  /** The runtime adds type arguments in brackets to the name of a generic type. */
  private static String withoutArguments(String given, String ours) {
    boolean generic = given.startsWith(ours + "[") && given.endsWith("]");
    return generic ? ours : given;
  }

  @Override
  public String toString() {
    return compared + " compared, " + wrong.size() + " wrong, left out: " + leftOut;
  }
}

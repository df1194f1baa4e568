// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.Names;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Names methods with native code in the reflection style, such as {@code
 * System.Collections.Generic.List`1<System.Int32>::Add(!0):System.Void}.
 *
 * <p>Rows of a module that is not available are named by assembly and token, such as {@code
 * System.Collections!0x02000012}. Thread-safe.
 */
public final class ReadyToRunNames {

  private final ReadyToRun code;
  private final Function<ModuleOverride.Assembly, Optional<Image>> finder;
  private final Map<Integer, Module> modules = new ConcurrentHashMap<>();

  /** A module's name, and the names of its rows if it is available. */
  private record Module(String name, Optional<Names> names) {

    String of(Token token) {
      return names
          .filter(known -> known.style().isNameable(token.table()))
          .map(known -> known.of(token))
          .orElse(name + "!" + token);
    }

    String member(Token method) {
      return names
          .filter(known -> method.table() == MethodDef.TABLE)
          .map(known -> known.member(method))
          .orElse(method.toString());
    }
  }

  /**
   * Creates names for the methods of {@code code}.
   *
   * @param finder returns the image of another assembly, if exactly that one is available
   */
  public ReadyToRunNames(
      ReadyToRun code, Function<ModuleOverride.Assembly, Optional<Image>> finder) {
    this.code = code;
    this.finder = finder;
  }

  /**
   * The name of a method.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when a row on which the name depends is
   *     damaged
   */
  public String of(EntryPoint method) {
    Module module = module(method.module());
    if (method instanceof InstanceEntryPoint instance) {
      return instance(instance.signature(), module, module.member(method.method()));
    }
    return module.of(method.method());
  }

  /**
   * The name of a method whose row is known, which the code may name by a reference.
   *
   * @param member the name of the row with its parameters, such as {@code Add(!0):System.Void}
   * @throws dev.tiptoe.metadata.MetadataFormatException when a row on which the name depends is
   *     damaged
   */
  public String of(EntryPoint method, String member) {
    return method instanceof InstanceEntryPoint instance
        ? instance(instance.signature(), module(method.module()), member)
        : of(method);
  }

  private String instance(InstanceSignature signature, Module module, String member) {
    ZapSigWriter name = new ZapSigWriter(code.file(), (index, token) -> module(index).of(token));
    Token method = signature.method();
    signature
        .owner()
        .ifPresentOrElse(
            owner -> name.type(owner).text("::").text(member), () -> name.text(module.of(method)));
    if (!signature.arguments().isEmpty()) {
      name.list("<", signature.arguments(), ">");
    }
    return name.toString();
  }

  private Module module(int index) {
    Module known = modules.get(index);
    if (known == null) {
      known = open(code.module(index));
      modules.put(index, known);
    }
    return known;
  }

  private Module open(ModuleOverride module) {
    if (module instanceof ModuleOverride.Own own) {
      return new Module(own.image().moduleName(), Optional.of(new Names(own.image())));
    }
    if (module instanceof ModuleOverride.Manifest manifest) {
      return new Module("manifest", Optional.of(new Names(manifest.image())));
    }
    if (module instanceof ModuleOverride.Assembly other) {
      Optional<Image> image = other.embedded().or(() -> finder.apply(other));
      return new Module(other.reference().name(), image.map(Names::new));
    }
    return new Module("?", Optional.empty());
  }
}

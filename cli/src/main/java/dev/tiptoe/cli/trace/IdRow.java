// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.RuntimeID;
import java.util.List;
import java.util.Optional;

/**
 * A run-time ID as {@code tiptoe ids} prints it.
 *
 * @param kind the kind of the ID
 * @param id the ID
 * @param module its module; empty when it has none
 * @param token its token there
 * @param typeArguments of a generic type or method; of an array the element type
 * @param name its full name; empty when it is not known
 * @param evidence its evidence, strongest first
 * @param from when the meaning began
 * @param to when the meaning ended, or became uncertain
 */
record IdRow(
    String kind,
    RuntimeID id,
    Optional<LoadedModule> module,
    Optional<Token> token,
    List<ClassID> typeArguments,
    String name,
    List<String> evidence,
    long from,
    Optional<Long> to) {

  /** Returns the file name of its module; empty when it has none. */
  String moduleName() {
    return module.map(LoadedModule::fileName).orElse("");
  }

  /** Returns its name behind that of its module, unless it begins with that already. */
  String qualifiedName() {
    String prefix = moduleName().isEmpty() ? "" : moduleName() + "!";
    return name.startsWith(prefix) ? name : prefix + name;
  }

  /** Returns whether its module has that name, with or without an extension, in any case. */
  boolean isOf(String name) {
    return module.filter(in -> in.isNamed(name)).isPresent();
  }
}

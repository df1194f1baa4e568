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
 * @param kind what it is an ID of
 * @param id the ID
 * @param module its module; empty for none
 * @param token what it stands for there
 * @param typeArguments of a generic type or method; the element of an array
 * @param name its full name; empty when it is not known
 * @param evidence how it is known, strongest first
 * @param from when it began to mean this
 * @param to when it ceased to, or that became uncertain
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

  /** The file name of its module; empty for none. */
  String moduleName() {
    return module.map(LoadedModule::fileName).orElse("");
  }

  /** Its name behind that of its module, which a name that has no row's begins with already. */
  String qualifiedName() {
    String prefix = moduleName().isEmpty() ? "" : moduleName() + "!";
    return name.startsWith(prefix) ? name : prefix + name;
  }

  /** Whether its module has that name, with or without an extension, in any case. */
  boolean isOf(String name) {
    return module.filter(in -> in.isNamed(name)).isPresent();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.RuntimeID;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run-time ID as {@code tiptoe ids} prints it.
 *
 * @param kind what it is an ID of
 * @param id the ID
 * @param module the file name of its module; empty for none
 * @param mvid of its module
 * @param token what it stands for there
 * @param typeArguments of a generic type or method; the element of an array
 * @param name its full name; empty when it is not known
 * @param evidence how it is known, strongest first
 * @param from when it began to mean this
 * @param to when it ceased to
 */
record IdRow(
    String kind,
    RuntimeID id,
    String module,
    Optional<UUID> mvid,
    Optional<Token> token,
    List<ClassID> typeArguments,
    String name,
    List<String> evidence,
    long from,
    Optional<Long> to) {

  /** Whether its module has that name, with or without an extension, in any case. */
  boolean isOf(String name) {
    int dot = module.lastIndexOf('.');
    return module.equalsIgnoreCase(name)
        || (dot > 0 && module.substring(0, dot).equalsIgnoreCase(name));
  }
}

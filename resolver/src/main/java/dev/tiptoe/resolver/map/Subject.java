// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.Token;

/**
 * The TypeDef or MethodDef that a lookup was about. Immutable.
 *
 * @param token the TypeDef or MethodDef
 * @param module the file name of its module, or the ModuleID where no name is known
 * @param name its name; empty when it is not known
 */
public record Subject(Token token, String module, String name) {

  /** The name, or where there is none the token and its module. */
  @Override
  public String toString() {
    return name.isEmpty() ? token + " in " + module : name;
  }
}

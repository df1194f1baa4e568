// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ModuleID;

/**
 * A TypeDef of one loaded module.
 *
 * @param module the module
 * @param typeDef the token
 */
public record TypeKey(ModuleID module, Token typeDef) {}

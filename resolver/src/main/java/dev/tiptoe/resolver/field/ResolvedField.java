// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.reference.RuntimeType;
import java.util.OptionalInt;

/**
 * A field of a loaded type. Immutable.
 *
 * @param token its row, in the module of the declaring type
 * @param name its name; {@code ?} when it is damaged
 * @param storage the place of its value
 * @param declaringType the type that declares it, with its actual type arguments: the requested
 *     type or a base type of it
 * @param inherited whether a base type declares it
 * @param offset its offset in the metadata; empty unless the layout is explicit
 * @param type its type
 */
public record ResolvedField(
    Token token,
    String name,
    Storage storage,
    RuntimeType declaringType,
    boolean inherited,
    OptionalInt offset,
    FieldType type) {}

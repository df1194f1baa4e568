// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.Token;
import java.util.OptionalInt;

/**
 * A field of a loaded type. Immutable.
 *
 * @param token its row, in the module of the declaring type
 * @param name its name; {@code ?} if that is damaged
 * @param storage where its value is
 * @param declaringType the type that declares it: the type that was asked about, or a base type of
 *     it, with the type arguments it really has
 * @param inherited whether a base type declares it
 * @param offset where the metadata say it lies in its type; empty unless the layout is explicit
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

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.LookupAnswer;

/**
 * A TypeDef of a loaded module that was found by its name. Immutable.
 *
 * @param module the loaded module that defines it
 * @param type the type
 * @param loadedness its ClassIDs, how far it is loaded, and the proof; of a generic type, those of
 *     all its instantiations
 */
public record NamedType(LoadedImage module, TypeDef type, LookupAnswer<ClassID> loadedness) {}

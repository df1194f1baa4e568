// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments for the parameters of a generic type. They are types that a module writes;
 * parameters inside them belong to the deriving type, whose arguments are {@code next}. Immutable.
 *
 * <p>Arguments are looked up and never substituted, so a chain of base types that doubles its
 * arguments at each link takes no room.
 *
 * @param module the module whose tokens the arguments are written in
 * @param types the arguments; empty when the type is not generic
 * @param next null when parameters remain parameters
 */
record Arguments(LoadedImage module, List<TypeSignature> types, @Nullable Arguments next) {

  Arguments {
    types = List.copyOf(types);
  }
}

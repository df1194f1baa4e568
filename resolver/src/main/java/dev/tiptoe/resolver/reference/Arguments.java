// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.answer.LoadedImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the parameters of a generic type stand for: types that a module writes, and in which the
 * parameters of the type deriving from it stand for {@code next}. Immutable.
 *
 * <p>They are looked up and never put in: so a chain of base types that doubles its arguments at
 * each link takes no room.
 *
 * @param module the module whose tokens the arguments are written in
 * @param types empty where the type is not generic
 * @param next null where parameters stand for themselves
 */
record Arguments(LoadedImage module, List<TypeSignature> types, @Nullable Arguments next) {

  Arguments {
    types = List.copyOf(types);
  }
}

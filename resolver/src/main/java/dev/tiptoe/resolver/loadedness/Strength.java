// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.map.Level;
import java.util.Optional;

/** How much of a premise's level a rule carries over: never more than there was. */
enum Strength {
  /** Published follows from any level. */
  LAYOUT {
    @Override
    Optional<Level> from(Level premise) {
      return Optional.of(Level.PUBLISHED);
    }
  },
  /** Usable follows from usable, published from any other level. */
  FULL {
    @Override
    Optional<Level> from(Level premise) {
      return Optional.of(premise == Level.USABLE ? Level.USABLE : Level.PUBLISHED);
    }
  },
  /** Usable follows from usable, announced from announced, nothing from published. */
  ANNOUNCEMENT {
    @Override
    Optional<Level> from(Level premise) {
      return premise == Level.PUBLISHED ? Optional.empty() : Optional.of(premise);
    }
  };

  /** The level that follows; empty if none does. */
  abstract Optional<Level> from(Level premise);
}

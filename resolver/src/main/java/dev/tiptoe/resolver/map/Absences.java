// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.OptionalLong;

/**
 * The times at which types were not found by a look-up that loads nothing. One writer, lock-free
 * readers.
 *
 * <pre>
 *   0 time | 1 earlier look-up of the same TypeDef
 * </pre>
 */
final class Absences {

  private static final int TIME = 0;
  private static final int EARLIER = 1;

  private final Pages lookUps = new Pages(2);

  /** A type was not published at a time; its module has the index. */
  void met(long at, TokenIndex module, int rid) {
    int lookUp = lookUps.append();
    lookUps.set(lookUp, TIME, at);
    lookUps.set(lookUp, EARLIER, module.newest(rid));
    module.publish(rid, lookUp);
  }

  /** The last time up to {@code time} at which a type was not published. */
  OptionalLong last(TokenIndex module, int rid, long time) {
    int lookUp = module.newest(rid);
    while (lookUp != Pages.NONE && lookUps.get(lookUp, TIME) > time) {
      lookUp = (int) lookUps.get(lookUp, EARLIER);
    }
    return lookUp == Pages.NONE ? OptionalLong.empty() : OptionalLong.of(lookUps.get(lookUp, TIME));
  }
}

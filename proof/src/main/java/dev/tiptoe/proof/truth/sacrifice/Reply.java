// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.resolver.id.ClassID;
import java.util.List;

/**
 * The CLR's answer. Immutable.
 *
 * @param hresult whether it is one
 * @param announced the classes whose loads were announced on the asking thread meanwhile, in order
 * @param values what it consists of, by the kind of question; tokens are in the low half
 */
record Reply(int hresult, List<ClassID> announced, List<Long> values) {

  /** The ID that was asked for; 0 for none. */
  long id() {
    return values.get(0);
  }
}

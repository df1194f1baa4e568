// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.resolver.id.ClassID;
import java.util.List;

/**
 * The CLR's answer to a question. Immutable.
 *
 * @param hresult the result; negative when there is no answer
 * @param announced the classes whose loads were announced on the asking thread meanwhile, in order
 * @param values the contents, by the kind of question; tokens are in the low half
 */
record Reply(int hresult, List<ClassID> announced, List<Long> values) {

  /** Returns the requested ID; 0 for none. */
  long id() {
    return values.get(0);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

/** The requests to an agent, with the numbers of {@code src/site/reference/control-protocol.md}. */
enum RequestKind {
  STATUS(1),
  SAMPLING(2),
  HEAP(3),
  LAYOUT(4),
  FLUSH(5),
  DETACH(6);

  private final int number;

  RequestKind(int number) {
    this.number = number;
  }

  short number() {
    return (short) number;
  }
}

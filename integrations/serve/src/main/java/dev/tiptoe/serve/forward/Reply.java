// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.serve.message.SenderRefusal;

/** Answers a sender. One of the methods is called, once, by any thread. */
public interface Reply {

  /** The back end has taken the message. */
  void taken(byte[] response);

  /** The message was not taken. */
  void refused(SenderRefusal refusal);
}

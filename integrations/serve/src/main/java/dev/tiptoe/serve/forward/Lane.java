// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.serve.message.Sender;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The messages of one connection, in the order of their arrival. One is sent at a time, the first,
 * unless more are allowed; then their order is not kept. Thread-safe; guards the state of its
 * messages.
 */
public final class Lane {

  private final Sender sender;
  private final int most;
  private final Deque<QueuedMessage> waiting = new ArrayDeque<>();
  private final Set<QueuedMessage> sending = new HashSet<>();

  /**
   * Creates a lane without messages.
   *
   * @param sender the sender on the connection
   * @param most how many messages are sent at a time
   */
  public Lane(Sender sender, int most) {
    this.sender = sender;
    this.most = most;
  }

  /** Returns the sender on the connection. */
  public Sender sender() {
    return sender;
  }

  synchronized void add(QueuedMessage message) {
    waiting.add(message);
  }

  /** Returns a message to be sent now, if there is one. */
  synchronized Optional<QueuedMessage> begin() {
    if (sending.size() >= most) {
      return Optional.empty();
    }
    Optional<QueuedMessage> next =
        waiting.stream()
            .filter(each -> !sending.contains(each))
            .filter(each -> most == 1 || each.export().isPresent())
            .findFirst()
            .filter(each -> each.export().isPresent());
    next.ifPresent(sending::add);
    return next;
  }

  /** Removes a message, which is at its end. */
  synchronized void remove(QueuedMessage message) {
    sending.remove(message);
    waiting.remove(message);
  }

  /**
   * Takes note that the sender of a message has gone; returns whether the message is at its end
   * now. One that is being sent is not: whether the back end takes it is decided there.
   */
  synchronized boolean cancel(QueuedMessage message) {
    message.setCancelled();
    return !sending.contains(message) && waiting.remove(message);
  }

  /** Removes all messages that are not being sent, and returns them. */
  synchronized List<QueuedMessage> takeWaiting() {
    List<QueuedMessage> taken = waiting.stream().filter(each -> !sending.contains(each)).toList();
    waiting.removeIf(each -> !sending.contains(each));
    return taken;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.resolver.id.ClassID;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The asking end of the connection to a process that is about to end; {@code src/main/cpp/line.h}
 * describes the messages.
 *
 * <p>Mutable, not thread-safe. Holds two buffers of half a megabyte, and the channel until it is
 * closed. A process that does not answer within its timeout is lost, like one that died.
 */
final class Line implements AutoCloseable {

  private static final long HELLO = 0x6874757274_000001L;
  private static final int WORD = Long.BYTES;

  /** The longest valid answer. */
  private static final int MOST_WORDS = 1 << 16;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final long patience;
  private final ByteBuffer in = words(MOST_WORDS).flip();
  private final ByteBuffer out = words(MOST_WORDS);

  /** Takes the channel over. */
  Line(SocketChannel channel, Duration patience) throws IOException {
    this.channel = channel;
    this.patience = patience.toMillis();
    this.selector = Selector.open();
    channel.configureBlocking(false);
    this.key = channel.register(selector, 0);
  }

  private static ByteBuffer words(int count) {
    return ByteBuffer.allocateDirect(count * WORD).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads the other side's first message. */
  void greet() throws IOException {
    if (word() != HELLO) {
      throw new IOException("the process speaks another version");
    }
  }

  /**
   * Returns the answers, in order. There are fewer answers than questions when the process was
   * lost; the first question without an answer is the cause.
   */
  List<Reply> ask(List<ClrQuestion> batch) {
    List<Reply> replies = new ArrayList<>(batch.size());
    try {
      send(batch);
      for (int i = 0; i < batch.size(); i++) {
        replies.add(reply());
      }
    } catch (IOException lost) {
      return replies;
    }
    return replies;
  }

  /** Ends the questions; the process goes on to its end. */
  void hangUp() throws IOException {
    send(List.of());
  }

  private void send(List<ClrQuestion> batch) throws IOException {
    out.clear();
    out.putLong(0);
    for (ClrQuestion question : batch) {
      out.putLong(question.kind().number() | ((long) question.operands().size() << 32));
      question.operands().forEach(out::putLong);
    }
    out.putLong(0, out.position() / WORD - 1L);
    out.flip();
    while (out.hasRemaining()) {
      await(SelectionKey.OP_WRITE);
      channel.write(out);
    }
  }

  private Reply reply() throws IOException {
    long head = word();
    long values = word();
    List<ClassID> announced = words(head >>> 32).mapToObj(ClassID::new).toList();
    return new Reply((int) head, announced, words(values).boxed().toList());
  }

  private LongStream words(long count) throws IOException {
    if (count < 0 || count > MOST_WORDS) {
      throw new IOException("an answer of " + count + " words");
    }
    long[] words = new long[(int) count];
    for (int i = 0; i < words.length; i++) {
      words[i] = word();
    }
    return LongStream.of(words);
  }

  private long word() throws IOException {
    while (in.remaining() < WORD) {
      in.compact();
      await(SelectionKey.OP_READ);
      int read = channel.read(in);
      in.flip();
      if (read < 0) {
        throw new IOException("the process is gone");
      }
    }
    return in.getLong();
  }

  private void await(int operation) throws IOException {
    key.interestOps(operation);
    if (selector.select(patience) == 0) {
      throw new IOException("the process is silent");
    }
    selector.selectedKeys().clear();
  }

  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import dev.tiptoe.bridge.socket.Background;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.UnreachableException;
import dev.tiptoe.bridge.socket.UnreachableException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A child process, {@code tiptoe-proxy}, that acts as the user of an observed process. Not
 * thread-safe, except for {@link #close}. Holds the child until it is closed.
 *
 * <p>That user may stop or kill the child, and make its file system hang. So a child that does not
 * answer shortly after its timeout is killed, and so is one whose caller is interrupted; this
 * object cannot be used any more then.
 */
final class ProxyProcess implements AutoCloseable {

  /**
   * How much later than its timeout the child may answer, since a loaded machine delays it. It is
   * shared by all requests, so that stopping the child now and then gains no more than that.
   */
  private static final Duration GRACE = Duration.ofSeconds(3);

  private static final int LONGEST_ANSWER = (1 << 20) + 64;

  /** How long an idle child is given to end by itself. */
  private static final Duration TO_END = Duration.ofMillis(200);

  private final Process process;
  private Duration grace = GRACE;
  private volatile Optional<Future<?>> waiting = Optional.empty();

  private ProxyProcess(Process process) {
    this.process = process;
  }

  /** Starts a child for a process; {@link #hello} is its first answer. */
  static ProxyProcess start(long pid, long startTime) throws UnreachableException {
    try {
      return new ProxyProcess(ProxyProgram.start(Long.toString(pid), Long.toString(startTime)));
    } catch (IOException e) {
      throw new UnreachableException(Reason.FAILED, "no child process: " + e.getMessage());
    }
  }

  /** Returns the first answer, which the child sends by itself. */
  ByteBuffer hello() throws UnreachableException {
    return await(Duration.ZERO, this::answer);
  }

  /** Sends a request and returns its answer. */
  ByteBuffer ask(ProxyRequest request, Deadline deadline, ByteBuffer payload)
      throws UnreachableException {
    Duration time = deadline.left();
    byte[] message = request.message(time, payload);
    return await(
        time,
        () -> {
          process.getOutputStream().write(message);
          process.getOutputStream().flush();
          return answer();
        });
  }

  private ByteBuffer await(Duration time, Callable<ByteBuffer> work) throws UnreachableException {
    long start = System.nanoTime();
    Future<ByteBuffer> answer = Background.start(work);
    waiting = Optional.of(answer);
    try {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return done(answer.get(time.plus(grace).toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      close();
      throw new UnreachableException(Reason.TIMED_OUT, "the child process does not answer");
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new UnreachableException(Reason.INTERRUPTED, "interrupted");
    } catch (CancellationException e) {
      throw new UnreachableException(Reason.FAILED, "the child process was killed");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnreachableException unreachable) {
        throw done(unreachable);
      }
      close();
      throw new UnreachableException(Reason.FAILED, "the child process has ended");
    } finally {
      Duration over = Duration.ofNanos(System.nanoTime() - start).minus(time);
      grace = over.isNegative() ? grace : grace.minus(over.compareTo(grace) < 0 ? over : grace);
    }
  }

  /** Marks that no request is under way. */
  private <T> T done(T answer) {
    waiting = Optional.empty();
    return answer;
  }

  private ByteBuffer answer() throws IOException {
    int length = read(Integer.BYTES).getInt();
    if (length < 1 || length > LONGEST_ANSWER) {
      throw new EOFException();
    }
    ByteBuffer answer = read(length);
    int reason = answer.get();
    if (reason == 0) {
      return answer.slice().order(ByteOrder.LITTLE_ENDIAN);
    }
    String words = StandardCharsets.UTF_8.decode(answer).toString();
    throw new UnreachableException(reasonOf(reason), words);
  }

  private static Reason reasonOf(int number) {
    return switch (number) {
      case 1 -> Reason.NO_PROCESS;
      case 2 -> Reason.NO_PERMISSION;
      case 3 -> Reason.NOT_THERE;
      case 4 -> Reason.NOBODY;
      case 5 -> Reason.TIMED_OUT;
      case 6 -> Reason.HUNG_UP;
      case 7 -> Reason.ANOTHER_PROCESS;
      default -> Reason.FAILED;
    };
  }

  private ByteBuffer read(int length) throws IOException {
    byte[] bytes = process.getInputStream().readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Ends the child. Every request was answered or is given up. An idle child ends when its input is
   * closed, and waits for its own connector process to end; a busy one is killed, and the waiting
   * thread gets an exception. Thread-safe.
   */
  @Override
  public void close() {
    Optional<Future<?>> underWay = waiting;
    if (underWay.isPresent() || !hasEndedByItself()) {
      var ignored = process.destroyForcibly();
    }
    // The kernel may delay the end of a killed child, so its answer is not waited for.
    underWay.ifPresent(answer -> answer.cancel(true));
  }

  private boolean hasEndedByItself() {
    try {
      process.getOutputStream().close();
      return process.waitFor(TO_END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

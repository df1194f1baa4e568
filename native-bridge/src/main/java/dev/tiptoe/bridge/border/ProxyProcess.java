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
 * A child process, {@code tiptoe-proxy}, that acts as the user of an observed process. For one
 * thread, but for {@link #close}; holds the child until it is closed.
 *
 * <p>That user may stop or kill it, and make its file system hang. So a child that does not answer
 * a little after its time is killed, as is one whose caller is interrupted; it is of no use then.
 */
final class ProxyProcess implements AutoCloseable {

  /**
   * In which it says that its time was over; a loaded machine takes its own. For all questions
   * together: who stops it now and then gains no more than that.
   */
  private static final Duration GRACE = Duration.ofSeconds(3);

  private static final int LONGEST_ANSWER = (1 << 20) + 64;

  /** In which one that has nothing to do ends by itself. */
  private static final Duration TO_END = Duration.ofMillis(200);

  private final Process process;
  private Duration grace = GRACE;
  private volatile Optional<Future<?>> waiting = Optional.empty();

  private ProxyProcess(Process process) {
    this.process = process;
  }

  /** Starts one for a process; {@link #hello} is its first answer. */
  static ProxyProcess start(long pid, long startTime) throws UnreachableException {
    try {
      return new ProxyProcess(ProxyProgram.start(Long.toString(pid), Long.toString(startTime)));
    } catch (IOException e) {
      throw new UnreachableException(Reason.FAILED, "no child process: " + e.getMessage());
    }
  }

  /** What it says when it has begun. */
  ByteBuffer hello() throws UnreachableException {
    return await(Duration.ZERO, this::answer);
  }

  /** Has it carry out a request. */
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
      throw new UnreachableException(
          Reason.TIMED_OUT, "the process that acts for us does not answer");
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new UnreachableException(Reason.INTERRUPTED, "interrupted");
    } catch (CancellationException e) {
      throw new UnreachableException(Reason.FAILED, "the process that acts for us was ended");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnreachableException told) {
        throw done(told);
      }
      close();
      throw new UnreachableException(Reason.FAILED, "the process that acts for us has ended");
    } finally {
      Duration over = Duration.ofNanos(System.nanoTime() - start).minus(time);
      grace = over.isNegative() ? grace : grace.minus(over.compareTo(grace) < 0 ? over : grace);
    }
  }

  /** Nothing is under way any more. */
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
   * Nothing is left half done: each request was answered, or is given up. A child that is idle ends
   * with its input, and sees to it that a process of its own has ended; another is killed, and who
   * waits for it is told. May be called by any thread.
   */
  @Override
  public void close() {
    Optional<Future<?>> underWay = waiting;
    if (underWay.isPresent() || !hasEndedByItself()) {
      var ignored = process.destroyForcibly();
    }
    // Killed or not, the kernel may hold it up: its answer is not waited for.
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

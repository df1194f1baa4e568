// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A response that is written to a file as it arrives, up to a size and for a limited time. The body
 * of a response with another status than 200 is ignored. Used once.
 */
final class Download implements BodySubscriber<Integer> {

  /** Thrown for a response that will not be used, however often it is requested. */
  static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    RefusedException(String reason) {
      super(reason);
    }
  }

  private static final long MOST_IGNORED = 1 << 16;

  private final Path file;
  private final long most;
  private final CompletableFuture<Integer> done = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;
  private @Nullable FileChannel channel;
  private long written;
  private volatile boolean isKept;

  /** The time of the last byte, by {@link System#nanoTime}. */
  private volatile long last = System.nanoTime();

  private Download(Path file, long most) {
    this.file = file;
    this.most = most;
  }

  /**
   * Sends a request and writes the response to a file if its status is 200.
   *
   * @throws RefusedException when the response is larger than the limit
   * @throws IOException when the connection fails, or it takes longer than the limits
   */
  static HttpResponse<Integer> send(
      HttpClient client, HttpRequest request, Path to, SymbolServer.Limits limits)
      throws IOException, InterruptedException {
    Download download = new Download(to, limits.bytes());
    CompletableFuture<HttpResponse<Integer>> response =
        client.sendAsync(
            request,
            info -> {
              download.isKept = info.statusCode() == 200;
              return download;
            });
    try {
      return download.await(response, limits);
    } finally {
      response.cancel(true);
      download.close();
    }
  }

  private HttpResponse<Integer> await(
      CompletableFuture<HttpResponse<Integer>> response, SymbolServer.Limits limits)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    last = start;
    while (true) {
      long now = System.nanoTime();
      long left =
          Math.min(
              limits.total().toNanos() - (now - start), limits.idle().toNanos() - (now - last));
      if (left <= 0) {
        throw new HttpTimeoutException("no answer in time");
      }
      try {
        return response.get(left, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        // Bytes may have arrived meanwhile.
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException problem
            ? problem
            : new IOException(String.valueOf(e.getCause()));
      }
    }
  }

  @Override
  public CompletionStage<Integer> getBody() {
    return done;
  }

  @Override
  public void onSubscribe(Flow.Subscription to) {
    subscription = to;
    to.request(1);
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> parts) {
    last = System.nanoTime();
    Flow.Subscription from = subscription;
    if (done.isDone() || from == null) {
      return;
    }
    try {
      if (isKept) {
        write(parts);
      } else if (ignored(parts) > MOST_IGNORED) {
        from.cancel();
        done.complete(0);
      }
      from.request(1);
    } catch (IOException e) {
      from.cancel();
      done.completeExceptionally(e);
    }
  }

  /** Counts bytes of a response that is not kept; reading a few of them saves a connection. */
  private long ignored(List<ByteBuffer> parts) {
    parts.forEach(part -> written += part.remaining());
    return written;
  }

  private void write(List<ByteBuffer> parts) throws IOException {
    FileChannel to = channel;
    if (to == null) {
      to =
          FileChannel.open(
              file,
              StandardOpenOption.WRITE,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING);
      channel = to;
    }
    for (ByteBuffer part : parts) {
      written += part.remaining();
      if (written > most) {
        throw new RefusedException("a file of more than " + most + " bytes");
      }
      while (part.hasRemaining()) {
        to.write(part);
      }
    }
  }

  @Override
  public void onError(Throwable problem) {
    done.completeExceptionally(problem);
  }

  @Override
  public synchronized void onComplete() {
    try {
      if (isKept) {
        write(List.of());
      }
      closeChannel();
      done.complete(200);
    } catch (IOException e) {
      done.completeExceptionally(e);
    }
  }

  private synchronized void close() throws IOException {
    done.completeExceptionally(new IOException("the download has ended"));
    closeChannel();
  }

  private void closeChannel() throws IOException {
    FileChannel open = channel;
    if (open != null) {
      open.close();
    }
  }
}

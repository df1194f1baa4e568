// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * A symbol server, queried over HTTP with the Simple Symbol Query Protocol, and the folder in which
 * its files are kept. Thread-safe.
 *
 * <p>A file is kept only when it is the one that was requested. Files that the server does not have
 * are remembered. After a permanent failure the server gets no more requests.
 */
public final class SymbolServer {

  private static final Set<Integer> PASSING = Set.of(408, 500, 502, 503, 504);
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final int MOST_REDIRECTS = 5;
  private static final int MOST_ABSENT = 1 << 17;
  private static final Duration FIRST_DELAY = Duration.ofMillis(100);

  /**
   * The limits of requests.
   *
   * @param connect the time in which a connection is made
   * @param idle the longest time without any byte
   * @param total the time for a file, without the time between attempts
   * @param bytes the size of a file
   * @param attempts how often a request is sent while the failure may pass
   */
  public record Limits(Duration connect, Duration idle, Duration total, long bytes, int attempts) {

    /** Ten seconds to connect, 20 without a byte, two minutes for a file of 512 MiB, 4 attempts. */
    public static final Limits USUAL =
        new Limits(
            Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofMinutes(2), 512L << 20, 4);
  }

  /** What a request led to. */
  sealed interface Answer {}

  /** The file, which was compared with what was requested. */
  record Found(Path file) implements Answer {}

  /** The server does not have it. */
  record Absent() implements Answer {}

  /** It is not known whether the server has it, or it has another file. */
  record Failed(String reason) implements Answer {}

  private final URI endpoint;
  private final Path cache;
  private final Limits limits;
  private final StoreListener listener;
  private final long firstDelay;
  private final HttpClient client;
  private final Set<SymbolKey> absent = ConcurrentHashMap.newKeySet();
  private volatile Optional<String> off = Optional.empty();

  private SymbolServer(
      URI endpoint, Path cache, Limits limits, StoreListener listener, Duration firstDelay) {
    String text = endpoint.toString();
    this.endpoint = text.endsWith("/") ? endpoint : URI.create(text + "/");
    this.cache = cache.toAbsolutePath().normalize();
    this.limits = limits;
    this.listener = listener;
    this.firstDelay = firstDelay.toMillis();
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(limits.connect())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /**
   * Creates a client; nothing is requested yet.
   *
   * @param endpoint the address before the keys, {@code http} or {@code https}
   * @param cache the folder in which files are kept, by their keys; it may be shared by processes
   * @throws IllegalArgumentException if the address is of another kind
   */
  public static SymbolServer of(URI endpoint, Path cache, Limits limits, StoreListener listener) {
    return of(endpoint, cache, limits, listener, FIRST_DELAY);
  }

  /** The delay before the second attempt; before each further attempt it is twice as long. */
  static SymbolServer of(
      URI endpoint, Path cache, Limits limits, StoreListener listener, Duration firstDelay) {
    boolean isPlain =
        endpoint.getQuery() == null
            && endpoint.getFragment() == null
            && endpoint.getUserInfo() == null;
    if (!isHttp(endpoint) || !isPlain) {
      throw new IllegalArgumentException(
          "not the address of a symbol server (http://HOST/PATH or https://HOST/PATH)");
    }
    return new SymbolServer(endpoint, cache, limits, listener, firstDelay);
  }

  private static boolean isHttp(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    return (scheme.equals("http") || scheme.equals("https")) && address.getHost() != null;
  }

  /**
   * Returns the file of a key, from the cache or from the server.
   *
   * @param checksums the value of the header {@code SymbolChecksum}; empty for none
   * @param wrong returns why a file is not the requested one; empty when it is
   */
  Answer fetch(SymbolKey key, String checksums, Function<Path, Optional<String>> wrong) {
    Optional<Path> target = key.in(cache);
    if (target.isEmpty()) {
      return new Failed("no file can be named " + key);
    }
    try {
      if (isKept(target.get()) && wrong.apply(target.get()).isEmpty()) {
        return new Found(target.get());
      }
    } catch (IOException e) {
      return new Failed(Problem.of(target.get().toString(), e));
    }
    if (absent.contains(key)) {
      return new Absent();
    }
    return off.isPresent()
        ? new Failed(endpoint + " is not asked any more: " + off.get())
        : requested(key, checksums, target.get(), wrong);
  }

  private boolean isKept(Path file) throws IOException {
    return Files.isRegularFile(file) && Layout.isInside(cache, file);
  }

  private Answer requested(
      SymbolKey key, String checksums, Path target, Function<Path, Optional<String>> wrong) {
    try {
      Files.createDirectories(cache);
      // The folders of the key are made for a file that is there.
      Path part = cache.resolve("." + UUID.randomUUID() + ".part");
      try {
        return kept(downloaded(key, checksums, part), target, wrong);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      return new Failed(Problem.of(target.toString(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Failed("the request was interrupted");
    }
  }

  private Answer kept(Answer answer, Path target, Function<Path, Optional<String>> wrong)
      throws IOException {
    if (!(answer instanceof Found found)) {
      return answer;
    }
    Optional<String> reason = wrong.apply(found.file());
    if (reason.isPresent()) {
      String text = reason.get().replace(found.file().toString(), target.getFileName().toString());
      return new Failed("what " + endpoint + " sent is not used: " + text);
    }
    Path existing = target.resolveSibling("");
    while (!Files.exists(existing)) {
      existing = existing.resolveSibling("");
    }
    if (!Layout.isInside(cache, existing)) {
      return new Failed(target + " leads out of the cache by a link");
    }
    Files.createDirectories(target.resolveSibling(""));
    Files.move(found.file(), target, StandardCopyOption.ATOMIC_MOVE);
    return new Found(target);
  }

  private Answer downloaded(SymbolKey key, String checksums, Path to) throws InterruptedException {
    String problem = "";
    for (int attempt = 0; attempt < limits.attempts(); attempt++) {
      if (attempt > 0) {
        long delay = firstDelay << (attempt - 1);
        Thread.sleep(delay + ThreadLocalRandom.current().nextLong(delay / 2 + 1));
      }
      try {
        int status = status(key, checksums, to);
        if (status == 200) {
          return new Found(to);
        }
        if (status == 404) {
          addAbsent(key);
          return new Absent();
        }
        problem = "it answers with status " + status;
        if (!PASSING.contains(status)) {
          break;
        }
      } catch (Download.RefusedException e) {
        return new Failed(endpoint + ": " + e.getMessage());
      } catch (IOException e) {
        problem = Problem.reason(e); // The address stands before it.
      }
    }
    return switchedOff(problem);
  }

  private void addAbsent(SymbolKey key) {
    if (absent.size() >= MOST_ABSENT) {
      absent.clear();
    }
    absent.add(key);
  }

  private Answer switchedOff(String problem) {
    synchronized (listener) {
      if (off.isEmpty()) {
        off = Optional.of(problem);
        listener.note(endpoint + " is not asked any more: " + problem);
      }
    }
    return new Failed(endpoint + ": " + problem);
  }

  private int status(SymbolKey key, String checksums, Path to)
      throws IOException, InterruptedException {
    URI address = endpoint.resolve(key.urlPath());
    for (int i = 0; i <= MOST_REDIRECTS; i++) {
      HttpResponse<Integer> response = sent(address, checksums, to);
      if (!REDIRECTS.contains(response.statusCode())) {
        return response.statusCode();
      }
      address = redirected(address, response.headers().firstValue("Location").orElse(""));
    }
    throw new Download.RefusedException("more than " + MOST_REDIRECTS + " redirections");
  }

  /** Sends a request; an address that the client does not accept is refused. */
  private HttpResponse<Integer> sent(URI address, String checksums, Path to)
      throws IOException, InterruptedException {
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(limits.total()).GET();
      if (!checksums.isEmpty()) {
        request.header("SymbolChecksum", checksums);
      }
      return Download.send(client, request.build(), to, limits);
    } catch (IllegalArgumentException e) {
      throw new Download.RefusedException(String.valueOf(e.getMessage()));
    }
  }

  private static URI redirected(URI from, String location) throws IOException {
    URI to;
    try {
      to = from.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new Download.RefusedException("a redirection to what is no address");
    }
    boolean isDowngrade = "https".equals(from.getScheme()) && !"https".equals(to.getScheme());
    if (!isHttp(to) || isDowngrade) {
      throw new Download.RefusedException(
          "a redirection to " + to.getScheme() + " is not followed");
    }
    return to;
  }

  /** Returns the address. */
  @Override
  public String toString() {
    return endpoint.toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.browser;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a browser: calls with their answers, and events by session. Thread-safe; events
 * arrive on a thread of the WebSocket, which must not wait for an answer.
 */
final class DevTools implements AutoCloseable {

  private static final long SECONDS = 60;

  private final Map<Long, CompletableFuture<JsonObject>> calls = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonObject>> listeners = new ConcurrentHashMap<>();
  private final AtomicLong lastId = new AtomicLong();
  private final WebSocket socket;

  /** Connects to the address that a browser prints when it listens. */
  DevTools(URI address) {
    socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Messages()).join();
  }

  /** Passes the events of a session to a listener. */
  void listen(String session, Consumer<JsonObject> listener) {
    listeners.put(session, listener);
  }

  void forget(String session) {
    listeners.remove(session);
  }

  /**
   * Calls a method and returns its result.
   *
   * @param session of a page; empty for the browser itself
   * @throws IllegalStateException when the browser refuses the call, or does not answer in time
   */
  JsonObject call(String session, String method, JsonObject parameters) {
    long id = lastId.incrementAndGet();
    JsonObject message = new JsonObject();
    message.addProperty("id", id);
    message.addProperty("method", method);
    message.add("params", parameters);
    if (!session.isEmpty()) {
      message.addProperty("sessionId", session);
    }
    CompletableFuture<JsonObject> answer =
        new CompletableFuture<JsonObject>().orTimeout(SECONDS, TimeUnit.SECONDS);
    calls.put(id, answer);
    synchronized (this) {
      socket.sendText(message.toString(), true).join();
    }
    JsonObject reply;
    try {
      reply = answer.join();
    } catch (RuntimeException e) {
      throw new IllegalStateException(method + ": no answer", e);
    } finally {
      calls.remove(id);
    }
    if (reply.has("error")) {
      throw new IllegalStateException(method + ": " + reply.get("error"));
    }
    return reply.getAsJsonObject("result");
  }

  private void received(String text) {
    JsonObject message = JsonParser.parseString(text).getAsJsonObject();
    if (message.has("id")) {
      CompletableFuture<JsonObject> call = calls.get(message.get("id").getAsLong());
      if (call != null) {
        call.complete(message);
      }
    } else if (message.has("sessionId")) {
      Consumer<JsonObject> listener = listeners.get(message.get("sessionId").getAsString());
      if (listener != null) {
        listener.accept(message);
      }
    }
  }

  private void ended(Throwable cause) {
    calls.values().forEach(call -> call.completeExceptionally(cause));
  }

  @Override
  public void close() {
    socket.abort();
  }

  /** Joins the parts of each message. */
  private final class Messages implements WebSocket.Listener {

    private final StringBuilder parts = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      parts.append(part);
      if (last) {
        received(parts.toString());
        parts.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
      ended(new IllegalStateException("the browser has closed the connection: " + reason));
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      ended(error);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.given;

import dev.tiptoe.serve.message.ByteArrays;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Sends messages by HTTP. Thread-safe. */
public final class HttpSender {

  private final HttpClient client;
  private final URI address;

  /** Prepares connections. */
  public HttpSender(InetSocketAddress address) {
    this(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), "http", address);
  }

  /** Prepares connections of a client. */
  public HttpSender(HttpClient client, String scheme, InetSocketAddress address) {
    this.client = client;
    this.address = URI.create(scheme + "://localhost:" + address.getPort());
  }

  private HttpRequest.Builder post(byte[] message, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(ByteArrays.PATH))
            .header("Content-Type", "application/x-protobuf")
            .POST(HttpRequest.BodyPublishers.ofByteArray(message));
    headers.forEach(request::setHeader);
    return request;
  }

  /** Sends a message, and waits for the answer. */
  public HttpResponse<byte[]> send(byte[] message, Map<String, String> headers) {
    return send(post(message, headers).build());
  }

  /** Sends a message. */
  public CompletableFuture<HttpResponse<byte[]>> sendLater(byte[] message) {
    return client.sendAsync(
        post(message, Map.of()).build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  /** Sends a request of another kind. */
  public HttpResponse<byte[]> send(String method, String path) {
    return send(
        HttpRequest.newBuilder(address.resolve(path))
            .header("Content-Type", "application/x-protobuf")
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build());
  }

  private HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

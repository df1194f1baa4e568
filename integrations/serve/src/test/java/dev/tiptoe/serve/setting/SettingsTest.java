// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void file_mayHaveSeveralTokens_ofWhichTheFirstIsSent() throws IOException {
    Path file = Files.writeString(folder.resolve("tokens"), "\n one \nApiKey two\n\n");
    AccessToken token = AccessToken.ofFile(file);
    assertEquals("Bearer one", token.header());
    assertTrue(token.admits(Optional.of("Bearer one")));
    assertTrue(token.admits(Optional.of("ApiKey two")));
    for (String scheme : List.of("bearer one", "BEARER one", "apikey two")) {
      assertTrue(token.admits(Optional.of(scheme)), scheme);
    }
    for (String other :
        List.of("", "one", "Bearer two", "Bearer one ", "Bearer One", "ApiKey", "Bearer  one")) {
      assertFalse(token.admits(Optional.of(other)), other);
    }
    assertFalse(token.admits(Optional.empty()));
  }

  @Test
  void file_thatChanges_isReadAgain_andOneThatCannotBeReadChangesNothing() throws IOException {
    Path file = Files.writeString(folder.resolve("live"), "one");
    AtomicLong seconds = new AtomicLong();
    AccessToken token = AccessToken.ofFile(file, () -> TimeUnit.SECONDS.toNanos(seconds.get()));
    Files.writeString(file, "two");
    seconds.set(5);
    assertEquals("Bearer one", token.header());
    seconds.set(6);
    assertEquals("Bearer two", token.header());
    assertEquals(Optional.empty(), token.problem());
    Files.writeString(file, "\n");
    seconds.set(12);
    assertEquals(Optional.of(file + ": has no token"), token.problem());
    Files.delete(file);
    seconds.set(18);
    assertEquals(Optional.of(file + ": cannot be read"), token.problem());
    assertTrue(token.admits(Optional.of("Bearer two")));
    Files.writeString(file, "three");
    seconds.set(24);
    assertEquals(Optional.empty(), token.problem());
    assertFalse(token.admits(Optional.of("Bearer two")));
  }

  @Test
  void fileWithoutATokenOrWithAnotherContent_isRefused() throws IOException {
    Path file = folder.resolve("tokens");
    for (String text : List.of("", "\n \n", "a\u0001b", "x".repeat(5000), "y".repeat(70_000))) {
      Files.writeString(file, text);
      IOException problem = assertThrows(IOException.class, () -> AccessToken.ofFile(file));
      assertTrue(String.valueOf(problem.getMessage()).startsWith(file + ": "), problem::toString);
    }
    assertThrows(IllegalArgumentException.class, () -> AccessToken.of(" "));
  }

  @Test
  void addresses_thatAreNone_areRefused() {
    for (String address :
        List.of(
            "localhost:4317",
            "0x02000001",
            "//h:1",
            "ftp://x:1",
            "grpc://x",
            "grpc://x:1/path",
            "http:///path",
            "http://user:secret@x/",
            "https://x/?q=1")) {
      IllegalArgumentException problem =
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  new BackEndSettings(
                      URI.create(address), Security.NONE, Compression.SAME, List.of()));
      assertFalse(String.valueOf(problem.getMessage()).contains("secret"));
    }
    for (String name : List.of("", "a b", "Content-Length", "grpc-timeout", "x-bin", "x\n")) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              new BackEndSettings(
                  URI.create("grpc://x:1"), Security.NONE, Compression.SAME, List.of(name)));
    }
  }

  @Test
  void limits_thatDoNotGoTogether_areRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThrows(
        IllegalArgumentException.class,
        () -> new Limits(1 << 20, 1 << 20, 1, 1, 1, second, second, second));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Limits(1 << 20, 1, 1, 1, 1, second, second, Duration.ZERO));
    for (long memory : new long[] {16, 1 << 20, 1L << 32}) {
      Limits limits = Limits.of(memory);
      assertTrue(limits.message() * 16L <= memory);
    }
    assertThrows(IllegalArgumentException.class, () -> Limits.of(15));
  }
}

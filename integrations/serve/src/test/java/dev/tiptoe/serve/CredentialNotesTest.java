// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.forward.Notes;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.tls.Tls;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CredentialNotesTest {

  /** What a running proxy says and counts. */
  @Test
  void changes_areReportedAndCounted() {
    List<String> lines = new ArrayList<>();
    ProxyMetrics metrics = new ProxyMetrics();
    Tls.Listener notes = new CredentialNotes(new Notes(lines::add, System::nanoTime), metrics);
    notes.changed("a.crt and a.key");
    notes.refused("a.crt: no certificate in PEM");
    assertEquals(
        List.of(
            "a.crt and a.key: changed, and in use now",
            "a.crt: no certificate in PEM; what was read before stays in use"),
        lines);
    String counted = new String(metrics.text(), StandardCharsets.UTF_8);
    for (String result : List.of("used", "refused")) {
      assertTrue(
          counted.contains("tiptoe_serve_credential_changes_total{result=\"" + result + "\"} 1.0"),
          counted);
    }
  }
}

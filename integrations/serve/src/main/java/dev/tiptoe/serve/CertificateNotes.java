// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import dev.tiptoe.serve.forward.Notes;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.tls.Tls;

/**
 * Tells and counts that certificates changed.
 *
 * @param notes tells
 * @param metrics counts
 */
record CertificateNotes(Notes notes, ProxyMetrics metrics) implements Tls.Listener {

  @Override
  public void changed(String files) {
    metrics.certificates("used");
    notes.tell(files + ": changed, and in use now");
  }

  @Override
  public void refused(String reason) {
    metrics.certificates("refused");
    notes.tell(reason + "; what was read before stays in use");
  }
}

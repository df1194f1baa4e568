// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import dev.tiptoe.serve.forward.Notes;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.tls.Tls;

/**
 * Tells and counts that the files of certificates and tokens changed.
 *
 * @param notes tells
 * @param metrics counts
 */
record CredentialNotes(Notes notes, ProxyMetrics metrics) implements Tls.Listener {

  @Override
  public void changed(String files) {
    metrics.credentials("used");
    notes.tell(files + ": changed, and in use now");
  }

  @Override
  public void refused(String reason) {
    metrics.credentials("refused");
    notes.tell(reason + "; what was read before stays in use");
  }
}

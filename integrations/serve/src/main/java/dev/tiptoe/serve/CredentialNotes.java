// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import dev.tiptoe.serve.forward.Notes;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.tls.Tls;

/**
 * Reports and counts changes of the files of certificates and tokens.
 *
 * @param notes reports
 * @param metrics counts
 */
record CredentialNotes(Notes notes, ProxyMetrics metrics) implements Tls.Listener {

  @Override
  public void changed(String files) {
    metrics.credentials("used");
    notes.add(files + ": changed, and in use now");
  }

  @Override
  public void refused(String reason) {
    metrics.credentials("refused");
    notes.add(reason + "; what was read before stays in use");
  }
}

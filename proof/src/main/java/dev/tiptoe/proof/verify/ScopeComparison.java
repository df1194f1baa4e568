// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ModuleDef;
import java.util.UUID;

/**
 * Compares what belongs to a file as a whole: the module's name and MVID, the version of its
 * metadata.
 */
final class ScopeComparison {

  private final Image ours;
  private final ComReference theirs;
  private final Frame frame = new Frame();
  private final Findings findings;

  ScopeComparison(Image ours, ComReference theirs, Findings findings) {
    this.ours = ours;
    this.theirs = theirs;
    this.findings = findings;
  }

  void run() {
    byte[] mvid = new byte[Guid.SIZE];
    int hresult =
        theirs
            .function("GetScopeProps")
            .ask(frame.buffer(), Frame.BUFFER_CHARS, frame.cell(0), mvid);
    if (ours.metadata().tables().count(ModuleDef.TABLE) > 0) {
      compare("name", Findings.ours(ours::moduleName), hresult, text());
      compare("MVID", ours.mvid().orElse(new UUID(0, 0)), hresult, Guid.of(mvid));
    }
    hresult =
        theirs.function("GetVersionString").ask(frame.buffer(), Frame.BUFFER_CHARS, frame.cell(0));
    compare("version", ours.metadataVersion(), hresult, text());
  }

  private String text() {
    return frame.text(Math.max(0, frame.number(0) - 1));
  }

  private void compare(String what, Object our, int hresult, Object their) {
    Object answer = Hresult.isFailure(hresult) ? Findings.REFUSED : their;
    findings.compare("(file)", 0, what, our, answer);
    findings.answer();
  }
}

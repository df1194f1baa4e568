// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.truth.TwoAttachments;
import dev.tiptoe.proof.truth.typeload.RecordedRun.Companion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** The agent, attached to a running program twice; see {@link TwoAttachments}. For one run. */
final class TwiceAttachedCompanion implements Companion {

  private final int contexts;
  private final SamplingEngine engine;

  /** Creates an agent for a program of so many load contexts. */
  TwiceAttachedCompanion(int contexts, SamplingEngine engine) {
    this.contexts = contexts;
    this.engine = engine;
  }

  @Override
  public Map<String, String> environment(Path folder) {
    return Map.of();
  }

  @Override
  public void keep(Process process, Path folder) throws IOException, InterruptedException {
    new TwoAttachments(process, contexts, RecordedRun.outputIn(folder), engine)
        .observe(
            Source.FIRST_ATTACH.traceIn(folder),
            running ->
                TwoAttachments.attach(running, Source.SECOND_ATTACH.traceIn(folder), true, engine)
                    .close());
  }
}

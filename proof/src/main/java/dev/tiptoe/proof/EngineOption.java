// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.cli.option.EngineConverter;
import picocli.CommandLine.Option;

/** The option that selects how the agent samples. */
final class EngineOption {

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      converter = EngineConverter.class,
      description = "How the agent samples: suspend, perf or both. Default: suspend.")
  private SamplingEngine engine = SamplingEngine.SUSPEND;

  SamplingEngine engine() {
    return engine;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.UsedRules;
import dev.tiptoe.proof.truth.Witness;
import dev.tiptoe.proof.truth.WitnessReport;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The witness that uses a sacrificial process: the CLR's own answers to calls that a profiler must
 * never make. Immutable.
 */
public final class SacrificialProcess implements Witness {

  private final UsedRules rules;
  private final SamplingEngine engine;
  private final Function<RuntimeIdMap, IdView> claimed;

  /**
   * Creates a witness that tests the claims about a program at its end.
   *
   * @param rules the rules by which claims may follow
   * @param engine how the agent samples
   */
  public SacrificialProcess(UsedRules rules, SamplingEngine engine) {
    this(rules, engine, RuntimeIdMap::now);
  }

  /**
   * Creates a witness that tests other claims; among those of an earlier time it must find wrong
   * ones.
   */
  SacrificialProcess(
      UsedRules rules, SamplingEngine engine, Function<RuntimeIdMap, IdView> claimed) {
    this.rules = rules;
    this.engine = engine;
    this.claimed = claimed;
  }

  @Override
  public String name() {
    return "sacrificial process";
  }

  @Override
  public List<WitnessReport> examine(
      Installation installation, DotnetRuntime runtime, Program program) throws IOException {
    List<WitnessReport> report = new ArrayList<>();
    try (Sacrifice sacrifice = Sacrifice.of(installation, runtime, program, rules, engine)) {
      report.addAll(new SacrificeExamination(sacrifice, claimed, "").conduct());
    }
    if (program.contexts().isPresent()) {
      try (Sacrifice sacrifice =
          Sacrifice.ofSecondAttached(installation, runtime, program, rules, engine)) {
        String suffix = ", second attach of two";
        report.addAll(new SacrificeExamination(sacrifice, claimed, suffix).conduct());
      }
    }
    return report;
  }
}

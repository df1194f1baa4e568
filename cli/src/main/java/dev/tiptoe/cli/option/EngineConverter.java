// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.bridge.launch.SamplingEngine;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an engine by its name. */
public final class EngineConverter implements ITypeConverter<SamplingEngine> {

  @Override
  public SamplingEngine convert(String text) {
    return Arrays.stream(SamplingEngine.values())
        .filter(engine -> engine.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not one of " + Arrays.toString(SamplingEngine.values())));
  }
}

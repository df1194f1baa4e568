// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.bridge.launch.SnapshotCallback;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a callback by its name in ICorProfilerCallback. */
public final class SnapshotCallbackConverter implements ITypeConverter<SnapshotCallback> {

  /** The callbacks, for the completion of shells. */
  public static final class Words extends Candidates {
    /** Used by picocli. */
    public Words() {
      super(Arrays.stream(SnapshotCallback.values()).map(SnapshotCallback::toString).toList());
    }
  }

  @Override
  public SnapshotCallback convert(String text) {
    return Arrays.stream(SnapshotCallback.values())
        .filter(callback -> callback.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not one of " + Arrays.toString(SnapshotCallback.values())));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

/** A detail of frames that is determined only on request, because it takes time. */
public enum FrameDetail {
  /** The IL offset of each frame. One method then is a frame for each of its offsets. */
  IL_OFFSET,
  /** The source line of each frame. One method then is a frame for each of its lines. */
  SOURCE_LINE,
  /** The written method, and the source file and first line of each method. */
  SOURCE,
  /**
   * The RVA of ReadyToRun code whose method is not known, in profiles of pprof and OTLP. One method
   * then is a frame for each of its RVAs.
   */
  RVA
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.format;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.export.ProfileWriter;
import dev.tiptoe.profile.read.ProfileSink;
import dev.tiptoe.profile.read.ReadProgress;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What can be done with files of a format, and the classes that do it. Immutable.
 *
 * @param file a file of the format, in words: {@code a pprof profile}; empty if it is not read
 * @param detector returns whether the beginning of a file, uncompressed, is of the format
 * @param isRecording whether it is read as a trace
 * @param readings how often the contents of a file are read
 * @param reader reads a file
 * @param openedBy the tools that open what is written, in words; empty if it is not written
 * @param writer writes a file
 * @param symbolizer gives the frames of a file names
 */
record Codec(
    String file,
    Predicate<byte[]> detector,
    boolean isRecording,
    int readings,
    Optional<Reader> reader,
    String openedBy,
    Optional<ProfileWriter> writer,
    Optional<Symbolizer> symbolizer) {

  /** Reads a file. */
  @FunctionalInterface
  interface Reader {
    ReadProfile read(
        ProfileBytes bytes, ProfileSink sink, ReadProgress progress, Optional<String> sampleType);
  }

  /** Writes a file anew, with the names of its frames. */
  @FunctionalInterface
  interface Symbolizer {
    SymbolizeStatistics symbolize(
        ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style) throws IOException;
  }

  /** Returns the codec of traces. */
  static Codec recording(String file, Predicate<byte[]> detector) {
    return new Codec(
        file, detector, true, 0, Optional.empty(), "", Optional.empty(), Optional.empty());
  }

  /** Returns the codec of a format that is only written. */
  static Codec written(String openedBy, ProfileWriter.Format writer) {
    return new Codec(
        "",
        head -> false,
        false,
        0,
        Optional.empty(),
        openedBy,
        Optional.of(new ProfileWriter(writer)),
        Optional.empty());
  }

  /** Returns the codec of a format that is also read. */
  Codec read(String newFile, Predicate<byte[]> newDetector, int newReadings, Reader newReader) {
    return new Codec(
        newFile,
        newDetector,
        false,
        newReadings,
        Optional.of(newReader),
        openedBy,
        writer,
        symbolizer);
  }

  /** Returns the codec of a format in which profiles also get names. */
  Codec symbolized(Symbolizer newSymbolizer) {
    return new Codec(
        file,
        detector,
        isRecording,
        readings,
        reader,
        openedBy,
        writer,
        Optional.of(newSymbolizer));
  }

  boolean isIn(byte[] head) {
    return detector.test(head);
  }
}

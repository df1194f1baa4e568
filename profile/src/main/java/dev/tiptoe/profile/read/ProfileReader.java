// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.symbolize.ProfileSymbolizer;
import dev.tiptoe.profile.wire.GzipMembers;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.trace.ReadingListener;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipException;

/**
 * Reads profiles of pprof, OTLP profiles, and collapsed stacks, each compressed with gzip or not.
 *
 * <p>A profile has a number and, where that is known, a time for each stack. Of a file with several
 * kinds of values, one is chosen: in pprof the default of the file, else the last; in OTLP the
 * first. Values that are times become {@linkplain dev.tiptoe.profile.Profile#nanos times}, and the
 * number of samples is taken from the kind beside it that counts them; other values, such as bytes,
 * become {@linkplain dev.tiptoe.profile.Profile#count numbers}. Numbers of samples get the times
 * from the one kind beside them that is a time, or from the period of the profile.
 *
 * <p>Memory: that of the profile, twice while it is built, and the tables of the file.
 */
public final class ProfileReader {

  private static final int HEAD = 1 << 16;

  private ProfileReader() {}

  /** The formats that are read. */
  public enum Format {
    /** The protocol buffers of pprof. */
    PPROF,
    /** The profiles of OpenTelemetry, as protocol buffers. */
    OTLP,
    /** Lines of stacks, the root first, with a number each. */
    COLLAPSED;

    /** Returns how often a file is read. */
    private int readings() {
      return switch (this) {
        case PPROF -> PprofReader.READINGS;
        case OTLP -> OtlpReader.READINGS;
        case COLLAPSED -> CollapsedReader.READINGS;
      };
    }
  }

  /** Returns the format of a file by its contents; empty when it is of none that is read. */
  public static Optional<Format> format(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    byte[] head;
    try (InputStream in = Files.newInputStream(file)) {
      head = in.readNBytes(HEAD);
    }
    if (GzipMembers.isGzip(head)) {
      try (InputStream in = Files.newInputStream(file)) {
        head = GzipMembers.head(in, HEAD);
      } catch (ZipException | EOFException e) {
        return Optional.of(Format.PPROF); // Reading it tells what is damaged.
      }
    }
    return format(head);
  }

  private static Optional<Format> format(byte[] head) {
    if (new String(head, StandardCharsets.ISO_8859_1).isBlank()) {
      return Optional.empty();
    }
    if (CollapsedReader.isIn(head)) {
      return Optional.of(Format.COLLAPSED);
    }
    return ProfileSymbolizer.format(
            Arrays.copyOf(head, Math.min(head.length, ProfileSymbolizer.HEAD)))
        .map(it -> it == ProfileSymbolizer.Format.OTLP ? Format.OTLP : Format.PPROF);
  }

  /**
   * Reads a file with the kind of values that is the default.
   *
   * @throws ProfileFormatException when it is no profile of a format that is read, or damaged
   */
  public static ReadProfile read(Path file, Set<FrameDetail> details) throws IOException {
    return read(file, details, Optional.empty());
  }

  /**
   * Reads a file.
   *
   * @param details which positions in methods distinguish frames; names and files are always read
   * @param sampleType the {@linkplain SampleType#type kind of values}; empty for the default
   * @throws ProfileFormatException when it is no profile of a format that is read, is damaged, or
   *     has no such values
   */
  public static ReadProfile read(Path file, Set<FrameDetail> details, Optional<String> sampleType)
      throws IOException {
    return read(file, details, sampleType, (bytes, total) -> {});
  }

  /**
   * The same, with its progress.
   *
   * @param progress takes in how far the file has been read, which is done several times
   */
  public static ReadProfile read(
      Path file, Set<FrameDetail> details, Optional<String> sampleType, ReadingListener progress)
      throws IOException {
    Format format =
        format(file)
            .orElseThrow(
                () ->
                    new ProfileFormatException(
                        file.toString(),
                        0,
                        "not a profile of pprof or OTLP, and no collapsed stacks"));
    ReadProgress readings = new ReadProgress(progress, Files.size(file), format.readings());
    try (ProfileBytes bytes = ProfileBytes.open(file, readings::inflated)) {
      readings.contents(bytes.size());
      bytes.onRead(readings::at);
      ProfileSink sink = new ProfileSink(bytes, details);
      sink.builder().name(String.valueOf(file.getFileName()));
      return switch (format) {
        case PPROF -> new PprofReader(bytes, sink, readings).read(sampleType);
        case OTLP -> new OtlpReader(bytes, sink, readings).read(sampleType);
        case COLLAPSED -> new CollapsedReader(bytes, sink, readings).read(sampleType);
      };
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (ArithmeticException e) {
      throw new ProfileFormatException(
          file.toString(), 0, "its values are too large to be added up");
    }
  }
}

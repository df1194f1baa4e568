// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.format;

import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.read.ProfileSink;
import dev.tiptoe.profile.read.ReadProgress;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.trace.ReadingListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  private ProfileReader() {}

  /** Returns whether a file is of a format that is read here: no trace, but another profile. */
  public static boolean reads(Path file) throws IOException {
    return format(file).isPresent();
  }

  private static Optional<ProfileFormat> format(Path file) throws IOException {
    return ProfileFormat.of(file).filter(found -> !found.isRecording());
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
    ProfileFormat format = format(file).orElseThrow(() -> none(file));
    ReadProgress readings = new ReadProgress(progress, Files.size(file), format.readings());
    try (ProfileBytes bytes = ProfileBytes.open(file, readings::inflated)) {
      readings.contents(bytes.size());
      bytes.onRead(readings::at);
      ProfileSink sink = new ProfileSink(bytes, details);
      sink.builder().name(String.valueOf(file.getFileName()));
      return format.read(bytes, sink, readings, sampleType);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (ArithmeticException e) {
      throw new ProfileFormatException(
          file.toString(), 0, "its values are too large to be added up");
    }
  }

  private static ProfileFormatException none(Path file) {
    List<ProfileFormat> read =
        ProfileFormat.read().stream().filter(format -> !format.isRecording()).toList();
    return new ProfileFormatException(file.toString(), 0, "not " + ProfileFormat.inWords(read));
  }
}

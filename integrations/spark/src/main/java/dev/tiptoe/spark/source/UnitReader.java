// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.RecordedProfile;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.format.ProfileReader;
import dev.tiptoe.stores.SymbolFiles;
import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.TraceFormatException;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;

/**
 * Reads the profile of a file or of a part of it. What is not a file of this machine is copied
 * first, since traces are read several times. Not thread-safe.
 */
record UnitReader(ReadOptions options, Configuration hadoop) {

  /**
   * Returns the profile; an empty one of a damaged file that is skipped.
   *
   * @throws DamagedProfileException when it is damaged and not to be skipped
   * @throws IOException when it cannot be read, which may pass
   */
  UnitProfile read(FileUnit unit) throws IOException {
    try (LocalCopy copy = LocalCopy.of(unit, hadoop)) {
      return read(unit, copy.file());
    } catch (DamagedProfileException e) {
      return skipped(unit, String.valueOf(e.getMessage()), e);
    } catch (FileNotFoundException
        | NoSuchFileException
        | AccessControlException
        | AccessDeniedException e) {
      // To try again would not help.
      return skipped(unit, unit.path() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private UnitProfile skipped(FileUnit unit, String problem, IOException cause) throws IOException {
    if (!options.skipsDamaged()) {
      throw cause;
    }
    return UnitProfile.damaged(unit, problem);
  }

  private UnitProfile read(FileUnit unit, Path file) throws IOException {
    try {
      ProfileFormat format = ProfileFormat.of(file).orElse(ProfileFormat.TRACE);
      return UnitProfile.of(
          unit, format.word(), format.isRecording() ? recorded(unit, file) : profile(file));
    } catch (ProfileFormatException e) {
      throw damaged(unit, e.offset(), e.reason());
    } catch (TraceFormatException e) {
      throw damaged(unit, e.offset(), e.reason());
    } catch (EventPipeFormatException | MetadataFormatException e) {
      String said = String.valueOf(e.getMessage());
      throw new DamagedProfileException(said.replace(file.toString(), unit.path()));
    }
  }

  private static DamagedProfileException damaged(FileUnit unit, long offset, String reason) {
    // Compressed files are never divided, so an offset counts from the beginning of the unit.
    return new DamagedProfileException(
        unit.path() + ": at offset 0x" + Long.toHexString(unit.offset() + offset) + ": " + reason);
  }

  private Set<FrameDetail> details() {
    EnumSet<FrameDetail> details =
        EnumSet.of(FrameDetail.SOURCE, FrameDetail.IL_OFFSET, FrameDetail.RVA);
    if (options.lines()) {
      details.add(FrameDetail.SOURCE_LINE);
    }
    return details;
  }

  private Profile profile(Path file) throws IOException {
    Optional<String> wanted =
        options.sampleType().isEmpty() ? Optional.empty() : Optional.of(options.sampleType());
    return ProfileReader.read(file, details(), wanted).profile();
  }

  private Profile recorded(FileUnit unit, Path file) throws IOException {
    if (!options.sampleType().isEmpty() && !options.sampleType().equals("samples")) {
      throw new DamagedProfileException(unit.path() + ": a trace has no values but samples");
    }
    SymbolFiles given =
        SymbolFiles.of(
            options.modules().isEmpty() ? List.of() : List.of(Path.of(options.modules())));
    RecordedSession recorded =
        RecordedSession.readForStacks(file, given.symbols(), (bytes, total) -> {});
    return RecordedProfile.read(recorded, details(), (bytes, total) -> {});
  }
}

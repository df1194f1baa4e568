// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.RecordedProfile;
import dev.tiptoe.profile.format.ProfileReader;
import dev.tiptoe.stores.SymbolFiles;
import dev.tiptoe.trace.RecordedSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBValue;
import org.jspecify.annotations.Nullable;

/** The profiles of files, of which the last few are kept. Thread-safe. */
final class ProfileFiles {

  static final String LINES = "lines";
  static final String MODULES = "modules";
  static final String SAMPLE_TYPE = "sample_type";

  private static final int KEPT = 4;

  private final Cache<Version, Profile> kept =
      Caffeine.newBuilder().maximumSize(KEPT).softValues().build();

  /** What a query needs of a file: the arguments of a table function. */
  record Wanted(Path file, boolean lines, Optional<Path> modules, Optional<String> sampleType) {

    /** Returns the arguments of a call. */
    static Wanted of(DuckDBTableFunctionBindInfo call) throws IOException {
      try (DuckDBValue file = call.getParameter(0)) {
        if (file.isNull()) {
          throw new IOException("the file is NULL");
        }
        return new Wanted(
            Path.of(file.getString()).toAbsolutePath(),
            isTrue(call),
            text(call, MODULES).map(Path::of),
            text(call, SAMPLE_TYPE));
      }
    }

    private static boolean isTrue(DuckDBTableFunctionBindInfo call) {
      return named(call, LINES, DuckDBValue::getBoolean).orElse(false);
    }

    private static Optional<String> text(DuckDBTableFunctionBindInfo call, String name) {
      return named(call, name, DuckDBValue::getString);
    }

    private static <T> Optional<T> named(
        DuckDBTableFunctionBindInfo call, String name, Function<DuckDBValue, T> read) {
      try (DuckDBValue value = call.getNamedParameter(name)) {
        return value.isNull() ? Optional.empty() : Optional.of(read.apply(value));
      } catch (RuntimeException e) {
        // DuckDB throws when the call does not have the parameter; there is no other way to find
        // out.
        return Optional.empty();
      }
    }
  }

  /** What a query needs of a file in its state at one time. */
  private record Version(Wanted wanted, FileTime changed, long size, @Nullable Object inode) {}

  /** Returns the profile of a file. */
  Profile read(Wanted wanted) throws IOException {
    BasicFileAttributes now = Files.readAttributes(wanted.file(), BasicFileAttributes.class);
    Version version = new Version(wanted, now.lastModifiedTime(), now.size(), now.fileKey());
    Profile known = kept.getIfPresent(version);
    if (known == null) {
      known = readAnew(wanted);
      kept.put(version, known);
    }
    return known;
  }

  private static Profile readAnew(Wanted wanted) throws IOException {
    Set<FrameDetail> details = EnumSet.of(FrameDetail.SOURCE);
    if (wanted.lines()) {
      details.add(FrameDetail.SOURCE_LINE);
    }
    if (ProfileReader.reads(wanted.file())) {
      return ProfileReader.read(wanted.file(), details, wanted.sampleType()).profile();
    }
    SymbolFiles given = SymbolFiles.of(wanted.modules().map(List::of).orElse(List.of()));
    RecordedSession recorded =
        RecordedSession.readForStacks(wanted.file(), given.symbols(), (bytes, total) -> {});
    return RecordedProfile.read(
        recorded,
        RecordedProfile.clock(recorded, wanted.sampleType()),
        details,
        NativeSymbols.of(given.store()),
        (bytes, total) -> {});
  }
}

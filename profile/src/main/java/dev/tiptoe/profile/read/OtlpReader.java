// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.message.OtlpDictionary;
import dev.tiptoe.profile.message.OtlpFile;
import dev.tiptoe.profile.wire.MessageFields;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads OTLP profiles of the versions 1.8 to 1.11: a message, or a file of the collector with the
 * length of each message before it. Profiles of one kind of values are added up. Not thread-safe;
 * used once.
 */
public final class OtlpReader {

  private static final int RESOURCE_PROFILES = 1;
  private static final int SCOPE_PROFILES = 2;
  private static final int PROFILES = 2;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** How often the file is read. */
  public static final int READINGS = 4;

  private final ProfileBytes bytes;
  private final WireReader in;
  private final ProfileSink sink;
  private final ReadProgress progress;
  private final Set<SampleType> types = new LinkedHashSet<>();
  private Optional<String> wanted = Optional.empty();
  private Optional<SampleType> chosen = Optional.empty();
  private long began;
  private boolean hasTimes;

  private OtlpReader(ProfileBytes bytes, ProfileSink sink, ReadProgress progress) {
    this.bytes = bytes;
    this.in = new WireReader(bytes);
    this.sink = sink;
    this.progress = progress;
  }

  /**
   * Reads a profile.
   *
   * @param sampleType the kind of values; empty for the default
   */
  public static ReadProfile read(
      ProfileBytes bytes, ProfileSink sink, ReadProgress progress, Optional<String> sampleType) {
    return new OtlpReader(bytes, sink, progress).read(sampleType);
  }

  private ReadProfile read(Optional<String> sampleType) {
    wanted = sampleType;
    try {
      readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<SampleType> all = List.copyOf(types);
    SampleType found =
        chosen.orElseGet(
            () ->
                all.isEmpty()
                    ? new SampleType("samples", "count")
                    : all.get(Values.choose(all, wanted, 0, bytes)));
    if (began > 0) {
      sink.builder()
          .began(
              Optional.of(
                  Instant.ofEpochSecond(began / NANOS_PER_SECOND, began % NANOS_PER_SECOND)));
    }
    if (hasTimes) {
      sink.builder().inOrderOfTime();
    }
    return new ReadProfile(sink.builder().build(), found, all);
  }

  private void readAll() throws IOException {
    OtlpFile.refuseOthers(bytes);
    OtlpFile.forEach(bytes, this::message);
  }

  private void message(long start, long end) {
    progress.begin(0, start, end);
    OtlpDictionary dictionary = OtlpDictionary.read(in, start, end);
    progress.begin(1, start, end);
    OtlpTables tables = new OtlpTables(in, sink, dictionary, start);
    tables.readLocations();
    progress.begin(2, start, end);
    tables.readStacks();
    progress.begin(3, start, end);
    profiles(start, end, tables);
  }

  private interface Range {
    void at(long start, long end);
  }

  /** Passes the messages of one field on. */
  private void messages(long start, long end, int wantedField, Range action) {
    in.seek(start);
    MessageFields.readMessages(
        in,
        end,
        (field, from, to) -> {
          if (field == wantedField) {
            action.at(from, to);
          }
        });
  }

  private void profiles(long start, long end, OtlpTables tables) {
    List<OtlpProfile> profiles = new ArrayList<>();
    messages(
        start,
        end,
        RESOURCE_PROFILES,
        (resource, resourceEnd) ->
            messages(
                resource,
                resourceEnd,
                SCOPE_PROFILES,
                (scope, scopeEnd) ->
                    messages(
                        scope,
                        scopeEnd,
                        PROFILES,
                        (from, to) ->
                            profiles.add(OtlpProfile.survey(bytes, in, tables, from, to)))));
    if (profiles.isEmpty()) {
      return;
    }
    List<SampleType> named = profiles.stream().map(OtlpProfile::type).distinct().toList();
    types.addAll(named);
    begin(profiles);
    if (chosen.isEmpty()) {
      List<String> words = named.stream().map(SampleType::type).toList();
      int place = wanted.map(words::indexOf).orElse(0);
      chosen = place < 0 ? Optional.empty() : Optional.of(named.get(place));
    }
    int number = chosen.map(named::indexOf).orElse(-1);
    if (number >= 0) {
      add(profiles, named, number, tables);
    }
  }

  private void begin(List<OtlpProfile> profiles) {
    if (began != 0) {
      return;
    }
    for (OtlpProfile profile : profiles) {
      hasTimes |= profile.hasTimes();
      if (profile.began() > 0) {
        began = began == 0 ? profile.began() : Math.min(began, profile.began());
      }
    }
  }

  /** Adds the profiles of the chosen kind, with the numbers or times that lie beside them. */
  private void add(
      List<OtlpProfile> profiles, List<SampleType> named, int number, OtlpTables tables) {
    SampleType type = named.get(number);
    List<OtlpProfile> ofType = of(profiles, type);
    OtlpProfile first = ofType.get(0);
    Values values = Values.of(named, number, first.periodType(), first.period());
    int other = values.time() == number ? values.count() : values.time();
    boolean isPaired =
        other >= 0 && other != number && areAlike(ofType, of(profiles, named.get(other)));
    boolean isTime = values.time() == number;
    sink.counts(isPaired ? named.get(values.count()) : type);
    if (values.time() >= 0 && (isTime || isPaired)) {
      sink.times(named.get(values.time()));
    }
    if (isPaired) {
      List<OtlpProfile> others = of(profiles, named.get(other));
      addPaired(isTime ? others : ofType, isTime ? ofType : others, tables);
      return;
    }
    for (OtlpProfile profile : ofType) {
      long period =
          profile.period() <= 0 || !type.isSamples()
              ? 0
              : Math.multiplyExact(profile.period(), profile.periodType().unitNanos());
      add(profile, tables, isTime ? type.unitNanos() : period);
    }
  }

  /**
   * Adds the samples of a profile.
   *
   * @param nanos the time that 1 of their values stands for
   */
  private void add(OtlpProfile profile, OtlpTables tables, long nanos) {
    profile.read(
        in,
        tables,
        began,
        Optional.empty(),
        (at, thread, stack, value, none, offset) ->
            sink.add(at, thread, stack, value, Math.multiplyExact(value, nanos), offset));
  }

  /** Adds the samples of profiles, whose numbers and times are in different ones. */
  private void addPaired(List<OtlpProfile> counts, List<OtlpProfile> times, OtlpTables tables) {
    for (int i = 0; i < counts.size(); i++) {
      long unit = times.get(i).type().unitNanos();
      counts
          .get(i)
          .read(
              in,
              tables,
              began,
              Optional.of(times.get(i)),
              (at, thread, stack, count, time, offset) ->
                  sink.add(at, thread, stack, count, Math.multiplyExact(time, unit), offset));
    }
  }

  private static List<OtlpProfile> of(List<OtlpProfile> profiles, SampleType type) {
    return profiles.stream().filter(each -> each.type().equals(type)).toList();
  }

  /** Returns whether profiles have the same samples, but for their values. */
  private static boolean areAlike(List<OtlpProfile> some, List<OtlpProfile> others) {
    return some.stream()
        .map(OtlpProfile::samples)
        .toList()
        .equals(others.stream().map(OtlpProfile::samples).toList());
  }
}

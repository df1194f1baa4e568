// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.bench.Timing;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.format.ProfileSymbolizer;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.Symbols;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Link;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.Stack;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * Symbolizes OTLP profiles, beside a peer that does the same with the specification's own classes:
 * it parses the profile, changes the builders and writes them. Both resolve equal frames once, and
 * their results are equal byte for byte. A profile has a thousand processes that have all modules
 * mapped, as the profile of a fleet has, so frames repeat as they do there. Not thread-safe.
 */
public final class OtlpWork {

  private static final int PROCESSES = 1000;
  private static final int FRAMES_OF_A_STACK = 20;
  private static final int OFFSETS = 4;
  private static final long SEED = 20261123;

  private final Symbols symbols;
  private final byte[] profile;
  private final int locations;

  /**
   * Makes a profile of random frames.
   *
   * @param symbols what resolves the frames
   * @param modules the modules whose methods the frames are of; each has a module version ID
   * @param locations the number of its locations
   */
  public OtlpWork(Symbols symbols, List<ModuleSymbols> modules, int locations) {
    this.symbols = symbols;
    this.locations = locations;
    this.profile = profile(modules, locations, new Random(SEED));
  }

  private static byte[] profile(List<ModuleSymbols> modules, int locations, Random random) {
    ProfilesDictionary.Builder dictionary =
        ProfilesDictionary.newBuilder()
            .addMappingTable(Mapping.getDefaultInstance())
            .addLocationTable(Location.getDefaultInstance())
            .addFunctionTable(Function.getDefaultInstance())
            .addLinkTable(Link.getDefaultInstance())
            .addStackTable(Stack.getDefaultInstance())
            .addAllStringTable(List.of("", "profile.frame.type", "process.executable.build_id.gnu"))
            .addAttributeTable(KeyValueAndUnit.getDefaultInstance())
            .addAttributeTable(attribute(1, "dotnet"));
    for (ModuleSymbols module : modules) {
      dictionary
          .addStringTable(module.name())
          .addAttributeTable(attribute(2, module.mvid().orElseThrow().toString()));
    }
    for (int i = 0; i < PROCESSES * modules.size(); i++) {
      dictionary.addMappingTable(
          Mapping.newBuilder()
              .setMemoryStart((long) i << 20)
              .setFilenameStrindex(3 + i % modules.size())
              .addAttributeIndices(2 + i % modules.size()));
    }
    Profile.Builder samples = Profile.newBuilder();
    Stack.Builder stack = Stack.newBuilder();
    for (int i = 1; i <= locations; i++) {
      int mapping = random.nextInt(PROCESSES * modules.size());
      ModuleSymbols module = modules.get(mapping % modules.size());
      int function = dictionary.getFunctionTableCount();
      if (i % 10 == 1) {
        dictionary.addStringTable("Ns.Type/Inner.Method" + i);
        dictionary.addFunctionTable(
            Function.newBuilder()
                .setNameStrindex(dictionary.getStringTableCount() - 1)
                .setFilenameStrindex(3));
        function++;
      }
      dictionary.addLocationTable(
          Location.newBuilder()
              .setMappingIndex(mapping + 1)
              .setAddress(
                  DotnetAddress.of(
                      1 + random.nextInt(module.methodCount()), 3 * random.nextInt(OFFSETS)))
              .addLines(Line.newBuilder().setFunctionIndex(function - 1))
              .addAttributeIndices(1));
      stack.addLocationIndices(i);
      if (i % FRAMES_OF_A_STACK == 0) {
        dictionary.addStackTable(stack);
        stack.clear();
        samples.addSamples(
            Sample.newBuilder()
                .setStackIndex(dictionary.getStackTableCount() - 1)
                .addTimestampsUnixNano(i));
      }
    }
    return ProfilesData.newBuilder()
        .addResourceProfiles(
            ResourceProfiles.newBuilder()
                .addScopeProfiles(ScopeProfiles.newBuilder().addProfiles(samples)))
        .setDictionary(dictionary)
        .build()
        .toByteArray();
  }

  private static KeyValueAndUnit attribute(int key, String value) {
    return KeyValueAndUnit.newBuilder()
        .setKeyStrindex(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  /** Returns the number of bytes of the profile. */
  public int size() {
    return profile.length;
  }

  /** Does the work as Tiptoe does: the locations, and a checksum of the result. */
  public Timing ours() throws IOException {
    var out = new ByteArrayOutputStream(profile.length * 2);
    long start = System.nanoTime();
    ProfileSymbolizer.symbolize(
        ProfileFormat.OTLP, new ByteArrayInputStream(profile), out, symbols, FrameStyle.WRITTEN);
    return timing(System.nanoTime() - start, out.toByteArray());
  }

  /** Does the work as the peer does. */
  public Timing peer() throws IOException {
    var out = new ByteArrayOutputStream(profile.length * 2);
    long start = System.nanoTime();
    new OtlpBuilders(symbols).symbolize(ProfilesData.parseFrom(profile)).writeTo(out);
    return timing(System.nanoTime() - start, out.toByteArray());
  }

  private Timing timing(long nanoseconds, byte[] result) {
    CRC32 checksum = new CRC32();
    checksum.update(result);
    return new Timing(nanoseconds, locations, checksum.getValue(), result.length);
  }
}

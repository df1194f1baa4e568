// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

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
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Builds profiles as the eBPF profiler's reporter does, with the specification's own classes. */
public final class OtlpBuilder {

  private final ProfilesDictionary.Builder dictionary =
      ProfilesDictionary.newBuilder()
          .addMappingTable(Mapping.getDefaultInstance())
          .addLocationTable(Location.getDefaultInstance())
          .addFunctionTable(Function.getDefaultInstance())
          .addLinkTable(Link.getDefaultInstance())
          .addStringTable("")
          .addAttributeTable(KeyValueAndUnit.getDefaultInstance())
          .addStackTable(Stack.getDefaultInstance());

  private final Profile.Builder profile = Profile.newBuilder();
  private final Map<String, Integer> strings = new HashMap<>(Map.of("", 0));
  private final Map<Object, Integer> entries = new HashMap<>();

  /** Returns the index of a string. */
  public int string(String text) {
    return strings.computeIfAbsent(
        text,
        added -> {
          dictionary.addStringTable(added);
          return dictionary.getStringTableCount() - 1;
        });
  }

  /** Returns the index of an attribute. */
  public int attribute(String key, String value) {
    KeyValueAndUnit attribute =
        KeyValueAndUnit.newBuilder()
            .setKeyStrindex(string(key))
            .setValue(AnyValue.newBuilder().setStringValue(value))
            .build();
    return entries.computeIfAbsent(
        attribute,
        added -> {
          dictionary.addAttributeTable(attribute);
          return dictionary.getAttributeTableCount() - 1;
        });
  }

  /** Returns the index of a mapping of a module. */
  public int mapping(String file, UUID mvid) {
    return mapping(file, mvid.toString());
  }

  /** Returns the index of a mapping of a file with a build ID. */
  public int mapping(String file, String buildId) {
    dictionary.addMappingTable(
        Mapping.newBuilder()
            .setFilenameStrindex(string(file))
            .addAttributeIndices(attribute("process.executable.build_id.gnu", buildId))
            .addAttributeIndices(
                attribute("process.executable.build_id.htlhash", "0123456789abcdef" + file)));
    return dictionary.getMappingTableCount() - 1;
  }

  /** Returns the index of a function. */
  public int function(String name, String file) {
    Function function =
        Function.newBuilder()
            .setNameStrindex(string(name))
            .setFilenameStrindex(string(file))
            .build();
    return entries.computeIfAbsent(
        function,
        added -> {
          dictionary.addFunctionTable(function);
          return dictionary.getFunctionTableCount() - 1;
        });
  }

  /** Returns the index of a location with a function. */
  public int location(String type, int mapping, long address, int function) {
    Location.Builder location =
        Location.newBuilder()
            .setMappingIndex(mapping)
            .setAddress(address)
            .addAttributeIndices(attribute("profile.frame.type", type));
    if (function != 0) {
      location.addLines(Line.newBuilder().setFunctionIndex(function));
    }
    return location(location.build());
  }

  /** Returns the index of a location of .NET without a function. */
  public int dotnet(int mapping, long address) {
    return location("dotnet", mapping, address, 0);
  }

  /** Returns the index of a location. */
  public int location(Location location) {
    dictionary.addLocationTable(location);
    return dictionary.getLocationTableCount() - 1;
  }

  /** Adds a sample of a stack, its leaf first. */
  public OtlpBuilder sample(long value, int... locations) {
    Stack.Builder stack = Stack.newBuilder();
    for (int location : locations) {
      stack.addLocationIndices(location);
    }
    dictionary.addStackTable(stack);
    profile.addSamples(
        Sample.newBuilder()
            .setStackIndex(dictionary.getStackTableCount() - 1)
            .addAttributeIndices(attribute("thread.name", "worker"))
            .addValues(value)
            .addTimestampsUnixNano(1_700_000_000_000_000_000L + value));
    return this;
  }

  /** Returns the dictionary, to change it. */
  public ProfilesDictionary.Builder dictionary() {
    return dictionary;
  }

  /** Returns the profiles. */
  public ProfilesData build() {
    profile.getSampleTypeBuilder().setTypeStrindex(string("cpu")).setUnitStrindex(string("ns"));
    return ProfilesData.newBuilder()
        .addResourceProfiles(
            ResourceProfiles.newBuilder()
                .addScopeProfiles(ScopeProfiles.newBuilder().addProfiles(profile)))
        .setDictionary(dictionary)
        .build();
  }
}

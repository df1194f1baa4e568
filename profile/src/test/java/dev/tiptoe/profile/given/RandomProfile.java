// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import com.google.protobuf.ByteString;
import dev.tiptoe.profile.DotnetAddress;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Link;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import java.util.Random;
import java.util.UUID;

/** Profiles of the format's every field, with indexes that may lead nowhere. */
public final class RandomProfile {

  private static final String[] TYPES = {"dotnet", "dotnet", "dotnet", "native", "kernel", "jvm"};

  private final Random random;
  private final OtlpBuilder profile = new OtlpBuilder();

  private RandomProfile(Random random) {
    this.random = random;
  }

  /** Returns a profile. */
  public static ProfilesData of(Random random) {
    return new RandomProfile(random).build();
  }

  private ProfilesData build() {
    profile.mapping("Written.dll", TestSymbols.mvid(TestSymbols.WRITTEN));
    profile.mapping("Demo.dll", TestSymbols.mvid(TestSymbols.DEMO));
    profile.mapping("Gone.dll", new UUID(1 + random.nextInt(9), 7));
    profile.dictionary().addMappingTable(Mapping.newBuilder().setMemoryStart(random.nextLong()));
    profile
        .dictionary()
        .addLinkTable(Link.newBuilder().setTraceId(ByteString.copyFrom(new byte[16])));
    int count = 1 + random.nextInt(30);
    for (int i = 0; i < count; i++) {
      profile.location(location());
    }
    for (int i = random.nextInt(20); i > 0; i--) {
      profile.sample(random.nextInt(), random.nextInt(count + 1), random.nextInt(count + 1));
    }
    if (random.nextInt(5) == 0) {
      profile.dictionary().addStringTable("a text twice").addStringTable("a text twice");
    }
    return profile.build();
  }

  private Location location() {
    Location.Builder location = Location.newBuilder();
    location.setMappingIndex(random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(6));
    location.setAddress(address());
    if (random.nextInt(8) > 0) {
      location.addAttributeIndices(
          profile.attribute("profile.frame.type", TYPES[random.nextInt(TYPES.length)]));
    }
    if (random.nextInt(4) == 0) {
      location.addAttributeIndices(random.nextInt());
    }
    for (int i = random.nextInt(random.nextInt(5) == 0 ? 3 : 2); i > 0; i--) {
      location.addLines(
          Line.newBuilder()
              .setFunctionIndex(profile.function("F" + random.nextInt(6), "Written.dll"))
              .setLine(random.nextInt(3))
              .setColumn(random.nextInt(2)));
    }
    return location.build();
  }

  private long address() {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> random.nextLong();
      default -> DotnetAddress.of(1 + random.nextInt(240), random.nextInt(60) - 1);
    };
  }
}

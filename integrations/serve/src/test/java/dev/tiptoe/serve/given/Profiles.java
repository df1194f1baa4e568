// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.given;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.Stack;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.zip.GZIPOutputStream;

/** Profiles with frames of the test assembly Written, as a sender has them. */
public final class Profiles {

  /** A method in Written, and the name that it gets. */
  private static final int LAMBDA = 0x88;

  /** The name of the frame of {@link #small}. */
  public static final String NAME = "Shop.Buy(int) → lambda → lambda";

  private static final int FRAMES = 30;
  private static final int METHODS = 100;
  private static final int EMPTY_MEMBERS = 50_000;

  private Profiles() {}

  /** Writes the index of Written into a folder. */
  public static void index(Path folder) throws IOException {
    Image written = Image.open(TestAssembly.WRITTEN.path());
    var unused =
        new SymbolIndexWriter(folder, true).write(written, PortablePdb.of(written)).orElseThrow();
  }

  private static UUID mvid() {
    try {
      return Image.open(TestAssembly.WRITTEN.path()).mvid().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a message with one frame, of {@link #NAME}, and an identity. */
  public static byte[] small(String id) {
    ProfilesDictionary.Builder dictionary = dictionary();
    dictionary.addLocationTable(location(LAMBDA, 5));
    dictionary.addStackTable(Stack.newBuilder().addLocationIndices(1));
    Profile profile =
        Profile.newBuilder().addSamples(Sample.newBuilder().setStackIndex(1).addValues(1)).build();
    return withId(message(dictionary, profile), id);
  }

  /** Returns a message with many samples, whose stacks repeat as real ones do. */
  public static byte[] large(int samples) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    ProfilesDictionary.Builder dictionary = dictionary();
    for (int i = 0; i < METHODS * 4; i++) {
      dictionary.addLocationTable(location(1 + i % METHODS, i / METHODS * 7));
    }
    int stacks = Math.max(1, samples / 5);
    for (int i = 0; i < stacks; i++) {
      Stack.Builder stack = Stack.newBuilder();
      for (int frame = 0; frame < FRAMES; frame++) {
        stack.addLocationIndices(1 + random.nextInt(METHODS * 4));
      }
      dictionary.addStackTable(stack);
    }
    Profile.Builder profile = Profile.newBuilder();
    for (int i = 0; i < samples; i++) {
      profile.addSamples(
          Sample.newBuilder()
              .setStackIndex(1 + random.nextInt(stacks))
              .addTimestampsUnixNano(1_700_000_000_000_000_000L + i * 10_000_000L));
    }
    return message(dictionary, profile.build());
  }

  private static byte[] message(ProfilesDictionary.Builder dictionary, Profile profile) {
    return ExportProfilesServiceRequest.newBuilder()
        .addResourceProfiles(
            ResourceProfiles.newBuilder()
                .addScopeProfiles(ScopeProfiles.newBuilder().addProfiles(profile)))
        .setDictionary(dictionary)
        .build()
        .toByteArray();
  }

  /** Returns a message with an identity behind it, which stays there. */
  public static byte[] withId(byte[] message, String id) {
    ByteString behind =
        ExportProfilesServiceRequest.newBuilder()
            .addResourceProfiles(ResourceProfiles.newBuilder().setSchemaUrl("id:" + id))
            .build()
            .toByteString();
    return ByteString.copyFrom(message).concat(behind).toByteArray();
  }

  /** Returns the identity of a message. */
  public static String id(byte[] message) {
    String end =
        new String(
            message,
            Math.max(0, message.length - 64),
            Math.min(64, message.length),
            java.nio.charset.StandardCharsets.ISO_8859_1);
    return end.substring(end.lastIndexOf("id:") + 3);
  }

  private static ProfilesDictionary.Builder dictionary() {
    return ProfilesDictionary.newBuilder()
        .addMappingTable(Mapping.getDefaultInstance())
        .addMappingTable(Mapping.newBuilder().setFilenameStrindex(5).addAttributeIndices(2))
        .addLocationTable(Location.getDefaultInstance())
        .addStackTable(Stack.getDefaultInstance())
        .addFunctionTable(
            io.opentelemetry.proto.profiles.v1development.Function.getDefaultInstance())
        .addAllStringTable(
            List.of(
                "",
                "profile.frame.type",
                "process.executable.build_id.gnu",
                "dotnet",
                "x",
                "Written.dll"))
        .addAttributeTable(KeyValueAndUnit.getDefaultInstance())
        .addAttributeTable(attribute(1, "dotnet"))
        .addAttributeTable(attribute(2, mvid().toString()));
  }

  private static KeyValueAndUnit attribute(int key, String value) {
    return KeyValueAndUnit.newBuilder()
        .setKeyStrindex(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static Location location(int rid, int il) {
    return Location.newBuilder()
        .setMappingIndex(1)
        .setAddress(DotnetAddress.of(rid, il))
        .addAttributeIndices(1)
        .build();
  }

  /** Returns the names of all functions of a message. */
  public static List<String> names(byte[] message) {
    try {
      ProfilesDictionary dictionary =
          ExportProfilesServiceRequest.parseFrom(message).getDictionary();
      return dictionary.getFunctionTableList().stream()
          .skip(1)
          .map(function -> dictionary.getStringTable(function.getNameStrindex()))
          .toList();
    } catch (InvalidProtocolBufferException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns gzip data behind so many members without contents that a call for each overflows. */
  public static byte[] behindEmptyMembers(byte[] zipped) {
    var all = new ByteArrayOutputStream();
    byte[] empty = zipped(new byte[0]);
    for (int i = 0; i < EMPTY_MEMBERS; i++) {
      all.writeBytes(empty);
    }
    all.writeBytes(zipped);
    return all.toByteArray();
  }

  /** Returns bytes compressed with gzip. */
  public static byte[] zipped(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}

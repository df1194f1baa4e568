// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.Stack;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * The profiles of a small fleet, in all formats, and the indexes of one of its two modules. The
 * frames are methods and IL offsets of the test assembly Written, and of a module that nobody has.
 */
final class Fleet {

  static final UUID UNKNOWN = UUID.fromString("11111111-2222-3333-4444-555555555555");
  static final long BEGAN = 1_700_000_000_000_000_000L;

  private static final String BUILD_ID = "process.executable.build_id.gnu";
  private static final String FRAME_TYPE = "profile.frame.type";
  private static final int DEEPEST = 12;
  private static final int NATIVE = 7;

  private final Random random;
  private final Image module;

  Fleet(long seed) throws IOException {
    random = new Random(seed);
    module = Image.open(TestAssembly.WRITTEN.path());
  }

  UUID mvid() {
    return module.mvid().orElseThrow();
  }

  int methods() {
    return module.count(MethodDef.TABLE);
  }

  /** Copies the module that is known, with its PDB in it or beside it. */
  void module(Path folder) throws IOException {
    Path file = TestAssembly.WRITTEN.path();
    Files.copy(file, folder.resolve(String.valueOf(file.getFileName())));
    Path pdb = file.resolveSibling("Written.pdb");
    if (Files.exists(pdb)) {
      Files.copy(pdb, folder.resolve("Written.pdb"));
    }
  }

  /** Writes the index of the module that is known. */
  void index(Path folder) throws IOException {
    Files.createDirectories(folder);
    assertTrue(
        new SymbolIndexWriter(folder, true).write(module, PortablePdb.of(module)).isPresent());
  }

  /** Writes profiles of all formats. */
  void write(Path folder, int messages, int samples) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("one.otlp"), otlp(samples).toByteArray());
    try (DataOutputStream out =
        new DataOutputStream(Files.newOutputStream(folder.resolve("many.otlp")))) {
      for (int i = 0; i < messages; i++) {
        byte[] message = otlp(samples).toByteArray();
        out.writeInt(message.length);
        out.write(message);
      }
    }
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("cpu.pb.gz")))) {
      out.write(pprof(samples));
    }
    Files.writeString(
        folder.resolve("stacks.txt"), "main;Shop.Main;Shop.Buy 5\nworker;Shop.Serve;Shop.Buy 7\n");
    Files.copy(
        Path.of(System.getProperty("tiptoe.home"))
            .resolve("trace/src/test/resources/golden.tiptoe"),
        folder.resolve("golden.tiptoe"));
  }

  private static KeyValueAndUnit attribute(int key, String value) {
    return KeyValueAndUnit.newBuilder()
        .setKeyStrindex(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  /** Returns a profile whose locations are those of {@link #addresses}. */
  ProfilesData otlp(int samples) {
    ProfilesDictionary.Builder dictionary =
        ProfilesDictionary.newBuilder()
            .addAllStringTable(
                List.of("", FRAME_TYPE, BUILD_ID, "Written.exe", "Missing.dll", "samples", "count"))
            .addStringTable("thread.name")
            .addAttributeTable(KeyValueAndUnit.getDefaultInstance())
            .addAttributeTable(attribute(1, "dotnet"))
            .addAttributeTable(attribute(2, mvid().toString()))
            .addAttributeTable(attribute(2, UNKNOWN.toString()))
            .addAttributeTable(attribute(1, "native"))
            .addAttributeTable(attribute(7, "main"))
            .addAttributeTable(attribute(7, "worker"))
            .addMappingTable(Mapping.getDefaultInstance())
            .addMappingTable(Mapping.newBuilder().setFilenameStrindex(3).addAttributeIndices(2))
            .addMappingTable(Mapping.newBuilder().setFilenameStrindex(4).addAttributeIndices(3))
            .addLocationTable(Location.getDefaultInstance())
            .addStackTable(Stack.getDefaultInstance());
    List<long[]> addresses = addresses(samples);
    for (long[] address : addresses) {
      dictionary.addLocationTable(
          Location.newBuilder()
              .setMappingIndex((int) address[0])
              .setAddress(address[1])
              .addAttributeIndices(address[0] == 0 ? 4 : 1));
    }
    Profile.Builder profile =
        Profile.newBuilder()
            .setTimeUnixNano(BEGAN)
            .setSampleType(ValueType.newBuilder().setTypeStrindex(5).setUnitStrindex(6));
    for (int i = 0; i < samples; i++) {
      Stack.Builder stack = Stack.newBuilder();
      for (int depth = random.nextInt(DEEPEST); depth >= 0; depth--) {
        stack.addLocationIndices(1 + random.nextInt(addresses.size()));
      }
      dictionary.addStackTable(stack);
      profile.addSamples(
          Sample.newBuilder()
              .setStackIndex(dictionary.getStackTableCount() - 1)
              .addAttributeIndices(5 + random.nextInt(2))
              .addTimestampsUnixNano(BEGAN + i * 1_000_000L)
              .addValues(1 + random.nextInt(3)));
    }
    return ProfilesData.newBuilder()
        .addResourceProfiles(
            ResourceProfiles.newBuilder()
                .addScopeProfiles(ScopeProfiles.newBuilder().addProfiles(profile)))
        .setDictionary(dictionary)
        .build();
  }

  /** Returns mappings and addresses: IL of both modules, an RVA, a method that is not there. */
  private List<long[]> addresses(int count) {
    List<long[]> addresses = new ArrayList<>();
    addresses.add(new long[] {1, 0x2345});
    addresses.add(new long[] {1, DotnetAddress.of(methods() + 1, 0)});
    for (int i = 0; i < count; i++) {
      addresses.add(
          switch (i % NATIVE) {
            case 0 -> new long[] {0, 0x1000 + random.nextInt(100)};
            case 1 -> new long[] {2, DotnetAddress.of(1 + random.nextInt(9), random.nextInt(4))};
            default -> new long[] {1, anyAddress()};
          });
    }
    return addresses;
  }

  /** Behind the code of a method there are no lines. */
  private long anyAddress() {
    int rid = 1 + random.nextInt(methods());
    int size = Body.codeSize(new MethodDef(module, rid));
    return DotnetAddress.of(rid, random.nextInt(Math.max(1, size)));
  }

  // ---- pprof, with the protocol buffers' own writer

  private interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  private static ByteString message(Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    fields.write(out);
    out.flush();
    return ByteString.copyFrom(bytes.toByteArray());
  }

  private byte[] pprof(int samples) throws IOException {
    List<long[]> addresses = addresses(samples);
    return message(
            out -> {
              out.writeBytes(
                  1,
                  message(
                      type -> {
                        type.writeInt64(1, 1);
                        type.writeInt64(2, 2);
                      }));
              for (int i = 0; i < samples; i++) {
                out.writeBytes(2, sample(addresses.size()));
              }
              out.writeBytes(3, mapping(1, 3, 4));
              out.writeBytes(3, mapping(2, 5, 6));
              for (int i = 0; i < addresses.size(); i++) {
                out.writeBytes(4, location(i + 1, addresses.get(i)));
              }
              for (String text :
                  List.of(
                      "",
                      "samples",
                      "count",
                      "Written.exe",
                      mvid().toString(),
                      "Missing.dll",
                      UNKNOWN.toString())) {
                out.writeByteArray(6, text.getBytes(StandardCharsets.UTF_8));
              }
              out.writeInt64(9, BEGAN);
            })
        .toByteArray();
  }

  private ByteString sample(int locations) throws IOException {
    return message(
        out -> {
          for (int depth = random.nextInt(DEEPEST); depth >= 0; depth--) {
            out.writeUInt64(1, 1 + random.nextInt(locations));
          }
          out.writeInt64(2, 1 + random.nextInt(3));
        });
  }

  private static ByteString mapping(long id, long file, long buildId) throws IOException {
    return message(
        out -> {
          out.writeUInt64(1, id);
          out.writeInt64(5, file);
          out.writeInt64(6, buildId);
        });
  }

  private static ByteString location(long id, long[] address) throws IOException {
    return message(
        out -> {
          out.writeUInt64(1, id);
          out.writeUInt64(2, address[0]);
          out.writeUInt64(3, address[1]);
        });
  }
}

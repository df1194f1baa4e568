// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.format.ProfileReader;
import dev.tiptoe.profile.given.OtlpBuilder;
import dev.tiptoe.profile.given.Pprof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RVAs of compiled code, as profiles have them: where a frame is called from, of what follows. */
class CodeAddressTest {

  private static final UUID MVID = UUID.fromString("6f1c2d3e-4b5a-6978-8796-a5b4c3d2e1f0");

  @TempDir private Path folder = Path.of("");

  private List<String> frames(byte[] profile, Set<FrameDetail> details) throws IOException {
    Path file = Files.write(folder.resolve("profile"), profile);
    Profile read = ProfileReader.read(file, details).profile();
    return read.framesOf(0).stream()
        .map(frame -> frame.method() + " " + Integer.toHexString(frame.rva()))
        .toList();
  }

  @Test
  void otlp_ofCompiledCode_hasRvas() throws IOException {
    OtlpBuilder builder = new OtlpBuilder();
    int module = builder.mapping("A.dll", MVID);
    int library = builder.mapping("libc.so", MVID.toString());
    int leaf = builder.dotnet(module, 0x2000);
    int caller = builder.dotnet(module, 0x3000);
    int il = builder.dotnet(module, DotnetAddress.of(7, 0x10));
    int kernel = builder.location("kernel", 0, 0x4000, 0);
    int other = builder.location("native", library, 0x5000, 0);
    byte[] profile = builder.sample(1, kernel, leaf, caller, il, other).build().toByteArray();
    assertEquals(
        List.of(
            "libc.so+0x5000 0",
            "A.dll+0xf000000700000010 0",
            "A.dll+0x3000 2fff",
            "A.dll+0x2000 2000",
            "0x4000 0"),
        frames(profile, EnumSet.of(FrameDetail.RVA)));
    assertEquals("A.dll+0x3000 0", frames(profile, Set.of()).get(2));
  }

  @Test
  void pprof_ofCompiledCode_hasRvas() throws IOException {
    Pprof builder = new Pprof();
    long module = builder.mapping("A.dll", MVID.toString(), 0);
    long placed = builder.mapping("B.dll", MVID.toString(), 0x10000);
    long leaf = builder.location(module, 0x2000, 0);
    long caller = builder.location(module, 0x3000, 0);
    long other = builder.location(placed, 0x11000, 0);
    byte[] profile = builder.sample(1, leaf, caller, other).build().toByteArray();
    assertEquals(
        List.of("B.dll+0x11000 0", "A.dll+0x3000 2fff", "A.dll+0x2000 2000"),
        frames(profile, EnumSet.of(FrameDetail.RVA)));
  }
}

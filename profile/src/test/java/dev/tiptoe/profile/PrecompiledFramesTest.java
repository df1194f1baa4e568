// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import static dev.tiptoe.profile.AddressSamplesTest.NO_CALLERS;
import static dev.tiptoe.profile.AddressSamplesTest.profile;
import static dev.tiptoe.profile.AddressSamplesTest.sample;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.typeParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;
import static dev.tiptoe.testdata.image.ZapSignatures.inModule;
import static dev.tiptoe.testdata.image.ZapSignatures.memberRef;
import static dev.tiptoe.testdata.image.ZapSignatures.methodOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instantiations that were compiled ahead of time, in the module that uses the generic type. */
class PrecompiledFramesTest {

  private static final byte[] ADD = method(primitive(SignatureBlobs.VOID), typeParameter(0));
  private static final String NAME = "Sea.List`1<Sea.Wave>::Add(!0):System.Void";
  private static final ModuleID SEA = new ModuleID(0x50);
  private static final ModuleID PORT = new ModuleID(0x60);
  private static final long SEA_BASE = 0x10000000L;
  private static final long PORT_BASE = 0x20000000L;
  private static final long COMPILED = 0x30000000L;

  @TempDir Path folder;

  private final ImageBuilder sea = ImageBuilder.assembly("Sea", "1.0.0.0");
  private final int wave = sea.typeDef("Sea", "Wave");
  private final int list = sea.typeDef("Sea", "List`1");
  private final int add = sea.method("Add", ADD);
  private final ImageBuilder port = ImageBuilder.assembly("Port", "1.0.0.0");
  private final int reference = port.assemblyRef("Sea", "1.0.0.0");

  @BeforeEach
  void listIsGeneric() {
    sea.genericParam(list, 0, "T");
  }

  /** The list of waves, as Port's code has it. */
  private byte[] listOfWaves() {
    return inModule(1, generic(classType(list), inModule(1, valueType(wave))));
  }

  private long instance(byte[] signature) throws IOException {
    ReadyToRunBuilder code = new ReadyToRunBuilder(Processor.AMD64_LINUX);
    int function = code.function(0x40);
    code.instance(signature, function);
    Files.write(folder.resolve("Sea.dll"), sea.build().bytes());
    Files.write(folder.resolve("Port.dll"), code.build(port).bytes());
    return PORT_BASE + code.begin(function) + 4;
  }

  private void load(RuntimeFeed feed, ModuleID id, String file, long base) {
    Path path = folder.resolve(file);
    try {
      Image image = Image.open(path);
      feed.moduleLoaded(
          1, id, new LoadedModule(path.toString(), image.mvid(), new AssemblyID(0), base, 0));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    feed.imageMapped(
        1, new MappedImage(base, base, 0x1000000, id, 0, Optional.empty(), path.toString()));
  }

  private void load(RuntimeFeed feed) {
    load(feed, SEA, "Sea.dll", SEA_BASE);
    load(feed, PORT, "Port.dll", PORT_BASE);
  }

  private void check(Profile profile) {
    assertEquals(1, profile.frames().size(), () -> profile.frames().toString());
    Frame frame = profile.frames().get(0);
    assertEquals(NAME, frame.method());
    assertEquals(add, frame.methodDef());
    assertEquals("Sea.dll", frame.module().name());
  }

  @Test
  void instantiation_ofAnotherModulesType_isTheMethodThereWithItsToken() throws IOException {
    long address = instance(methodOf(listOfWaves(), add));
    check(
        profile(
            feed -> {
              load(feed);
              sample(feed, 10, NO_CALLERS, address);
            }));
  }

  @Test
  void instantiation_byReference_isTheMethodThatItLeadsTo() throws IOException {
    int type = port.typeRef(reference, "Sea", "List`1");
    int member = port.memberRef(type, "Add", ADD);
    long address = instance(memberRef(0, listOfWaves(), member));
    check(
        profile(
            feed -> {
              load(feed);
              sample(feed, 10, NO_CALLERS, address);
            }));
  }

  /** Tier 0 is in the image, what the runtime compiled later is not. */
  @Test
  void instantiation_thatTheRuntimeCompiledToo_isOneMethod() throws IOException {
    long address = instance(methodOf(listOfWaves(), add));
    Profile profile =
        profile(
            feed -> {
              load(feed);
              sample(feed, 10, NO_CALLERS, address);
              ClassID waves = new ClassID(0x1);
              ClassID lists = new ClassID(0x2);
              feed.classLoaded(
                  11,
                  waves,
                  new ClassShape.Defined(SEA, new Token(wave), new ClassID(0), List.of()));
              feed.classLoaded(
                  11,
                  lists,
                  new ClassShape.Defined(SEA, new Token(list), new ClassID(0), List.of(waves)));
              feed.functionSeen(
                  12,
                  new FunctionID(0x10),
                  new FunctionShape(lists, SEA, new Token(add), List.of(), ""),
                  FunctionSource.JITTED);
              feed.codeSeen(12, new FunctionID(0x10), NativeCode.at(COMPILED, 0x100));
              sample(feed, 20, NO_CALLERS, address);
              sample(feed, 30, NO_CALLERS, COMPILED + 4);
            });
    check(profile);
    assertEquals(1, profile.rows());
    assertEquals(3, profile.count(0));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import static dev.tiptoe.profile.AddressSamplesTest.NO_CALLERS;
import static dev.tiptoe.profile.AddressSamplesTest.counts;
import static dev.tiptoe.profile.AddressSamplesTest.profile;
import static dev.tiptoe.profile.AddressSamplesTest.sample;
import static dev.tiptoe.profile.AddressSamplesTest.session;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.metadata.r2r.CodeAt;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.nativesymbols.NativeName;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.nativesymbols.elf.ElfFile;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.index.IndexFolder;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples that are addresses in files of the real runtime. */
class AddressSamplesCorpusTest {

  @Test
  void nativeFunction_hasItsNameAndItsLibrary() throws IOException {
    Path library = TestRuntime.directory().resolve("libcoreclr.so");
    String id = ElfFile.of(Bytes.open(library)).buildId().orElseThrow();
    NativeName.Known function =
        NativeSymbols.usual()
            .open(library)
            .functions()
            .map(NativeName.Known.class::cast)
            .filter(each -> each.name().equals("coreclr_initialize"))
            .findFirst()
            .orElseThrow();
    long bias = 0x7f0000000000L;
    Profile profile =
        profile(
            feed -> {
              feed.imageMapped(
                  1,
                  new MappedImage(
                      bias,
                      bias,
                      0x800000,
                      new ModuleID(0),
                      0,
                      Optional.of(id),
                      library.toString()));
              sample(feed, 10, NO_CALLERS, bias + function.address() + 9);
              sample(feed, 11, NO_CALLERS, bias + 0x10);
              sample(feed, 12, NO_CALLERS, 0xffffffff81000000L);
            });
    assertEquals(
        Map.of("coreclr_initialize", 1L, "libcoreclr.so+0x10", 1L, "<kernel>", 1L),
        counts(profile));
    Frame frame = profile.frames().get(0);
    assertEquals(FrameKind.NATIVE, frame.kind());
    assertEquals("libcoreclr.so", frame.module().name());
  }

  /** A method of System.Linq, and facts of a program that executes it before an unload. */
  private static final class Executed {

    static final ModuleID MODULE = new ModuleID(0x50);
    private static final long BASE = 0x7e0000000000L;

    final Image image = opened(TestRuntime.directory().resolve("System.Linq.dll"));
    final Token method;
    private final long address;

    Executed() {
      ReadyToRun code = ReadyToRun.of(image).orElseThrow();
      EntryPoint entry =
          code.methods().stream()
              .filter(each -> !each.isInstance() && each.method().table() == MethodDef.TABLE)
              .findFirst()
              .orElseThrow();
      method = entry.method();
      address = BASE + code.code(entry).get(0).begin() + 1;
    }

    void facts(String path, RuntimeFeed feed) {
      feed.moduleLoaded(
          1, MODULE, new LoadedModule(path, image.mvid(), new AssemblyID(0), BASE, 0));
      feed.imageMapped(
          1, new MappedImage(BASE, BASE, 0x1000000, MODULE, 0, Optional.empty(), path));
      sample(feed, 10, NO_CALLERS, address);
      feed.unloadStarted(20, MODULE);
      sample(feed, 30, NO_CALLERS, address);
    }
  }

  @Test
  void precompiledCode_isNamedFromItsImageWhileItIsLoaded() {
    Executed executed = new Executed();
    Consumer<RuntimeFeed> facts = feed -> executed.facts(executed.image.file(), feed);
    Profile profile = profile(facts);
    String name = session(facts).at(10).nameOf(Executed.MODULE, executed.method);
    assertTrue(name.startsWith("System."), name);
    assertEquals(Map.of(name, 1L, "<unknown code>", 1L), counts(profile));
    Frame frame = profile.frames().get(0);
    assertEquals(executed.method.value(), frame.methodDef());
    assertEquals("System.Linq.dll", frame.module().name());
    assertEquals(FrameKind.FRAMEWORK, frame.kind());
  }

  /** The module itself is not at hand. */
  @Test
  void precompiledCode_ofAModuleWithASymbolIndex_isNamedFromThat(@TempDir Path folder)
      throws IOException {
    Executed executed = new Executed();
    new SymbolIndexWriter(folder, false).write(executed.image, PortablePdb.of(executed.image));
    Symbols symbols = Symbols.of(IndexFolder.open(folder, problem -> {}));
    Consumer<RuntimeFeed> facts = feed -> executed.facts("C:\\app\\System.Linq.dll", feed);
    Frame named = profile(symbols, facts).frames().get(0);
    MethodSymbol method =
        symbols.module(executed.image.mvid().orElseThrow()).orElseThrow().method(executed.method);
    assertTrue(
        named.method().startsWith(method.type() + "::" + method.name() + "("), named::method);
    assertEquals(executed.method.value(), named.methodDef());
    assertEquals("System.Linq.dll", named.module().name());
    assertTrue(
        counts(profile(facts)).keySet().stream()
            .anyMatch(name -> name.startsWith("System.Linq.dll+0x")));
  }

  /** Up to 200 instantiations of each of the framework's images, with all modules loaded. */
  @Test
  void precompiledInstantiations_haveTheTokenAndTheNameOfTheirMethod() throws IOException {
    List<Path> files = TestRuntime.managedDlls();
    List<Long> addresses = new ArrayList<>();
    Map<FrameModule, ModuleID> modules = new HashMap<>();
    Consumer<RuntimeFeed> facts =
        feed -> {
          for (int i = 0; i < files.size(); i++) {
            Image image = opened(files.get(i));
            ModuleID module = new ModuleID(0x1000L + i);
            String path = files.get(i).toString();
            long base = 0x7e0000000000L + i * 0x10000000L;
            LoadedModule loaded = new LoadedModule(path, image.mvid(), new AssemblyID(0), base, 0);
            modules.put(new FrameModule(loaded.fileName(), path, image.mvid()), module);
            feed.moduleLoaded(1, module, loaded);
            feed.imageMapped(
                1, new MappedImage(base, base, 0x10000000, module, 0, Optional.empty(), path));
            ReadyToRun.of(image).stream()
                .flatMap(code -> instances(code).stream().limit(200))
                .forEach(rva -> addresses.add(base + rva));
          }
          addresses.forEach(address -> sample(feed, 10, NO_CALLERS, address));
        };
    Profile profile = profile(facts);
    Moment session = session(facts).at(10);
    List<String> wrong = new ArrayList<>();
    for (Frame frame : profile.frames()) {
      ModuleID module = modules.get(frame.module());
      String[] row =
          frame.methodDef() == 0 || module == null
              ? new String[] {"?", "?"}
              : session.nameOf(module, new Token(frame.methodDef())).split("::", 2);
      if (!frame.method().startsWith(row[0])
          || !frame.method().contains("::" + row[1])
          || frame.method().contains("!0x")) {
        wrong.add(frame.method() + " is not " + String.join("::", row));
      }
    }
    assertTrue(addresses.size() > 1000, () -> addresses.size() + " instantiations");
    assertEquals(
        List.of(),
        wrong.subList(0, Math.min(20, wrong.size())),
        () -> wrong.size() + " of " + profile.frames().size());
  }

  /** Addresses of instantiations, one of each, where no other method has the same code. */
  private static List<Long> instances(ReadyToRun code) {
    List<Long> addresses = new ArrayList<>();
    for (EntryPoint method : code.methods()) {
      if (method.isInstance()) {
        int begin = code.code(method).get(0).begin();
        if (code.methodAt(begin) instanceof CodeAt.Method) {
          addresses.add((long) begin);
        }
      }
    }
    return addresses;
  }

  private static Image opened(Path file) {
    try {
      return Image.open(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

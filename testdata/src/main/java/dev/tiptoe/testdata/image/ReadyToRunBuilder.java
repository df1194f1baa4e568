// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Builds a ReadyToRun image: runtime functions are added in the order of their addresses, then the
 * methods that begin at them, and then it is built around a module or, for a composite image,
 * around several.
 *
 * <p>There is no code: from {@value #CODE} on, where it would be, the file has nothing. Nothing is
 * checked. Not thread-safe.
 *
 * <p>Source: readytorun-format.md and readytorun.h.
 */
public final class ReadyToRunBuilder {

  /** The RVA of the first runtime function. */
  public static final int CODE = 0x100000;

  private static final int GAP = 0x10;
  private static final int BASE = 0x2000;
  private static final int FILE_BASE = 0x200;
  private static final int COR20 = 72;
  private static final int PE_HEADER = 0x80;
  private static final int EXPORTS = 40;

  private static final int RUNTIME_FUNCTIONS = 102;
  private static final int METHOD_DEF_ENTRY_POINTS = 103;
  private static final int INSTANCE_METHOD_ENTRY_POINTS = 109;
  private static final int MANIFEST_METADATA = 112;
  private static final int COMPONENT_ASSEMBLIES = 115;
  private static final int OWNER_COMPOSITE_EXECUTABLE = 116;
  private static final int MANIFEST_ASSEMBLY_MVIDS = 118;
  private static final int HOT_COLD_MAP = 120;

  /** The processors of images. */
  public enum Processor {
    /** x64 on Linux. */
    AMD64_LINUX(0x8664 ^ 0x7b79),
    /** ARM64. */
    ARM64(0xaa64),
    /** ARM, Thumb-2. */
    ARM(0x1c4),
    /** x86. */
    I386(0x14c),
    /** LoongArch64. */
    LOONGARCH64(0x6264),
    /** RISC-V. */
    RISCV64(0x5064),
    /** A processor that this format does not support. */
    ALPHA(0x184);

    private final int coff;

    Processor(int coff) {
      this.coff = coff;
    }
  }

  /** The assembly of a composite image. */
  private static final class Component {

    private final Map<Integer, Integer> methods = new TreeMap<>();
    private final byte[] metadata;

    Component(byte... metadata) {
      this.metadata = metadata;
    }
  }

  private final Processor processor;
  private final List<Integer> sizes = new ArrayList<>();
  private final Map<Integer, Integer> methods = new TreeMap<>();
  private final List<NativeFormat.Entry> instances = new ArrayList<>();
  private final List<Component> components = new ArrayList<>();
  private final Map<Integer, byte[]> sections = new TreeMap<>();
  private final LittleEndian hotCold = new LittleEndian();
  private final LittleEndian mvids = new LittleEndian();
  private final LittleEndian content = new LittleEndian();
  private int major = 9;
  private int minor = 2;
  private int flags = 3;
  private int width = 2;
  private int bucketShift = 1;
  private int repetitions = 1;
  private boolean lostComponent;

  /** An image for {@code processor}. */
  public ReadyToRunBuilder(Processor processor) {
    this.processor = processor;
  }

  /** Sets the version; the default is 9.2. */
  public ReadyToRunBuilder version(int majorVersion, int minorVersion) {
    major = majorVersion;
    minor = minorVersion;
    return this;
  }

  /** Sets {@code ReadyToRunFlag}s; the default is 3. */
  public ReadyToRunBuilder flags(int bits) {
    flags = bits;
    return this;
  }

  /** Sets the bytes of the offsets in tables of the native format: 1, 2 or 4; the default is 2. */
  public ReadyToRunBuilder width(int bytes) {
    width = bytes;
    return this;
  }

  /** Sets the binary logarithm of the number of buckets; the default is 1. */
  public ReadyToRunBuilder bucketShift(int shift) {
    bucketShift = shift;
    return this;
  }

  /** A runtime function of so many bytes: its index. */
  public int function(int size) {
    sizes.add(size);
    return sizes.size() - 1;
  }

  /** The RVA at which a runtime function begins. */
  public int begin(int function) {
    int at = CODE;
    for (int size : sizes.subList(0, function)) {
      at += size + GAP;
    }
    return at;
  }

  /** Makes a MethodDef of the module begin at a runtime function. */
  public ReadyToRunBuilder method(int methodDef, int function) {
    methods.put((methodDef & 0xffffff) - 1, function);
    return this;
  }

  /** Makes an instantiated method begin at a runtime function. */
  public ReadyToRunBuilder instance(byte[] signature, int function) {
    byte[] value = new LittleEndian().bytes(signature).bytes(entry(function)).toArray();
    instances.add(new NativeFormat.Entry(0x155 * instances.size(), value));
    return this;
  }

  /** Makes a method's cold part begin at another runtime function. */
  public ReadyToRunBuilder cold(int hotFunction, int coldFunction) {
    hotCold.u4(coldFunction).u4(hotFunction);
    return this;
  }

  /** The manifest: a metadata root. */
  public ReadyToRunBuilder manifest(ImageBuilder manifest) {
    sections.put(MANIFEST_METADATA, manifest.root());
    return this;
  }

  /** The version of the manifest's next assembly. */
  public ReadyToRunBuilder mvid(UUID mvid) {
    mvids.guid(mvid);
    return this;
  }

  /** Makes it a composite image with one more assembly, whose metadata it contains. */
  public ReadyToRunBuilder component(ImageBuilder assembly) {
    components.add(new Component(assembly.root()));
    return this;
  }

  /** Makes it a composite image with one more assembly, whose metadata is elsewhere. */
  public ReadyToRunBuilder component() {
    components.add(new Component());
    return this;
  }

  /** Lists first an assembly whose header does not exist. */
  public ReadyToRunBuilder lostComponent() {
    lostComponent = true;
    return this;
  }

  /** Lists all components so many times. */
  public ReadyToRunBuilder repeatComponents(int times) {
    repetitions = times;
    return this;
  }

  /** Makes a MethodDef of a component, counted from 0, begin at a runtime function. */
  public ReadyToRunBuilder method(int component, int methodDef, int function) {
    components.get(component).methods.put((methodDef & 0xffffff) - 1, function);
    return this;
  }

  /** Names the composite image that has the code. */
  public ReadyToRunBuilder owner(String fileName) {
    return section(OWNER_COMPOSITE_EXECUTABLE, (fileName + '\0').getBytes(StandardCharsets.UTF_8));
  }

  /** Replaces a section by any bytes. */
  public ReadyToRunBuilder section(int type, byte... bytes) {
    sections.put(type, bytes);
    return this;
  }

  /** The image of a module. */
  public BuiltImage build(ImageBuilder module) {
    content.zerosTo(COR20);
    byte[] root = module.root();
    int metadata = place(root);
    byte[] readyToRun = header(true);
    int header = place(readyToRun);
    LittleEndian cor20 = new LittleEndian().u4(COR20).u2(2).u2(5).u4(metadata).u4(root.length);
    cor20.u4(4).zerosTo(64).u4(header).u4(readyToRun.length);
    byte[] file = file(cor20.zerosTo(COR20).toArray(), 0);
    return new BuiltImage(file, FILE_BASE, offset(metadata), offset(metadata));
  }

  /** A composite image; its COR20 header leads nowhere. */
  public BuiltImage buildComposite() {
    content.zerosTo(COR20);
    int header = place(header(false));
    int name = place("RTR_HEADER\0".getBytes(StandardCharsets.UTF_8));
    int exports = BASE + content.size();
    content.zerosTo(content.size() + 16).u4(1).u4(1).u4(1);
    content.u4(exports + EXPORTS).u4(exports + EXPORTS + 4).u4(exports + EXPORTS + 8);
    content.u4(header).u4(name).u2(0);
    byte[] file = file(new byte[COR20], exports);
    return new BuiltImage(file, FILE_BASE, offset(header), offset(header));
  }

  /** Where in the file the header of a built image lies. */
  public static int headerOffset(BuiltImage image) {
    int rva = image.buffer().order(ByteOrder.LITTLE_ENDIAN).getInt(image.cor20() + 64);
    return rva == 0 ? image.metadata() : offset(rva);
  }

  private static int offset(int rva) {
    return rva - BASE + FILE_BASE;
  }

  private int place(byte[] bytes) {
    content.align(4);
    int rva = BASE + content.size();
    content.bytes(bytes);
    return rva;
  }

  private byte[] header(boolean ofModule) {
    putUnlessThere(RUNTIME_FUNCTIONS, runtimeFunctions());
    if (ofModule) {
      putUnlessThere(METHOD_DEF_ENTRY_POINTS, entryPoints(methods));
    } else {
      putUnlessThere(COMPONENT_ASSEMBLIES, components());
    }
    putUnlessThere(
        INSTANCE_METHOD_ENTRY_POINTS, NativeFormat.hashtable(instances, bucketShift, width));
    putUnlessThere(HOT_COLD_MAP, hotCold.toArray());
    putUnlessThere(MANIFEST_ASSEMBLY_MVIDS, mvids.toArray());
    LittleEndian header = new LittleEndian().u4(0x00525452).u2(major).u2(minor);
    return header.bytes(core(flags, sections)).toArray();
  }

  private void putUnlessThere(int type, byte[] bytes) {
    if (bytes.length > 0) {
      sections.putIfAbsent(type, bytes);
    }
  }

  private byte[] core(int coreFlags, Map<Integer, byte[]> parts) {
    LittleEndian core = new LittleEndian().u4(coreFlags).u4(parts.size());
    parts.forEach((type, bytes) -> core.u4(type).u4(place(bytes)).u4(bytes.length));
    return core.toArray();
  }

  private byte[] components() {
    LittleEndian entries = new LittleEndian().bytes(new byte[lostComponent ? 16 : 0]);
    for (Component component : components) {
      int cor20 = 0;
      if (component.metadata.length > 0) {
        int metadata = place(component.metadata);
        LittleEndian header = new LittleEndian().u4(COR20).u2(2).u2(5).u4(metadata);
        cor20 = place(header.u4(component.metadata.length).zerosTo(COR20).toArray());
      }
      byte[] core = core(0, Map.of(METHOD_DEF_ENTRY_POINTS, entryPoints(component.methods)));
      entries.u4(cor20).u4(cor20 == 0 ? 0 : COR20).u4(place(core)).u4(core.length);
    }
    LittleEndian all = new LittleEndian();
    for (int i = 0; i < repetitions; i++) {
      all.bytes(entries.toArray());
    }
    return all.toArray();
  }

  private byte[] entryPoints(Map<Integer, Integer> functions) {
    Map<Integer, byte[]> entries = new TreeMap<>();
    int count = 0;
    for (Map.Entry<Integer, Integer> each : functions.entrySet()) {
      entries.put(each.getKey(), entry(each.getValue()));
      count = each.getKey() + 1;
    }
    return NativeFormat.array(count, entries, width);
  }

  /** Returns an entry point; every other one has fixups, which lie elsewhere every other time. */
  private static byte[] entry(int function) {
    LittleEndian entry = new LittleEndian();
    return switch (function % 4) {
      case 1 -> entry.bytes(NativeFormat.unsigned((function << 2) | 1)).u1(0).toArray();
      case 3 ->
          entry
              .bytes(NativeFormat.unsigned((function << 2) | 3))
              .bytes(NativeFormat.unsigned(1))
              .toArray();
      default -> NativeFormat.unsigned(function << 1);
    };
  }

  private byte[] runtimeFunctions() {
    LittleEndian functions = new LittleEndian();
    for (int i = 0; i < sizes.size(); i++) {
      int begin = begin(i);
      int size = sizes.get(i);
      switch (processor) {
        case ARM64, LOONGARCH64, RISCV64 -> functions.u4(begin).u4(place(unwind(size / 4)));
        case ARM -> functions.u4(begin | 1).u4(place(unwind(size / 2)));
        case I386 -> functions.u4(begin).u4(place(lengthInSevens(size)));
        default -> functions.u4(begin).u4(begin + size).u4(BASE);
      }
    }
    return functions.toArray();
  }

  /** Unwind data: the length, one epilogue, and nothing more that matters here. */
  private static byte[] unwind(int units) {
    return new LittleEndian().u4(units | 0x10a00000).u4(0xe4e4e4e4).toArray();
  }

  private static byte[] lengthInSevens(int length) {
    return length < 0x80
        ? new byte[] {(byte) length}
        : new byte[] {(byte) (length >>> 7 | 0x80), (byte) (length & 0x7f)};
  }

  private byte[] file(byte[] cor20, int exports) {
    byte[] section = content.toArray();
    System.arraycopy(cor20, 0, section, 0, COR20);
    boolean plus = processor == Processor.AMD64_LINUX || processor == Processor.ARM64;
    LittleEndian file = new LittleEndian().u2(0x5a4d).zerosTo(0x3c).u4(PE_HEADER);
    file.zerosTo(PE_HEADER).u4(0x00004550).u2(processor.coff).u2(1).u4(0).u4(0).u4(0);
    file.u2((plus ? 112 : 96) + 8 * 16).u2(0x2022);
    int optional = file.size();
    file.u2(plus ? 0x20b : 0x10b).zerosTo(optional + 60).u4(FILE_BASE);
    file.zerosTo(optional + (plus ? 108 : 92)).u4(16).u4(exports).u4(exports == 0 ? 0 : EXPORTS);
    boolean managed = exports == 0;
    file.zerosTo(file.size() + 8 * 13).u4(managed ? BASE : 0).u4(managed ? COR20 : 0).u8(0);
    file.u8(Long.reverseBytes(0x2e74657874000000L)); // .text
    file.u4(section.length).u4(BASE).u4(section.length).u4(FILE_BASE);
    return file.zerosTo(FILE_BASE).bytes(section).toArray();
  }
}

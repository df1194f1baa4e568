// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PointSearch;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import dev.tiptoe.resolver.answer.ModuleImage;
import dev.tiptoe.resolver.answer.SourceLocation;
import dev.tiptoe.resolver.answer.SourceLocation.InSource;
import dev.tiptoe.resolver.answer.SourceLocation.Unknown;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.IlPosition;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds the source lines of native code in the portable PDBs of the modules: inside a module,
 * beside it under the name that the module gives, or under that name in the folders of the {@link
 * dev.tiptoe.resolver.locator.ModuleLocator}. A PDB is used only if it has the identity that its
 * module gives.
 *
 * <p>Thread-safe. Keeps PDBs that take a quarter of the heap at most, and up to {@value
 * #MOST_POINTS} sequence points, about 32 MiB of them, and {@value #MOST_INSTRUCTIONS} bytes for
 * where instructions begin. PDBs inside modules are decompressed into memory: {@value
 * #MOST_INFLATED} bytes of them in all during the life of an instance.
 */
public final class SourceLines {

  /** A quarter of the heap. */
  private static final long MOST_KIB = Runtime.getRuntime().maxMemory() >> 12;

  private static final int LEAST_KIB = 64;
  private static final int MOST_POINTS = 1 << 19;
  private static final int MOST_INSTRUCTIONS = 8 << 20;
  private static final long MOST_INFLATED = 256 << 20;

  /** A method of a module that is open. */
  private record Method(Image module, Token methodDef) {}

  /** The points of a method, and its bytes of IL; 0 where these are not known. */
  private record Source(PointSearch points, int codeSize) {
    boolean isBehind(int ilOffset) {
      return codeSize > 0 && ilOffset >= codeSize;
    }

    int weight() {
      return 1 + points.size();
    }
  }

  private final RuntimeIdMap map;
  private final ModuleImages images;
  private final Cache<Image, PortablePdb> pdbs =
      Caffeine.newBuilder().weakKeys().maximumWeight(MOST_KIB).weigher(SourceLines::kib).build();
  private final Cache<Method, Source> methods =
      Caffeine.newBuilder()
          .maximumWeight(MOST_POINTS)
          .weigher((Method method, Source source) -> source.weight())
          .build();

  /** Where the instructions of methods begin. */
  private final Cache<Method, BitSet> instructions =
      Caffeine.newBuilder()
          .maximumWeight(MOST_INSTRUCTIONS)
          .weigher((Method method, BitSet begins) -> 1 + begins.size() / Byte.SIZE)
          .build();

  /** The bytes that may still be decompressed. */
  private final AtomicLong left;

  /** Creates an instance for code in {@code map}. */
  public SourceLines(RuntimeIdMap map, ModuleImages images) {
    this(map, images, MOST_INFLATED);
  }

  /** Creates an instance with a limit on the bytes of PDBs inside modules. */
  SourceLines(RuntimeIdMap map, ModuleImages images, long inflated) {
    this.map = map;
    this.images = images;
    this.left = new AtomicLong(inflated);
  }

  private PortablePdb pdb(Image module) {
    try {
      int inside = module.debugDirectory().embeddedPdbSize();
      return left.addAndGet(-inside) < 0 && inside > 0
          ? new PortablePdb.Missing("the PDBs that are inside modules are too large together")
          : PortablePdb.of(module, images.locator()::named);
    } catch (MetadataFormatException e) {
      return new PortablePdb.Missing(String.valueOf(e.getMessage()));
    }
  }

  private static int kib(Image module, PortablePdb pdb) {
    int bytes = pdb.found().map(Image::metadataSize).orElse(0);
    return LEAST_KIB + (bytes >> 10);
  }

  /**
   * Returns the source of the instruction at a native address. Code that was compiled from other IL
   * than the module's file has, such as that of a hot reload, has none: its PDB is not known.
   */
  public SourceLocation of(CodeLocation code) {
    if (!(code instanceof CodeLocation.InCode in)) {
      return new Unknown(code.why());
    }
    if (!(in.il() instanceof IlPosition.At at)) {
      return new Unknown("the instruction has no known place in the IL: " + in.il());
    }
    return isOfOtherIl(in)
        ? new Unknown(
            "the code was compiled from other IL than the file has of "
                + in.method().shape().methodDef()
                + ": of a hot reload, a profiler or another build")
        : of(in.method(), at.offset());
  }

  /**
   * Returns whether code was compiled from other IL than the module's file has; false where that is
   * not known. The runtime reports offsets at which instructions begin.
   */
  public boolean isOfOtherIl(CodeLocation.InCode code) {
    IdView view = map.atEndOf(code.method());
    Token methodDef = code.method().shape().methodDef();
    ModuleImage module = images.of(view, code.method().shape().module());
    return !methodDef.isNil()
        && module
            .opened()
            .map(opened -> instructions.get(new Method(opened.image(), methodDef), this::begins))
            .filter(begins -> !begins.isEmpty())
            .filter(begins -> !view.isCompiledFrom(code.range().start(), begins::get))
            .isPresent();
  }

  /**
   * Returns the source of a method's IL at an offset, as {@link SequencePoints#sourceFor} has it;
   * none behind its code.
   */
  public SourceLocation of(FunctionFact method, int ilOffset) {
    ModuleImage module = images.of(map.atEndOf(method), method.shape().module());
    if (module instanceof ModuleImage.Unavailable unavailable) {
      return new Unknown(unavailable.reason());
    }
    Method sought = new Method(module.opened().orElseThrow().image(), method.shape().methodDef());
    PortablePdb pdb = pdbs.get(sought.module(), this::pdb);
    if (pdb instanceof PortablePdb.Missing missing) {
      return new Unknown(missing.reason());
    }
    try {
      Image found = pdb.found().orElseThrow();
      Source source = methods.get(sought, key -> source(found, key));
      return of(source, found, sought.methodDef(), ilOffset);
    } catch (MetadataFormatException e) {
      return new Unknown(String.valueOf(e.getMessage()));
    }
  }

  private static SourceLocation of(Source source, Image pdb, Token methodDef, int ilOffset) {
    if (source.isBehind(ilOffset)) {
      return new Unknown(
          String.format(
              Locale.ROOT,
              "IL offset 0x%x is behind the %d bytes of code of %s",
              ilOffset,
              source.codeSize(),
              methodDef));
    }
    Optional<SequencePoint> point = source.points().sourceFor(ilOffset);
    return point.isPresent()
        ? new InSource(new Document(pdb, point.get().document().rid()).name(), point.get())
        : new Unknown(pdb.file() + " has no source for " + methodDef);
  }

  private static Source source(Image pdb, Method method) {
    PointSearch points =
        MethodDebugInformation.of(pdb, method.methodDef())
            .map(PointSearch::of)
            .orElse(PointSearch.NONE);
    return new Source(points, points.isEmpty() ? 0 : codeSize(method));
  }

  private static int codeSize(Method method) {
    try {
      return Body.codeSize(new MethodDef(method.module(), method.methodDef().rid()));
    } catch (MetadataFormatException e) {
      return 0; // The IL may have been stripped.
    }
  }

  /** Returns where instructions begin; nothing of IL that is damaged or was stripped. */
  private BitSet begins(Method method) {
    BitSet begins = new BitSet();
    try {
      if (Body.of(new MethodDef(method.module(), method.methodDef().rid()))
          instanceof MethodBody body) {
        body.instructions().forEach(each -> begins.set(each.offset()));
      }
      return begins;
    } catch (MetadataFormatException e) {
      return new BitSet();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.nativesymbols.NativeImage;
import dev.tiptoe.nativesymbols.NativeModule;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.KernelFunction;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.map.CodeLocation.InCode;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.ImageFact;
import dev.tiptoe.resolver.map.Interval;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * The frames of addresses, each resolved once for the interval in which it has one meaning: code of
 * a method, code of an image, or unknown. While an image is mapped at an address, no compiled
 * method is there. Not thread-safe.
 */
final class AddressFrames {

  private static final int MOST = 1 << 20;

  private static final FrameModule KERNEL_ITSELF = FrameModule.named("[kernel]");

  /** Of the kernel's half of the address space; where its functions could not be read. */
  private static final Frame KERNEL = Frame.special("<kernel>", FrameKind.NATIVE);

  private static final Frame UNKNOWN_CODE = Frame.special("<unknown code>", FrameKind.NATIVE);

  /** What an address means, and from when to when. */
  private record Meaning(int frame, long from, long to) {

    boolean isValidAt(long time) {
      return from <= time && time < to;
    }
  }

  private final Session session;
  private final ResolvedFrames methods;
  private final PrecompiledFrames precompiled;
  private final NativeSymbols symbols;
  private final ToIntFunction<Frame> numbers;
  private final Map<Long, Meaning> meanings = new HashMap<>();
  private final Map<NativeImage, NativeModule> modules = new HashMap<>();
  private long from;
  private long to;

  AddressFrames(
      Session session,
      PrecompiledFrames precompiled,
      ResolvedFrames methods,
      NativeSymbols symbols,
      ToIntFunction<Frame> numbers) {
    this.session = session;
    this.methods = methods;
    this.precompiled = precompiled;
    this.symbols = symbols;
    this.numbers = numbers;
  }

  /** Begins a stack: what is resolved next narrows the interval in which the answers hold. */
  void begin() {
    from = Long.MIN_VALUE;
    to = Long.MAX_VALUE;
  }

  /** Returns the first time at which all frames since {@link #begin} have been the same. */
  long from() {
    return from;
  }

  /** Returns the first time at which one of the frames since {@link #begin} is another. */
  long to() {
    return to;
  }

  /** Returns the number of the frame of an address in an instruction. */
  int frame(long address, long at) {
    Meaning known = meanings.get(address);
    if (known == null || !known.isValidAt(at)) {
      known = meaning(address, at);
      if (meanings.size() >= MOST) {
        meanings.clear();
      }
      meanings.put(address, known);
    }
    from = Math.max(from, known.from);
    to = Math.min(to, known.to);
    return known.frame;
  }

  private Meaning meaning(long address, long at) {
    IdView then = session.map().at(at);
    if (address < 0) {
      return new Meaning(
          numbers.applyAsInt(inKernel(address, then)), Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (then.codeAt(address) instanceof InCode code) {
      methods.begin();
      int frame = methods.frame(code.method().id().value(), address, at);
      return new Meaning(frame, Math.max(methods.from(), code.since()), methods.to());
    }
    Optional<ImageFact> image = then.imageAt(address);
    if (image.isPresent()) {
      Interval interval = image.get().interval();
      return new Meaning(
          numbers.applyAsInt(inImage(image.get().image(), address, then)),
          interval.from(),
          interval.to());
    }
    // Code may be there at another time.
    return new Meaning(numbers.applyAsInt(UNKNOWN_CODE), at, at + 1);
  }

  private static Frame inKernel(long address, IdView then) {
    return then.kernelFunctionAt(address)
        .filter(function -> !function.name().isEmpty())
        .map(AddressFrames::named)
        .orElse(KERNEL);
  }

  /** The kernel writes a function of one of its modules as {@code ext4_readdir [ext4]}. */
  private static Frame named(KernelFunction function) {
    String name = function.name();
    int module = name.endsWith("]") ? name.lastIndexOf(" [") : -1;
    return new Frame(
        module <= 0 ? name : name.substring(0, module),
        "",
        module <= 0 ? KERNEL_ITSELF : FrameModule.named(name.substring(module + 1)),
        0,
        Frame.NO_OFFSET,
        FrameSource.UNKNOWN,
        FrameKind.NATIVE);
  }

  private Frame inImage(MappedImage image, long address, IdView then) {
    if (!image.module().isNone()) {
      return precompiled.frame(image, image.rva(address), then);
    }
    NativeImage library = new NativeImage(image.path(), image.buildId().orElse(""));
    NativeModule module = modules.computeIfAbsent(library, symbols::find);
    String function = module.at(image.rva(address)).shown();
    return new Frame(
        function,
        "",
        new FrameModule(library.fileName(), image.path(), Optional.empty()),
        0,
        Frame.NO_OFFSET,
        FrameSource.UNKNOWN,
        FrameKind.ofUnmanaged(function, library.fileName()));
  }
}

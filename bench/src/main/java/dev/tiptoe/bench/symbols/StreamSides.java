// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.bench.Timing;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.text.FrameRewriter;
import dev.tiptoe.symbols.text.LineFilter;
import dev.tiptoe.symbols.text.StackTexts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The works on profiles and logs. Not thread-safe. */
final class StreamSides {

  private static final int FRAMES_OF_A_TRACE = 20;
  private static final int KILOBYTES = 64 << 10;
  private static final String ENTRY =
      "2026-11-23T10:15:30.123Z INFO  [worker-7] Shop.Orders: order 4711 of 3 items was paid\n";

  private StreamSides() {}

  /** The symbols of one module. */
  private record OneModule(ModuleSymbols module) implements SymbolSource {
    @Override
    public Optional<ModuleSymbols> find(UUID mvid) {
      return Optional.of(module).filter(found -> found.mvid().equals(Optional.of(mvid)));
    }

    @Override
    public List<ModuleSymbols> named(String fileName) {
      return fileName.equalsIgnoreCase(module.name()) ? List.of(module) : List.of();
    }

    @Override
    public List<ModuleSymbols> declaring(String type) {
      return List.of();
    }
  }

  /** Symbolizes a profile. */
  @FunctionalInterface
  private interface Side {
    Timing run(OtlpWork work) throws IOException;
  }

  static Consumer<Checksum> otlp(Frames frames) {
    return otlp(frames, OtlpWork::ours);
  }

  static Consumer<Checksum> otlpByBuilders(Frames frames) {
    return otlp(frames, OtlpWork::peer);
  }

  private static Consumer<Checksum> otlp(Frames frames, Side side) {
    ModuleSymbols module = ImageSymbols.of(frames.image(), frames.pdb());
    OtlpWork work =
        new OtlpWork(Symbols.of(new OneModule(module)), List.of(module), frames.count());
    return checksum -> {
      try {
        Timing done = side.run(work);
        for (long i = 0; i < done.count(); i++) {
          checksum.add(done.checksum());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /** Stack traces of random frames with tokens and offsets; each frame is an answer. */
  static Consumer<Checksum> frames(Frames frames) {
    ModuleSymbols module = ImageSymbols.of(frames.image(), frames.pdb());
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < frames.count(); i++) {
      if (i % FRAMES_OF_A_TRACE == 0) {
        log.append("System.InvalidOperationException: no crane is free\n");
      }
      Frames.Point point = frames.point(i);
      Token token = Token.of(MethodDef.TABLE, point.rid());
      MethodSymbol method = module.method(token);
      log.append("   at ").append(method.type().replace('+', '.')).append('.');
      log.append(method.name()).append("() in ").append(module.name());
      log.append(": token ").append(token).append("+0x");
      log.append(Integer.toHexString(point.ilOffset())).append('\n');
    }
    return filtered(module, log.toString(), frames.count());
  }

  /** A log without stack traces; each kilobyte is an answer. */
  static Consumer<Checksum> log() {
    String log = ENTRY.repeat((KILOBYTES << 10) / ENTRY.length());
    return filtered(null, log, KILOBYTES);
  }

  private static Consumer<Checksum> filtered(
      @Nullable ModuleSymbols module, String log, int answers) {
    Symbols symbols = module == null ? Symbols.of() : Symbols.of(new OneModule(module));
    FrameRewriter rewriter =
        new FrameRewriter(
            symbols,
            new FrameRewriter.Options(FrameRewriter.NameStyle.WRITTEN, false, false),
            FrameRewriter.Noise.NONE,
            UnaryOperator.identity(),
            note -> {});
    byte[] bytes = log.getBytes(StandardCharsets.UTF_8);
    return checksum -> {
      Written written = new Written();
      try {
        new LineFilter(new StackTexts(rewriter, false))
            .copy(new ByteArrayInputStream(bytes), written);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      for (int i = 0; i < answers; i++) {
        checksum.add(written.count);
      }
    };
  }

  /** Counts what is written. */
  private static final class Written implements LineFilter.Output {
    private long count;

    @Override
    public void write(byte[] bytes, int from, int length) {
      count += length;
    }

    @Override
    public void flush() {
      // Nothing is kept.
    }
  }
}

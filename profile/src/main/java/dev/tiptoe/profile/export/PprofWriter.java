// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.wire.WireWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the {@code perftools.profiles.Profile} message of pprof, compressed. A sample has its
 * number, the time that it represents where that is known, and its thread as a label. The strings
 * are last, when all are known.
 */
public final class PprofWriter {

  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int MAPPING = 3;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING_TABLE = 6;
  private static final int TIME_NANOS = 9;
  private static final int DURATION_NANOS = 10;
  private static final int DEFAULT_SAMPLE_TYPE = 14;

  private final Profile profile;
  private final Texts texts;
  private final WireWriter out;
  private final Message message = new Message();
  private final Message inner = new Message();
  private final Numbered<String> strings = new Numbered<>();
  private final Numbered<Function> functions = new Numbered<>();
  private final Numbered<FrameModule> modules = new Numbered<>();
  private final Weights weights;

  private PprofWriter(Profile profile, Texts texts, WireWriter out) {
    this.profile = profile;
    this.texts = texts;
    this.out = out;
    this.weights = new Weights(profile);
  }

  /** Writes a profile that is {@linkplain ProfileWriter#prepared prepared}. */
  public static void write(Profile profile, Texts texts, OutputStream target) throws IOException {
    // Not closed: the stream belongs to the caller.
    GZIPOutputStream gzip =
        new GZIPOutputStream(target, 1 << 16) {
          {
            def.setLevel(Deflater.BEST_SPEED);
          }
        };
    WireWriter out = WireWriter.to(gzip);
    try {
      new PprofWriter(profile, texts, out).write();
      out.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    gzip.finish();
  }

  private void write() throws IOException {
    strings.of("");
    sampleType(profile.countType(), profile.countUnit());
    if (weights.areTimes()) {
      sampleType(weights.timeType(), "nanoseconds");
    }
    samples();
    mainModuleFirst();
    locations();
    functions();
    mappings();
    out.number(TIME_NANOS, profile.began().map(this::nanos).orElse(0L));
    out.number(DURATION_NANOS, Math.max(0, profile.to() - profile.from()));
    if (weights.areTimes()) {
      out.number(DEFAULT_SAMPLE_TYPE, strings.of(weights.timeType()));
    }
    for (String text : strings.values()) {
      out.field(STRING_TABLE, Message.utf8(text));
    }
  }

  private long nanos(Instant began) {
    return began.getEpochSecond() * 1_000_000_000L + began.getNano() + profile.from();
  }

  private void sampleType(String type, String unit) throws IOException {
    message
        .clear()
        .number(1, strings.of(type))
        .number(2, strings.of(unit))
        .writeTo(out, SAMPLE_TYPE);
  }

  private void samples() throws IOException {
    StackTree stacks = profile.stacks();
    int key = strings.of("thread");
    texts.share().expect(profile.rows());
    for (int row = 0; row < profile.rows(); row++) {
      texts.share().add();
      message.clear();
      inner.clear();
      for (int node = profile.stack(row); node != StackTree.NONE; node = stacks.caller(node)) {
        inner.packed(1L + stacks.frame(node));
      }
      message.bytes(1, inner);
      inner.clear().packed(profile.count(row));
      if (weights.areTimes()) {
        inner.packed(profile.nanos(row));
      }
      message.bytes(2, inner);
      inner.clear().number(1, key).number(2, strings.of(texts.thread(profile.thread(row))));
      message.bytes(3, inner);
      message.writeTo(out, SAMPLE);
    }
  }

  /** The first mapping is that of the main binary: of the program's modules, the first. */
  private void mainModuleFirst() {
    List<FrameModule> all =
        profile.frames().stream()
            .filter(frame -> !frame.module().equals(FrameModule.NONE))
            .sorted(Comparator.comparing(frame -> frame.kind() != FrameKind.USER))
            .map(Frame::module)
            .toList();
    all.forEach(modules::of);
  }

  private void locations() throws IOException {
    for (int i = 0; i < profile.frames().size(); i++) {
      Frame frame = profile.frames().get(i);
      int function = functions.of(Function.of(frame, texts));
      message.clear().number(1, i + 1L);
      if (!frame.module().equals(FrameModule.NONE)) {
        message.number(2, modules.of(frame.module()) + 1L);
        message.number(3, Function.address(frame));
      }
      message.bytes(
          4, inner.clear().number(1, function + 1L).number(2, frame.source().shownLine()));
      message.writeTo(out, LOCATION);
    }
  }

  private void functions() throws IOException {
    for (int i = 0; i < functions.size(); i++) {
      Function function = functions.values().get(i);
      message.clear().number(1, i + 1L);
      message.number(2, strings.of(function.name()));
      // pprof takes what is in angle brackets out of a name that is its own system name.
      if (!function.method().equals(function.name())) {
        message.number(3, strings.of(function.method()));
      }
      message.number(4, strings.of(function.file())).number(5, function.firstLine());
      message.writeTo(out, FUNCTION);
    }
  }

  private void mappings() throws IOException {
    for (int i = 0; i < modules.size(); i++) {
      FrameModule module = modules.values().get(i);
      message.clear().number(1, i + 1L);
      message.number(5, strings.of(texts.module(module)));
      message.number(6, strings.of(module.mvid().map(Object::toString).orElse("")));
      // The names are final: readers should not look for symbols of addresses.
      message.number(7, 1).number(8, 1).number(9, 1).number(10, 1);
      message.writeTo(out, MAPPING);
    }
  }
}

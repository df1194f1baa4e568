// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Writes the trace of a program whose threads were sampled, in the format of {@code
 * src/site/reference/trace-format.md}. Its methods are those of a module on disk. Not thread-safe.
 */
public final class SampledTrace implements AutoCloseable {

  private static final int MODULE_LOADED = 5;
  private static final int FUNCTION_SEEN = 8;
  private static final int THREAD_CREATED = 10;
  private static final int STACK_DEFINED = 67;
  private static final int ROUND_SAMPLED = 68;
  private static final int SOURCE_COMPILED = 2;
  private static final int METHOD_DEF = 0x06000000;
  private static final long MODULE = 0x7f10_0000_0000L;
  private static final long FIRST_METHOD = 0x7f20_0000_0000L;
  private static final long FIRST_THREAD = 0x7f30_0000_0000L;
  private static final int LONGEST = 1 << 16;

  private final FileChannel channel;
  private final ByteBuffer bytes =
      ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C crc = new CRC32C();
  private final long[] sequences = new long[2];
  private int begin;
  private long time;

  private SampledTrace(Path path) throws IOException {
    channel =
        FileChannel.open(
            path,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING);
    bytes.putLong(0x0A1A0A0D_54505489L).putShort((short) 1).putShort((short) 0).putInt(64);
    bytes.putLong(1).putInt(1).putInt(Long.BYTES);
    bytes.position(60).putInt(crc(0, 60));
  }

  /**
   * The form of a trace.
   *
   * @param methods the number of methods
   * @param stacks the number of distinct stacks
   * @param depth the frames of each stack
   * @param threads the number of threads, each of which is in each round
   * @param samples the number of samples
   */
  public record Form(int methods, int stacks, int depth, int threads, long samples) {}

  /** Writes a trace. The stacks are those of a tree whose nodes call four methods each. */
  public static void write(Path path, Path module, Form form) throws IOException {
    try (SampledTrace trace = new SampledTrace(path)) {
      trace.begin(MODULE_LOADED, 0);
      trace.bytes.putLong(MODULE).putLong(0).putLong(0).putInt(0).putLong(0).putLong(0);
      byte[] name = module.toString().getBytes(StandardCharsets.UTF_16LE);
      trace.bytes.putInt(name.length).put(name);
      trace.end();
      for (int method = 0; method < form.methods; method++) {
        trace.function(method);
      }
      for (int thread = 0; thread < form.threads; thread++) {
        trace.begin(THREAD_CREATED, 0);
        trace.bytes.putLong(FIRST_THREAD + thread * 64L).putInt(1000 + thread);
        trace.end();
      }
      trace.samples(form);
    }
  }

  private void function(int method) {
    begin(FUNCTION_SEEN, 0);
    bytes.putLong(FIRST_METHOD + method * 64L).putLong(0).putLong(MODULE);
    bytes.putInt(METHOD_DEF | (method + 1)).putInt(SOURCE_COMPILED).putInt(0).putInt(0);
    end();
  }

  /** Each stack is defined when it is sampled for the first time. */
  private void samples(Form form) {
    int defined = 0;
    long written = 0;
    long random = 1;
    while (written < form.samples) {
      int first = defined;
      for (int i = 0; i < form.threads && defined < form.stacks; i++) {
        define(form, ++defined);
      }
      begin(ROUND_SAMPLED, 1);
      bytes.putInt(1000).putInt(form.threads).putInt(form.threads).putInt(form.threads);
      for (int i = 0; i < form.threads; i++) {
        random = random * 6364136223846793005L + 1442695040888963407L;
        int stack = first + i < defined ? first + i : (int) (((random >>> 33) * defined) >>> 31);
        bytes.putLong(FIRST_THREAD + i * 64L).putInt(stack + 1).putInt((int) (random >>> 60));
      }
      end();
      written += form.threads;
    }
  }

  private void define(Form form, int number) {
    begin(STACK_DEFINED, 1);
    // Definitions are kept for as long as there is room for them.
    int oldest = Math.max(1, number - (1 << 20) / form.depth + 1);
    bytes.putInt(number).putInt(oldest).putInt(0).putInt(0).putInt(form.depth);
    int branch = number;
    for (int i = 0; i < form.depth; i++) {
      // The leaf's digits come first, so that stacks share what is near their roots.
      int method = Math.floorMod(branch * 0x9E3779B9 + (form.depth - i) * 31, form.methods);
      bytes.putLong(FIRST_METHOD + method * 64L);
      branch >>>= 2;
    }
    bytes.putInt(form.depth);
    for (int i = 0; i < form.depth; i++) {
      bytes.putLong(0x7f40_0000_0000L + i * 4096L);
    }
    end();
  }

  private void begin(int type, int lane) {
    if (bytes.remaining() < LONGEST) {
      flush();
    }
    begin = bytes.position();
    time += 1000;
    bytes.putInt(0x43455254).putInt(0).putInt(0).putShort((short) type).putShort((short) lane);
    bytes.putLong(++sequences[lane]).putLong(time);
  }

  private void end() {
    int length = bytes.position() - begin;
    bytes.putInt(begin + 8, length);
    bytes.putInt(begin + 4, crc(begin + 8, length - 8));
  }

  private int crc(int from, int length) {
    crc.reset();
    crc.update(bytes.duplicate().position(from).limit(from + length));
    return (int) crc.getValue();
  }

  private void flush() {
    try {
      bytes.flip();
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      bytes.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    flush();
    channel.close();
  }
}

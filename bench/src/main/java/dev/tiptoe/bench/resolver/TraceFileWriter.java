// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A feed that writes the trace that an agent would have written of modules, types and methods, in
 * the format of {@code src/site/reference/trace-format.md}. Not thread-safe.
 */
final class TraceFileWriter implements RuntimeFeed, AutoCloseable {

  private static final int MODULE_LOADED = 5;
  private static final int CLASS_SEEN = 7;
  private static final int FUNCTION_SEEN = 8;
  private static final int SOURCE_ANNOUNCED = 1;
  private static final int SOURCE_COMPILED = 2;
  private static final int LONGEST = 4096;

  private final FileChannel channel;
  private final ByteBuffer bytes =
      ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C crc = new CRC32C();
  private int begin;
  private long sequence;

  TraceFileWriter(Path path) {
    try {
      channel = FileChannel.open(path, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bytes.putLong(0x0A1A0A0D_54505489L).putShort((short) 1).putShort((short) 0).putInt(64);
    bytes.putLong(1).putInt(1).putInt(Long.BYTES);
    bytes.position(60).putInt(crc(0, 60));
  }

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    begin(MODULE_LOADED, at);
    bytes.putLong(module.value()).putLong(0).putLong(0).putInt(0).putLong(0).putLong(0);
    byte[] path = loaded.path().getBytes(StandardCharsets.UTF_16LE);
    bytes.putInt(path.length).put(path);
    end();
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    ClassShape.Defined defined = (ClassShape.Defined) shape;
    begin(CLASS_SEEN, at);
    bytes.putLong(id.value()).putLong(defined.module().value()).putLong(defined.parent().value());
    bytes.putInt(defined.typeDef().value()).putInt(SOURCE_ANNOUNCED).putInt(0);
    put(defined.typeArguments());
    end();
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    begin(FUNCTION_SEEN, at);
    bytes.putLong(id.value()).putLong(shape.declaringClass().value());
    bytes.putLong(shape.module().value()).putInt(shape.methodDef().value()).putInt(SOURCE_COMPILED);
    put(shape.typeArguments());
    bytes.putInt(0);
    end();
  }

  private void put(List<ClassID> ids) {
    bytes.putInt(ids.size());
    ids.forEach(id -> bytes.putLong(id.value()));
  }

  private void begin(int type, long at) {
    if (bytes.remaining() < LONGEST) {
      flush();
    }
    begin = bytes.position();
    bytes.putInt(0x43455254).putInt(0).putInt(0).putShort((short) type).putShort((short) 0);
    bytes.putLong(++sequence).putLong(at);
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
  public void close() {
    flush();
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

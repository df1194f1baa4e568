// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Messages of gRPC as bytes. Nothing of them is parsed. */
public final class ByteArrays implements MethodDescriptor.Marshaller<byte[]> {

  /** The service of profiles. */
  public static final String SERVICE =
      "opentelemetry.proto.collector.profiles.v1development.ProfilesService";

  /** Its method. */
  public static final String EXPORT = SERVICE + "/Export";

  /** The path of the same by HTTP. */
  public static final String PATH = "/v1development/profiles";

  /** The only one of these. */
  public static final ByteArrays MARSHALLER = new ByteArrays();

  private ByteArrays() {}

  /** A stream that returns its length, which saves a copy. */
  public static final class Known extends ByteArrayInputStream implements KnownLength {
    /** Streams the first bytes of an array. */
    public Known(byte[] bytes, int length) {
      super(bytes, 0, length);
    }
  }

  @Override
  public InputStream stream(byte[] value) {
    return new Known(value, value.length);
  }

  @Override
  public byte[] parse(InputStream stream) {
    try {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

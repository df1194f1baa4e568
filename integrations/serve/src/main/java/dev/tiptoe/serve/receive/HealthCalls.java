// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import com.google.protobuf.CodedInputStream;
import dev.tiptoe.serve.message.ByteArrays;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.io.IOException;
import java.util.Set;

/** Answers grpc.health.v1.Health/Check, for all and for the service of profiles. Thread-safe. */
final class HealthCalls implements ServerCallHandler<byte[], byte[]> {

  private static final int SERVICE_FIELD = 1 << 3 | 2;
  private static final int STATUS_FIELD = 1 << 3;
  private static final byte SERVING = 1;
  private static final byte NOT_SERVING = 2;
  private static final int LONGEST = 1024;

  private static final Set<String> KNOWN = Set.of("", ByteArrays.SERVICE);

  private final Gate.Stopping stopping;

  HealthCalls(Gate.Stopping stopping) {
    this.stopping = stopping;
  }

  @Override
  public ServerCall.Listener<byte[]> startCall(ServerCall<byte[], byte[]> call, Metadata headers) {
    call.request(1);
    return new ServerCall.Listener<>() {
      private boolean answered;

      @Override
      public void onMessage(byte[] request) {
        answered = true;
        answer(call, request);
      }

      @Override
      public void onHalfClose() {
        if (!answered) {
          call.close(Status.INVALID_ARGUMENT.withDescription("no request"), new Metadata());
        }
      }
    };
  }

  private void answer(ServerCall<byte[], byte[]> call, byte[] request) {
    try {
      if (request.length > LONGEST || !KNOWN.contains(service(request))) {
        call.close(Status.NOT_FOUND.withDescription("no such service"), new Metadata());
        return;
      }
    } catch (IOException e) {
      call.close(Status.INVALID_ARGUMENT.withDescription("not a request"), new Metadata());
      return;
    }
    call.sendHeaders(new Metadata());
    call.sendMessage(new byte[] {STATUS_FIELD, stopping.isSet() ? NOT_SERVING : SERVING});
    call.close(Status.OK, new Metadata());
  }

  private static String service(byte[] request) throws IOException {
    String service = "";
    CodedInputStream in = CodedInputStream.newInstance(request);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == SERVICE_FIELD) {
        service = in.readString();
      } else if (!in.skipField(tag)) {
        break;
      }
    }
    return service;
  }
}

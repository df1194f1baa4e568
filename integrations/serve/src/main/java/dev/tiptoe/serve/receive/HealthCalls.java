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
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Answers grpc.health.v1.Health/Check, for all and for the service of profiles. Thread-safe. */
final class HealthCalls implements ServerCallHandler<byte[], byte[]> {

  private static final int SERVICE_FIELD = 1 << 3 | 2;
  private static final int STATUS_FIELD = 1 << 3;
  private static final byte SERVING = 1;
  private static final byte NOT_SERVING = 2;
  private static final int LONGEST = 1024;

  private static final Status TOO_LONG =
      Status.INVALID_ARGUMENT.withDescription("more than a request has");

  private static final Set<String> KNOWN = Set.of("", ByteArrays.SERVICE);

  private final Gate gate;

  HealthCalls(Gate gate) {
    this.gate = gate;
  }

  @Override
  public ServerCall.Listener<byte[]> startCall(ServerCall<byte[], byte[]> call, Metadata headers) {
    Check check = new Check(call);
    ShortCall.KEY.get().onOverflow(() -> check.end(TOO_LONG));
    call.request(1);
    return check;
  }

  /** A call that is answered once: by its thread, or by that of time limits. */
  private final class Check extends ServerCall.Listener<byte[]> {
    private final ServerCall<byte[], byte[]> call;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Future<?> tooLate;

    Check(ServerCall<byte[], byte[]> call) {
      this.call = call;
      this.tooLate =
          gate.timer()
              .schedule(
                  () -> end(Status.DEADLINE_EXCEEDED.withDescription(gate.slow().text())),
                  gate.receiveNanos(),
                  TimeUnit.NANOSECONDS);
    }

    /** Ends the call without an answer. */
    void end(Status status) {
      if (isFirst()) {
        call.close(status, new Metadata());
      }
    }

    private boolean isFirst() {
      tooLate.cancel(false);
      return ended.compareAndSet(false, true);
    }

    @Override
    public void onMessage(byte[] request) {
      try {
        if (request.length > LONGEST || !KNOWN.contains(service(request))) {
          end(Status.NOT_FOUND.withDescription("no such service"));
          return;
        }
      } catch (IOException e) {
        end(Status.INVALID_ARGUMENT.withDescription("not a request"));
        return;
      }
      if (isFirst()) {
        call.sendHeaders(new Metadata());
        call.sendMessage(
            new byte[] {STATUS_FIELD, gate.stopping().isSet() ? NOT_SERVING : SERVING});
        call.close(Status.OK, new Metadata());
      }
    }

    @Override
    public void onHalfClose() {
      end(Status.INVALID_ARGUMENT.withDescription("no request"));
    }

    @Override
    public void onCancel() {
      boolean unused = isFirst();
    }
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

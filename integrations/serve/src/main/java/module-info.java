// SPDX-License-Identifier: Apache-2.0
/** A pass-through for OpenTelemetry profiles, which names their .NET frames. */
@SuppressWarnings("requires-automatic") // Of gRPC and the Prometheus client.
module dev.tiptoe.serve {
  requires transitive dev.tiptoe.profile;
  requires com.google.common;
  requires com.google.protobuf;
  requires io.grpc;
  requires io.grpc.netty;
  requires io.grpc.stub;
  requires io.grpc.util;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.codec.http;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires io.prometheus.metrics.config;
  requires io.prometheus.metrics.core;
  requires io.prometheus.metrics.model;
  requires io.prometheus.writer.text;
  requires java.net.http;
  requires static transitive org.jspecify;

  exports dev.tiptoe.serve;
  exports dev.tiptoe.serve.setting;
}

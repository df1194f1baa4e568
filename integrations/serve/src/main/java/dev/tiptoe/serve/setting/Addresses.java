// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import java.net.InetSocketAddress;

/**
 * Where a proxy listens. The port 0 means any that is free.
 *
 * @param grpc for OTLP by gRPC
 * @param http for OTLP by HTTP
 * @param admin for probes and metrics, without TLS and without a token
 */
public record Addresses(InetSocketAddress grpc, InetSocketAddress http, InetSocketAddress admin) {}

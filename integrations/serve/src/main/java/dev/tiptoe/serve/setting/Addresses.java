// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import java.net.InetSocketAddress;

/**
 * The addresses on which a proxy listens. Port 0 means any free port.
 *
 * @param grpc for OTLP by gRPC
 * @param http for OTLP by HTTP
 * @param admin for probes and metrics, without TLS and without a token
 */
public record Addresses(InetSocketAddress grpc, InetSocketAddress http, InetSocketAddress admin) {}

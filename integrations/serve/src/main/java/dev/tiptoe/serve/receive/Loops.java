// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import io.netty.channel.EventLoopGroup;

/**
 * The threads of connections.
 *
 * @param accepting take connections, and do not wait for what these send
 * @param reading read and write
 */
public record Loops(EventLoopGroup accepting, EventLoopGroup reading) {}

// SPDX-License-Identifier: Apache-2.0
/** Receives messages by gRPC and HTTP, and answers probes. */
@NullMarked
package dev.tiptoe.serve.receive;

import org.jspecify.annotations.NullMarked;

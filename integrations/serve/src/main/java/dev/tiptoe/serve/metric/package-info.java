// SPDX-License-Identifier: Apache-2.0
/** The metrics of the proxy, for Prometheus. */
@NullMarked
package dev.tiptoe.serve.metric;

import org.jspecify.annotations.NullMarked;

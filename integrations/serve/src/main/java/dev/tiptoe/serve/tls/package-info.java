// SPDX-License-Identifier: Apache-2.0
/** Certificates and keys, read again when their files change. */
@NullMarked
package dev.tiptoe.serve.tls;

import org.jspecify.annotations.NullMarked;

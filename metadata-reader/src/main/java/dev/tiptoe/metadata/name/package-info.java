// SPDX-License-Identifier: Apache-2.0
/** Names as people read them, made from tokens and signatures. */
@NullMarked
package dev.tiptoe.metadata.name;

import org.jspecify.annotations.NullMarked;

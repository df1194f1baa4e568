// SPDX-License-Identifier: Apache-2.0
/** Makes names for people from tokens and signatures. */
@NullMarked
package dev.tiptoe.metadata.name;

import org.jspecify.annotations.NullMarked;

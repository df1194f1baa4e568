// SPDX-License-Identifier: Apache-2.0
/** The settings of a proxy: addresses, certificates, tokens, limits, the back end. */
@NullMarked
package dev.tiptoe.serve.setting;

import org.jspecify.annotations.NullMarked;

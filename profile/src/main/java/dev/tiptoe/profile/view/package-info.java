// SPDX-License-Identifier: Apache-2.0
/**
 * Shows a profile as one HTML page: {@link dev.tiptoe.profile.view.HtmlView}. The page's own code
 * is in {@code src/main/web}.
 */
@NullMarked
package dev.tiptoe.profile.view;

import org.jspecify.annotations.NullMarked;

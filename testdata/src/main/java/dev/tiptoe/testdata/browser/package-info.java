// SPDX-License-Identifier: Apache-2.0
/**
 * Drives a browser without a screen: {@link dev.tiptoe.testdata.browser.Browser} starts Chromium,
 * {@link dev.tiptoe.testdata.browser.BrowserPage} is one of its pages. They speak the DevTools
 * protocol over the JDK's own WebSocket.
 */
@NullMarked
package dev.tiptoe.testdata.browser;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * GUIDs and HRESULTs: the values of COM that the runtime's diagnostics port and its profilers use,
 * too. Calls of COM are not here, but in the module for the .NET Framework.
 */
@NullMarked
package dev.tiptoe.bridge.com;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;

/** What an ID means at a time, where that depends on another ID. */
record Dependent(RuntimeID id, long at) {}

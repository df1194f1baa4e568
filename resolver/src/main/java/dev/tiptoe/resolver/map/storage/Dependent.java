// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.RuntimeID;

/** The meaning of an ID at a time, which depends on another ID. */
record Dependent(RuntimeID id, long at) {}

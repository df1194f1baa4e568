// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import java.util.OptionalLong;

/**
 * A type and how far it is loaded, as a row of the page's table. Immutable.
 *
 * @param name the name of the type
 * @param module the name of its module's file
 * @param token its TypeDef, such as {@code 0x02000012}
 * @param level how far it is loaded, such as {@code usable}
 * @param since when that became known, in nanoseconds of the profile's time
 * @param why the evidence, as text
 * @param ids its ClassIDs, as text
 */
public record LoadedType(
    String name,
    String module,
    String token,
    String level,
    OptionalLong since,
    String why,
    String ids) {}

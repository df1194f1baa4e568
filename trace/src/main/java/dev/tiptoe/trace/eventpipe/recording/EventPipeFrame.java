// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A distinct frame of the stacks in a {@code .nettrace} file. Immutable.
 *
 * @param module the module that defines the method; empty where that is not known
 * @param pdb the identity of the module's PDB; empty where the file does not give it
 * @param methodDef the method; nil where it is not known, or has no metadata
 * @param ilOffset the offset of the executing instruction in the method's IL; empty where the file
 *     has no map from native code
 * @param name the runtime's name for the method, or the recorder's for the address, which is all in
 *     {@link ReportedName#name}; empty where there is none
 * @param count the number of frames in all samples
 */
public record EventPipeFrame(
    Optional<LoadedModule> module,
    Optional<PdbId> pdb,
    Token methodDef,
    OptionalInt ilOffset,
    Optional<ReportedName> name,
    long count) {}

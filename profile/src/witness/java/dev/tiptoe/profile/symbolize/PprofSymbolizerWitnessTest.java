// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** More profiles than in the unit tests. */
@Tag("quarter-1")
class PprofSymbolizerWitnessTest {

  @Property(tries = 200)
  void profile_damaged_givesAProfileOrOneError(@ForAll long seed) throws IOException {
    new PprofSymbolizerTest().profile_damaged_givesAProfileOrOneError(seed);
  }

  @Property(tries = 30)
  void profile_inAnyEncoding_keepsWhatIsNotResolved(@ForAll long seed) throws IOException {
    new PprofSymbolizerTest().profile_inAnyEncoding_keepsWhatIsNotResolved(seed);
  }
}

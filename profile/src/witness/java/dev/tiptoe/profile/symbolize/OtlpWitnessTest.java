// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** More profiles than in the unit tests. */
@Tag("quarter-1")
class OtlpWitnessTest {

  @Property(tries = 150)
  void profile_inAnyEncoding_isWhatTheSpecificationsClassesMakeOfIt(@ForAll long seed)
      throws IOException {
    new OtlpPropertyTest().profile_inAnyEncoding_isWhatTheSpecificationsClassesMakeOfIt(seed);
  }

  @Property(tries = 150)
  void profile_withoutSymbols_staysByteForByte(@ForAll long seed) throws IOException {
    new OtlpPropertyTest().profile_withoutSymbols_staysByteForByte(seed);
  }

  @Property(tries = 1500)
  void profile_damaged_givesAProfileOrOneError(@ForAll long seed) throws IOException {
    new OtlpPropertyTest().profile_damaged_givesAProfileOrOneError(seed);
  }
}

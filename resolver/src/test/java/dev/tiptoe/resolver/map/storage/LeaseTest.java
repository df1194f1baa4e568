// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Lease;
import dev.tiptoe.resolver.map.LeaseAnswer;
import dev.tiptoe.resolver.map.LeaseAnswer.Reason;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import org.junit.jupiter.api.Test;

/** Leases: given for what lives, valid while it means the same, refused once the feed ended. */
final class LeaseTest {

  private final RuntimeIdMap map = new StoredMap();

  @Test
  void lease_ofALivingID_isValidUntilItIsUnloaded() {
    map.classLoaded(10, type(1), defined(module(1), 1));
    Lease<ClassID> lease = map.lease(type(1)).lease().orElseThrow();
    assertEquals(new Lease<>(type(1), 10), lease);
    map.classLoaded(20, type(1), defined(module(1), 1));
    assertTrue(map.isValid(lease));
    map.unloadStarted(30, type(1));
    assertFalse(map.isValid(lease));
    assertEquals(
        new LeaseAnswer.Refused<>(Reason.MEANS_NOTHING, "0x1 is not known to mean anything now"),
        map.lease(type(1)));
  }

  @Test
  void lease_ofAnIDThatIsUsedAgain_isNotValidForItsNewMeaning() {
    map.classLoaded(10, type(1), defined(module(1), 1));
    Lease<ClassID> lease = map.lease(type(1)).lease().orElseThrow();
    map.unloadStarted(30, type(1));
    map.classLoaded(40, type(1), defined(module(1), 1));
    assertFalse(map.isValid(lease));
    assertTrue(map.isValid(map.lease(type(1)).lease().orElseThrow()));
  }

  @Test
  void lease_ofAnIDThatIsUsedAgainWithinOneMoment_isRefused() {
    map.classLoaded(10, type(1), defined(module(1), 1));
    Lease<ClassID> lease = map.lease(type(1)).lease().orElseThrow();
    map.unloadStarted(10, type(1));
    map.classLoaded(10, type(1), defined(module(1), 2));
    assertFalse(map.isValid(lease));
    assertEquals(
        new LeaseAnswer.Refused<>(
            Reason.SAME_BEGINNING, "0x1 meant something else at the time at which this began"),
        map.lease(type(1)));
  }

  @Test
  void map_whoseFeedEnded_canBeReadAndGivesNoLease() {
    map.classLoaded(10, type(1), defined(module(1), 1));
    Lease<ClassID> lease = map.lease(type(1)).lease().orElseThrow();
    map.ended(50, "detached");
    assertFalse(map.isValid(lease));
    assertEquals(
        new LeaseAnswer.Refused<>(Reason.RECORDING_ENDED, "the recording has ended: detached"),
        map.lease(type(1)));
    assertEquals("detached", map.sealed().orElseThrow());
    assertTrue(map.now().meaningOf(type(1)).valid().isPresent());
  }
}

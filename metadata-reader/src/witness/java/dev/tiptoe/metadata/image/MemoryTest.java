// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.given.ChildJvm;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quarter-1")
class MemoryTest {

  @Test
  void hostileImages_inASmallHeap_areReadOrRefused() throws IOException, InterruptedException {
    String classPath = System.getProperty("java.class.path");
    ChildJvm jvm = ChildJvm.run("-Xmx32m", "-cp", classPath, SmallHeap.class.getName());
    assertEquals(new ChildJvm(0, ""), jvm);
  }
}

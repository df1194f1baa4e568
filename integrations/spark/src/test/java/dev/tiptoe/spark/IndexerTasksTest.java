// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class IndexerTasksTest {

  @Test
  void tasks_ofFiles_areForAllProcessors_andOfAFewFilesEach() {
    assertEquals(1, Indexer.tasks(0, 2));
    assertEquals(3, Indexer.tasks(3, 8));
    assertEquals(8, Indexer.tasks(100, 8));
    assertEquals(15_625, Indexer.tasks(1_000_000, 8));
  }
}

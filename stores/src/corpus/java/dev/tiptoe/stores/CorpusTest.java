// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.Corpus;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The DLLs of a real .NET runtime, each opened once; a test for each check of them. */
class CorpusTest {

  @TestFactory
  Stream<DynamicTest> checks() {
    Corpus<Image> corpus = Corpus.of(Image::open);
    corpus.check("identity_ofEveryFile_isThatOfTheWholeMetadata", ContentsCheck::identity);
    return corpus.visit().stream().map(result -> dynamicTest(result.name(), result::assertPassed));
  }
}

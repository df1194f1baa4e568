// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tiptoe.metadata.attribute.AttributesCheck;
import dev.tiptoe.metadata.attribute.ConstantsCheck;
import dev.tiptoe.metadata.body.BodiesCheck;
import dev.tiptoe.metadata.container.ContainerChecks;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ImageChecks;
import dev.tiptoe.metadata.image.InitialDataCheck;
import dev.tiptoe.metadata.image.RelationsChecks;
import dev.tiptoe.metadata.r2r.DebugBoundsCheck;
import dev.tiptoe.metadata.r2r.ReadyToRunChecks;
import dev.tiptoe.metadata.signature.SignaturesCheck;
import dev.tiptoe.testdata.Corpus;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The DLLs of a real .NET runtime, each opened once; a test for each check of them. */
class CorpusTest {

  @TestFactory
  Stream<DynamicTest> checks() {
    Corpus<Image> corpus = Corpus.of(Image::open);
    corpus
        .check("image_ofEveryFile_isReadToItsEndWithoutDamage", ImageChecks::everything)
        .check("image_ofEveryFile_hasNoDamage", RelationsChecks::damage)
        .check("identity_ofEveryFile_isThatOfTheWholeImage", ImageChecks::identity)
        .check("referrers_ofAllRows_areAllRowsThatReferToSomething", RelationsChecks::referrers)
        .check("type_everyOne_isFoundByItsName", RelationsChecks::typeNames)
        .check("member_everyOne_isFoundByItsName", RelationsChecks::memberNames)
        .check("member_everyOne_hasTheTypeWhoseListHasIt", RelationsChecks::owners)
        .check("initialData_ofEveryField_isThere", new InitialDataCheck())
        .check("signature_everyOne_isReadToItsEnd", new SignaturesCheck())
        .check("attribute_everyOne_isDecodedToItsEnd", new AttributesCheck(corpus))
        .check("constant_everyOne_isDecoded", new ConstantsCheck())
        .check("body_ofEveryMethod_isReadToItsEnd", new BodiesCheck())
        .check("module_asItIsInMemory_isTheSame", ContainerChecks::loaded)
        .check("module_asWebcil_isTheSame", ContainerChecks::webcil)
        .check("readyToRunImage_everyOne_isForItsMachine", ContainerChecks.machines())
        .check("readyToRunImage_everyOne_isReadWithoutDamage", ReadyToRunChecks.damage())
        .check(
            "runtimeFunction_everyOne_belongsToTheMethodThatListsIt", ReadyToRunChecks.functions())
        .check("methodDef_everyOneWithCode_isFoundByItsToken", ReadyToRunChecks.tokens())
        .check("instance_everyOne_hasTheHashThatTheCompilerWrote", ReadyToRunChecks.hashes(corpus))
        .check("bounds_ofEveryMethod_areInItsCodeAndBeginInstructions", new DebugBoundsCheck());
    return corpus.visit().stream().map(result -> dynamicTest(result.name(), result::assertPassed));
  }
}

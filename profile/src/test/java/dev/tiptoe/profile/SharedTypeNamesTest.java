// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedTypeNamesTest {

  private static final String HASH = "0123456789ABCDEF".repeat(4);

  /** Returns the frames of a module; each text is {@code module!method = written}. */
  private static List<Frame> frames(String... texts) {
    return Arrays.stream(texts).map(SharedTypeNamesTest::frame).toList();
  }

  private static Frame frame(String text) {
    String[] parts = text.split("!| = ", -1);
    return new Frame(
        parts[1],
        parts[2],
        FrameModule.named(parts[0]),
        0x06000001,
        7,
        new FrameSource("a.cs", 1, 2),
        FrameKind.USER,
        9);
  }

  private static List<String> written(String... texts) {
    return SharedTypeNames.disambiguated(frames(texts)).stream().map(Frame::written).toList();
  }

  @Test
  void types_ofOneNameInTwoModules_haveTheirNamespaces() {
    assertEquals(
        List.of("App.Svc.Run()", "Lib.Svc.Run()", "Cart.Buy(Svc)"),
        written(
            "App.dll!App.Svc::Run = Svc.Run()",
            "Lib.dll!Lib.Svc::Run = Svc.Run()",
            "App.dll!App.Cart::Buy = Cart.Buy(Svc)"));
  }

  @Test
  void type_withoutANamespace_makesTheOtherHaveOne() {
    assertEquals(
        List.of("Svc.Run()", "Lib.Svc.Run()"),
        written("App.dll!Svc::Run = Svc.Run()", "Lib.dll!Lib.Svc::Run = Svc.Run()"));
  }

  /** The column of modules distinguishes them. */
  @Test
  void types_ofOneFullNameInTwoModules_haveNone() {
    assertEquals(
        List.of("Svc.Run()", "Svc.Run()", "Svc.Stop()"),
        written(
            "App.dll!N.Svc::Run = Svc.Run()",
            "Lib.dll!N.Svc::Run = Svc.Run()",
            "App.dll!N.Svc::Stop = Svc.Stop()"));
  }

  /** Names that are ambiguous within the first module have their namespaces already. */
  @Test
  void types_thatHaveTheirNamespaces_keepThemAndMakeOthersHaveTheirs() {
    String[] texts = {
      "App.dll!A.Svc::Run = A.Svc.Run()",
      "App.dll!C.Cart::Buy = C.Cart.Buy()",
      "Lib.dll!Lib.Svc::Run = Svc.Run()"
    };
    assertEquals(List.of("A.Svc.Run()", "C.Cart.Buy()", "Lib.Svc.Run()"), written(texts));
    List<Frame> once = SharedTypeNames.disambiguated(frames(texts));
    assertEquals(once, SharedTypeNames.disambiguated(once));
  }

  @Test
  void namespace_thatIsNamedLikeItsType_isAdded() {
    assertEquals(
        List.of("Svc.Svc.Run()", "Lib.Svc.Run()"),
        written("App.dll!Svc.Svc::Run = Svc.Run()", "Lib.dll!Lib.Svc::Run = Svc.Run()"));
  }

  @Test
  void generatedMethods_ofNestedTypes_countForTheOutermost() {
    assertEquals(
        List.of("App.Svc.Run() → lambda", "Lib.Svc.Inner.Run()", "Inner.Run()"),
        written(
            "App.dll!App.Svc+<>c::<Run>b__0_0 = Svc.Run() → lambda",
            "Lib.dll!Lib.Svc+Inner::Run = Svc.Inner.Run()",
            "Lib.dll!Lib.Inner::Run = Inner.Run()"));
  }

  @Test
  void genericType_isAnotherThanOneWithoutParameters() {
    assertEquals(
        List.of("Svc.Run()", "Lib.Svc<T>.Run(T)", "More.Svc<T>.Run(T)", "Lib.Svc<T>.Inner.Run()"),
        written(
            "App.dll!App.Svc::Run = Svc.Run()",
            "Lib.dll!Lib.Svc`1<System.Int32>::Run = Svc<T>.Run(T)",
            "More.dll!More.Svc`1<A.B+C[]>::Run<A> = Svc<T>.Run(T)",
            "Lib.dll!Lib.Svc`1+Inner<A.B>::Run = Svc<T>.Inner.Run()"));
  }

  @Test
  void namespace_thatNobodyWrote_isOfThatTypeAlone() {
    assertEquals(
        List.of("<StartupCode$App>.$Program.main()", "$Program.main()", "<A.B>.$Only.main()"),
        written(
            "App.dll!<StartupCode$App>.$Program::main@ = $Program.main()",
            "Lib.dll!Lib.$Program::main@ = $Program.main()",
            "App.dll!<A.B>.$Only::main@ = <A.B>.$Only.main()"));
  }

  @Test
  void fileLocalType_countsByItsNameInTheSource() {
    assertEquals(
        List.of("App.Svc.Run()", "Lib.Svc.Run()"),
        written(
            "App.dll!App.<Program>F" + HASH + "__Svc::Run = Svc.Run()",
            "Lib.dll!Lib.Svc::Run = Svc.Run()"));
  }

  @Test
  void frame_whoseTextDoesNotBeginWithItsType_isUnchanged() {
    String[] texts = {
      "App.dll!App.String::Concat = String.Concat()",
      "Core.dll!System.String::Concat = string.Concat()",
      "App.dll!App.Program::<Main>$ = top-level statements",
      "Lib.dll!Lib.Program::<Main>$ = top-level statements",
      "App.dll!App.Svc::Run = ",
      "Lib.dll!Lib.Svc::Run = Svc.Run()",
      "native.so!Svc.Run = Svc.Run()",
      "App.dll!App.Svc<::Run = Svc",
      "App.dll!:: = .",
      "App.dll!<:: = <"
    };
    assertEquals(frames(texts), SharedTypeNames.disambiguated(frames(texts)));
  }

  @Test
  void frame_withItsNamespace_isOtherwiseTheSame() {
    List<Frame> given = frames("App.dll!App.Svc::Run = Svc.R()", "Lib.dll!Lib.Svc::Run = Svc.R()");
    List<Frame> disambiguated = SharedTypeNames.disambiguated(given);
    assertEquals(given.get(0), disambiguated.get(0).writtenAs("Svc.R()"));
    assertEquals(9, disambiguated.get(0).rva());
  }

  @Test
  void difference_ofProfilesThatShareAName_hasTheSameFrameForBoth() {
    Profile before = profile("App.dll!App.Svc::Run<A> = Svc.Run<T>()");
    Profile after =
        profile("App.dll!App.Svc::Run<B> = Svc.Run<T>()", "Lib.dll!Lib.Svc::Run = Svc.Run()");
    ProfileDifference difference = ProfileDifference.of(before, after);
    assertEquals(
        List.of("App.Svc.Run<T>()", "Lib.Svc.Run()"),
        difference.stacks().frames().stream().map(Frame::shown).toList());
    assertEquals(1, difference.before(0));
    assertEquals(1, difference.after(0));
  }

  private static Profile profile(String... texts) {
    Profile.Builder builder = new Profile.Builder();
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    for (Frame frame : frames(texts)) {
      int stack = builder.stack(StackTree.NONE, builder.frame(frame));
      builder.add(0, builder.row(thread, stack), 1, 10);
    }
    return builder.build();
  }

  @Test
  void view_ofAPart_hasTheNamesOfTheWhole() {
    Profile whole = profile("App.dll!App.Svc::Run = Svc.Run()", "Lib.dll!Lib.Svc::Run = Svc.Run()");
    Profile part =
        ProfileViews.typesDisambiguated(ProfileViews.focus(whole, Pattern.compile("App\\.Svc")));
    assertEquals(1, part.rows());
    assertEquals(
        List.of("App.Svc.Run()", "Lib.Svc.Run()"),
        part.frames().stream().map(Frame::shown).toList());
  }

  @Test
  void view_ofNamesThatAreNotAmbiguous_isTheProfile() {
    Profile profile = profile("App.dll!App.Svc::Run = Svc.Run()", "Lib.dll!Lib.A::Run = A.Run()");
    assertSame(profile, ProfileViews.typesDisambiguated(profile));
  }

  @Test
  void view_withNamespaces_hasTheSameStacksAndWeights() {
    Profile profile =
        profile("App.dll!App.Svc::Run = Svc.Run()", "Lib.dll!Lib.Svc::Run = Svc.Run()");
    Profile disambiguated = ProfileViews.typesDisambiguated(profile);
    assertEquals(2, disambiguated.rows());
    assertEquals(20, disambiguated.totalNanos());
    assertEquals("Lib.Svc.Run()", disambiguated.framesOf(1).get(0).shown());
  }

  /** Of modules of which neither refers to the other. */
  @Test
  void samples_ofTwoModules_areInAProfileThatDistinguishesTheirTypes(@TempDir Path folder)
      throws IOException {
    Session session = new Session();
    load(session.feed(), folder, "App", 0x10);
    load(session.feed(), folder, "Lib", 0x20);
    EnumSet<FrameDetail> details = EnumSet.of(FrameDetail.SOURCE);
    ProfileFeed feed = new ProfileFeed(session, Clock.WALL, details);
    CallStack stack = CallStack.of(new long[] {0x11, 0x21}, new long[] {1, 2}, false);
    feed.stackSampled(9, new SampledStack(new ThreadID(0x100), stack, 1, 10));
    Profile profile = feed.profile().build();
    assertEquals(
        List.of("Svc.Run()", "Svc.Run()"), profile.frames().stream().map(Frame::shown).toList());
    List<Frame> frames = ProfileViews.typesDisambiguated(profile).frames();
    assertEquals(
        List.of("Lib.Svc.Run()", "App.Svc.Run()"), frames.stream().map(Frame::shown).toList());
    assertEquals(
        List.of("Lib.dll", "App.dll"), frames.stream().map(it -> it.module().name()).toList());
  }

  private static void load(RuntimeFeed feed, Path folder, String name, long id) throws IOException {
    ImageBuilder module = ImageBuilder.assembly(name, "1.0.0.0");
    module.typeDef(name, "Svc");
    byte[] nothing = SignatureBlobs.primitive(SignatureBlobs.VOID);
    int run = module.method("Run", SignatureBlobs.method(nothing));
    Path file = Files.write(folder.resolve(name + ".dll"), module.build().bytes());
    ModuleID loaded = new ModuleID(id);
    feed.moduleLoaded(
        1, loaded, new LoadedModule(file.toString(), Optional.empty(), new AssemblyID(0), 0, 0));
    feed.functionSeen(
        2,
        new FunctionID(id + 1),
        new FunctionShape(new ClassID(0), loaded, new Token(run), List.of(), ""),
        FunctionSource.STACK);
  }
}

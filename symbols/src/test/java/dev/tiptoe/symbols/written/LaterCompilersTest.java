// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.MethodBodies;
import dev.tiptoe.testdata.image.Table;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What compilers later than the one at hand make, composed as they make it. */
class LaterCompilersTest {

  private static final byte[] VOID = {0, 0, 1};
  private static final int ASYNC = 0x2000;
  private static final String HASH = "34505F560D9EACF86A87F3ED1F85E448";

  private final ImageBuilder builder = ImageBuilder.assembly("Later", "1.0.0.0");

  private WrittenMethod written(int method) {
    return new WrittenMethods(image(), Optional.empty()).of(new Token(method));
  }

  private Image image() {
    return Image.of("Later.dll", builder.build().bytes());
  }

  private String text(int method) {
    return written(method).in(new Names(image(), NameStyle.CSHARP));
  }

  @Test
  void method_thatTheRuntimeSuspends_isItselfAndAsynchronous() {
    builder.typeDef("", "Shop");
    int wait = builder.method("Wait", VOID);
    builder.set(wait, "ImplFlags", ASYNC);
    int lambda = builder.method("<Wait>b__0_0", VOID);
    builder.set(lambda, "ImplFlags", ASYNC);
    // ldftn
    builder.body(wait, MethodBodies.tiny(new byte[] {(byte) 0xfe, 0x06, 2, 0, 0, 0x06}));
    assertEquals("Shop.Wait() (async)", text(wait));
    assertEquals(Source.WRITTEN, written(wait).source());
    assertEquals("Shop.Wait() (async) → lambda (async)", text(lambda));
    assertEquals(Source.IL, written(lambda).source());
  }

  @Test
  void members_ofAnExtensionBlock_areThoseOfTheTypeAroundIt() {
    int carts = builder.typeDef("", "Carts");
    int total = builder.method("Total", VOID);
    int lambda = builder.method("<Total>b__0_0", VOID);
    builder.body(total, MethodBodies.tiny(new byte[] {(byte) 0xfe, 0x06, 2, 0, 0, 0x06}));
    int group = builder.nested(carts, "<G>$" + HASH);
    int declared = builder.method("Total", VOID);
    builder.nested(group, "<M>$" + HASH);
    int marker = builder.method("<Extension>$", VOID);
    assertEquals("Carts.Total()", text(total));
    assertEquals("Carts.Total() → lambda", text(lambda));
    assertEquals("Carts.Total()", text(declared));
    assertEquals("Carts.<Extension>$()", text(marker));
  }

  /** F# 6: the method sets a field of the machine, a struct, before it starts it. */
  @Test
  void machine_ofATaskInFSharp_isOfTheMethodThatMakesIt() {
    int shop = builder.typeDef("", "Shop");
    int waited = builder.method("waited", VOID);
    int another = builder.method("another", VOID);
    int machine = builder.nested(shop, "waited@12");
    int field = builder.field("x", (byte) 0x06, (byte) 0x08);
    int moveNext = builder.method("MoveNext", VOID);
    builder.method("SetStateMachine", VOID);
    int contract = builder.typeRef(0, "System.Runtime.CompilerServices", "IAsyncStateMachine");
    builder.row(
        Table.INTERFACE_IMPL,
        machine & 0xffffff,
        ImageBuilder.index(Table.INTERFACE_IMPL, "Interface", contract));
    // stfld
    builder.body(waited, MethodBodies.tiny(new byte[] {0x7d, (byte) field, 0, 0, 0x04}));
    builder.body(another, MethodBodies.tiny(new byte[] {0x2a}));
    assertEquals("Shop.waited() (async)", text(moveNext));
    assertEquals(Source.IL, written(moveNext).source());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "<>f__AnonymousType0<<Name>j__TPar, <Count>j__TPar>.ToString(); anonymous type.ToString()",
        "<>f__AnonymousType1#2<T>.get_X(); anonymous type.get_X()",
        "VB$AnonymousType_0<T0, T1>.ToString(); anonymous type.ToString()",
        "<>f__AnonymousDelegate0<T1>.Invoke(T1); anonymous delegate.Invoke(T1)",
        "<>A{00000002}<T1, T2>.Invoke(T1, T2); anonymous delegate.Invoke(T1, T2)",
        "<>F<T, U>.Invoke(T); anonymous delegate.Invoke(T)",
        "<>z__ReadOnlyArray<T>.Add(T); collection expression.Add(T)",
        "<>y__InlineArray3<T>.X(); inline array.X()",
        "Shop.Carts.<G>$34505F560D9EACF86A87F3ED1F85E448<T>.Total(); Shop.Carts.Total()",
        "Shop.Buy(List<int>); Shop.Buy(List<int>)",
        "Point.<Clone>$(); Point.<Clone>$()"
      })
  void name_withGeneratedTypes_hasWordsForThem(String name, String shown) {
    assertEquals(shown, GeneratedTypeNames.replacedIn(name));
  }
}

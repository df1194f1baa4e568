// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.symbols.written.GeneratedName.Kind;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedNameTest {

  /** The names are from Roslyn's own tests, and of compiled programs. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "<M>b__3_0,                              LAMBDA,           M,            '',     3",
        "<M>b__0,                                LAMBDA,           M,            '',     none",
        "<M>b__3#1_0#2,                          LAMBDA,           M,            '',     3",
        "<<Main>$>b__0_0,                        LAMBDA,           <Main>$,      '',     0",
        "<I<System.Int32>.M>b__12_0,             LAMBDA,           I<System.Int32>.M, '', 12",
        "<.ctor>b__1_0,                          LAMBDA,           .ctor,        '',     1",
        "<>c,                                    CLOSURE,          '',           '',     none",
        "<>c__3`1,                               CLOSURE,          '',           '',     none",
        "<>c__DisplayClass3_0,                   CLOSURE,          '',           '',     3",
        "CS$<>8__locals0,                        OTHER,            '',           '',     none",
        "<M>d__5,                                STATE_MACHINE,    M,            '',     5",
        "<M>d__5`2,                              STATE_MACHINE,    M,            '',     5",
        "<System-Collections-IEnumerable-GetEnumerator>d__3, STATE_MACHINE,"
            + " System.Collections.IEnumerable.GetEnumerator, '', 3",
        "<<M>b__0>d,                             STATE_MACHINE,    <M>b__0,      '',     none",
        "<<M>g__Local|0_1>d,                     STATE_MACHINE,    <M>g__Local|0_1, '',  none",
        "<M>g__Local|3_0,                        LOCAL_FUNCTION,   M,            Local,  3",
        "<<Main>$>g__Tripled|0_1,                LOCAL_FUNCTION,   <Main>$,      Tripled, 0",
        "<>m__Finally1,                          ITERATOR_FINALLY, '',           '',     none",
        "<>n__0,                                 BASE_CALL,        '',           '',     none",
        "<Main>,                                 ENTRY_POINT,      Main,         '',     none",
        "<>o__4,                                 OTHER,            '',           '',     none",
        "<M>O__1_0,                              OTHER,            M,            '',     none",
        "<>f__AnonymousType0,                    OTHER,            '',           '',     none",
        "<P>k__BackingField,                     OTHER,            P,            '',     none",
        "<p>P,                                   OTHER,            p,            '',     none",
        "<>O,                                    OTHER,            '',           '',     none",
        "<>y__InlineArray3,                      OTHER,            '',           '',     none",
        "<>z__ReadOnlyArray,                     OTHER,            '',           '',     none",
        "<M>g__Local|3#1_0#2,                    LOCAL_FUNCTION,   M,            Local,  3",
        "<M>d__5#1,                              STATE_MACHINE,    M,            '',     5",
        "<File>F0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef__Secret,"
            + " FILE_LOCAL_TYPE, '', Secret, none",
        "VB$StateMachine_2_Wait,                 STATE_MACHINE,    Wait,         '',     2",
        "VB$StateMachine_2_I-Wait,               STATE_MACHINE,    I.Wait,       '',     2",
        "_Lambda$__1-0,                          LAMBDA,           '',           '',     1",
        "_Lambda$__R1-0,                         CONVERSION,       '',           '',     1",
        "VB$StateMachine___Lambda$__0,           STATE_MACHINE,    _Lambda$__0,  '',     none",
        "_Closure$__,                            CLOSURE,          '',           '',     none",
        "_Closure$__1-0,                         CLOSURE,          '',           '',     1",
        "_Closure$__1`1,                         CLOSURE,          '',           '',     none",
        "_Lambda$__1,                            LAMBDA,           '',           '',     none",
        "$VB$ClosureStub_Open_MyBase,            BASE_CALL,        Open,         '',     none",
        "compute@12,                             FSHARP_CLOSURE,   compute,      '',     none",
        "compute@12-1,                           FSHARP_CLOSURE,   compute,      '',     none",
        "-ctor@12,                               FSHARP_CLOSURE,   .ctor,        '',     none",
        "|Divides|_|@121,                        FSHARP_CLOSURE,   |Divides|_|,  '',     none"
      })
  void name_aCompilerMade_saysWhatItIsOf(
      String name, Kind kind, String source, String own, Integer ordinal) {
    OptionalInt of = ordinal == null ? OptionalInt.empty() : OptionalInt.of(ordinal);
    assertEquals(Optional.of(new GeneratedName(kind, source, own, of)), GeneratedName.parse(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "M",
        ".ctor",
        "<Module>",
        "<Main>$",
        "<Clone>$",
        "<PrivateImplementationDetails>",
        "I<T>.M",
        "get_P",
        "<",
        "<>",
        "<M",
        "<M>",
        "<M>0__1",
        "op_Addition",
        "a$b",
        "@",
        "x@",
        "CS$",
        ""
      })
  void name_thatWasWritten_isNone(String name) {
    assertEquals(Optional.empty(), GeneratedName.parse(name));
  }

  @Property
  void name_ofAnyCharacters_isParsedOrNot(
      @ForAll @Chars({'<', '>', '_', '|', 'b', 'g', 'd', '0', '9', '$', '@', '-', 'C', 'S'})
          String name) {
    GeneratedName.parse(name).ifPresent(parsed -> assertEquals(-1, parsed.own().indexOf('\0')));
  }
}

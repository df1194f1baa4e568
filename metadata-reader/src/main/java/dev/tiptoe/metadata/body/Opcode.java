// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import java.util.Optional;

/**
 * An opcode of IL. There is one object for each.
 *
 * @param value one byte, or two of which the first is 0xfe
 * @param name as ILAsm writes it, such as {@code ldarg.0}
 * @param operand the kind of its operand
 * @ecma III.1.2.1
 */
public record Opcode(int value, String name, OperandKind operand) {

  /** The first byte of opcodes with two. */
  static final int TWO_BYTES = 0xfe;

  /**
   * Each line has the first of several consecutive opcodes, their kind of operand, and their names.
   */
  private static final String OPCODES =
      """
      0000 INLINE_NONE nop break ldarg.0 ldarg.1 ldarg.2 ldarg.3
      0006 INLINE_NONE ldloc.0 ldloc.1 ldloc.2 ldloc.3 stloc.0 stloc.1 stloc.2 stloc.3
      000e SHORT_INLINE_VAR ldarg.s ldarga.s starg.s ldloc.s ldloca.s stloc.s
      0014 INLINE_NONE ldnull ldc.i4.m1 ldc.i4.0 ldc.i4.1 ldc.i4.2 ldc.i4.3 ldc.i4.4
      001b INLINE_NONE ldc.i4.5 ldc.i4.6 ldc.i4.7 ldc.i4.8
      001f SHORT_INLINE_I ldc.i4.s
      0020 INLINE_I ldc.i4
      0021 INLINE_I8 ldc.i8
      0022 SHORT_INLINE_R ldc.r4
      0023 INLINE_R ldc.r8
      0025 INLINE_NONE dup pop
      0027 INLINE_METHOD jmp call
      0029 INLINE_SIG calli
      002a INLINE_NONE ret
      002b SHORT_INLINE_BR_TARGET br.s brfalse.s brtrue.s beq.s bge.s bgt.s ble.s blt.s
      0033 SHORT_INLINE_BR_TARGET bne.un.s bge.un.s bgt.un.s ble.un.s blt.un.s
      0038 INLINE_BR_TARGET br brfalse brtrue beq bge bgt ble blt
      0040 INLINE_BR_TARGET bne.un bge.un bgt.un ble.un blt.un
      0045 INLINE_SWITCH switch
      0046 INLINE_NONE ldind.i1 ldind.u1 ldind.i2 ldind.u2 ldind.i4 ldind.u4 ldind.i8 ldind.i
      004e INLINE_NONE ldind.r4 ldind.r8 ldind.ref
      0051 INLINE_NONE stind.ref stind.i1 stind.i2 stind.i4 stind.i8 stind.r4 stind.r8
      0058 INLINE_NONE add sub mul div div.un rem rem.un and or xor shl shr shr.un neg not
      0067 INLINE_NONE conv.i1 conv.i2 conv.i4 conv.i8 conv.r4 conv.r8 conv.u4 conv.u8
      006f INLINE_METHOD callvirt
      0070 INLINE_TYPE cpobj ldobj
      0072 INLINE_STRING ldstr
      0073 INLINE_METHOD newobj
      0074 INLINE_TYPE castclass isinst
      0076 INLINE_NONE conv.r.un
      0079 INLINE_TYPE unbox
      007a INLINE_NONE throw
      007b INLINE_FIELD ldfld ldflda stfld ldsfld ldsflda stsfld
      0081 INLINE_TYPE stobj
      0082 INLINE_NONE conv.ovf.i1.un conv.ovf.i2.un conv.ovf.i4.un conv.ovf.i8.un
      0086 INLINE_NONE conv.ovf.u1.un conv.ovf.u2.un conv.ovf.u4.un conv.ovf.u8.un
      008a INLINE_NONE conv.ovf.i.un conv.ovf.u.un
      008c INLINE_TYPE box newarr
      008e INLINE_NONE ldlen
      008f INLINE_TYPE ldelema
      0090 INLINE_NONE ldelem.i1 ldelem.u1 ldelem.i2 ldelem.u2 ldelem.i4 ldelem.u4 ldelem.i8
      0097 INLINE_NONE ldelem.i ldelem.r4 ldelem.r8 ldelem.ref
      009b INLINE_NONE stelem.i stelem.i1 stelem.i2 stelem.i4 stelem.i8 stelem.r4 stelem.r8
      00a2 INLINE_NONE stelem.ref
      00a3 INLINE_TYPE ldelem stelem unbox.any
      00b3 INLINE_NONE conv.ovf.i1 conv.ovf.u1 conv.ovf.i2 conv.ovf.u2
      00b7 INLINE_NONE conv.ovf.i4 conv.ovf.u4 conv.ovf.i8 conv.ovf.u8
      00c2 INLINE_TYPE refanyval
      00c3 INLINE_NONE ckfinite
      00c6 INLINE_TYPE mkrefany
      00d0 INLINE_TOK ldtoken
      00d1 INLINE_NONE conv.u2 conv.u1 conv.i conv.ovf.i conv.ovf.u
      00d6 INLINE_NONE add.ovf add.ovf.un mul.ovf mul.ovf.un sub.ovf sub.ovf.un endfinally
      00dd INLINE_BR_TARGET leave
      00de SHORT_INLINE_BR_TARGET leave.s
      00df INLINE_NONE stind.i conv.u
      fe00 INLINE_NONE arglist ceq cgt cgt.un clt clt.un
      fe06 INLINE_METHOD ldftn ldvirtftn
      fe09 INLINE_VAR ldarg ldarga starg ldloc ldloca stloc
      fe0f INLINE_NONE localloc
      fe11 INLINE_NONE endfilter
      fe12 SHORT_INLINE_I unaligned.
      fe13 INLINE_NONE volatile. tail.
      fe15 INLINE_TYPE initobj constrained.
      fe17 INLINE_NONE cpblk initblk
      fe19 SHORT_INLINE_I no.
      fe1a INLINE_NONE rethrow
      fe1c INLINE_TYPE sizeof
      fe1d INLINE_NONE refanytype readonly.
      """;

  private static final Opcode[] ONE_BYTE = new Opcode[0x100];
  private static final Opcode[] SECOND_BYTE = new Opcode[0x100];

  static {
    OPCODES.lines().map(line -> line.split(" ", -1)).forEach(Opcode::add);
  }

  private static void add(String[] line) {
    int value = Integer.parseInt(line[0], 16);
    OperandKind operand = OperandKind.valueOf(line[1]);
    for (int i = 2; i < line.length; i++, value++) {
      Opcode[] table = value >>> 8 == TWO_BYTES ? SECOND_BYTE : ONE_BYTE;
      table[value & 0xff] = new Opcode(value, line[i], operand);
    }
  }

  /** Returns the opcode of that value; empty when there is none. */
  public static Optional<Opcode> of(int value) {
    return switch (value >>> 8) {
      case 0 -> Optional.ofNullable(ONE_BYTE[value]);
      case TWO_BYTES -> Optional.ofNullable(SECOND_BYTE[value & 0xff]);
      default -> Optional.empty();
    };
  }

  /** Returns its own bytes, one or two. */
  public int size() {
    return value >>> 8 == TWO_BYTES ? 2 : 1;
  }

  /** Returns its name. */
  @Override
  public String toString() {
    return name;
  }
}

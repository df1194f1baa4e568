// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using static System.Math;
using Days = System.DayOfWeek;
using Lists = System.Collections.Generic.List<int>;
using Texts = System.Text;

namespace Tiptoe.Embedded
{
    using Pair = KeyValuePair<string, Locals>;

    /// <summary>Constants inside methods, of every type, and imports of most kinds.</summary>
    class Locals
    {
        public static string All()
        {
            const bool Truth = true;
            const char Unit = '\ud800';
            const sbyte I1 = -1;
            const byte U1 = 0xff;
            const short I2 = short.MinValue;
            const ushort U2 = 0xffff;
            const int I4 = int.MinValue;
            const uint U4 = 0xffffffff;
            const long I8 = long.MinValue;
            const ulong U8 = 0xffffffffffffffff;
            const float R4 = -0.0f;
            const double R8 = double.NaN;
            const nint I = -5;
            const decimal Money = -12345678901234567890.125m;
            const string Text = "text \ud83d\ude00 \udc00";
            const string Empty = "";
            const string? NoText = null;
            const object? Nothing = null;
            const Locals? NoLocals = null;
            const Lists? NoList = null;
            const Days Day = Days.Friday;
            const Small Large = Small.Large;
            const Outer<int>.Inner Nested = Outer<int>.Inner.One;
            var texts = new Texts.StringBuilder();
            texts.Append(Truth).Append(Unit).Append(I1).Append(U1).Append(I2).Append(U2).Append(I4).Append(U4);
            texts.Append(I8).Append(U8).Append(R4).Append(R8).Append(I).Append(Money).Append(Text).Append(Empty);
            texts.Append(NoText).Append(Nothing).Append(NoLocals).Append(NoList).Append(Day).Append(Large);
            texts.Append(Nested).Append(Max(1, texts.Length)).Append(default(Pair));
            foreach (char each in texts.ToString())
            {
                const int Inside = 1;
                texts.Append(each + Inside);
            }
            return texts.ToString();
        }

        enum Small : byte
        {
            Large = 0xff,
        }

        class Outer<T>
        {
            public enum Inner
            {
                One = 1,
            }
        }
    }
}

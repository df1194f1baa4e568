// SPDX-License-Identifier: Apache-2.0

using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Tiptoe.Constructs
{
    /// <summary>Constants of every type, defaults of parameters, and fields whose data lies in the file.</summary>
    static class Constants
    {
        public const bool True = true, False = false;
        public const char Letter = 'Ж', Zero = '\0', Lone = '\udc00';
        public const sbyte I1 = sbyte.MinValue;
        public const byte U1 = byte.MaxValue;
        public const short I2 = short.MinValue;
        public const ushort U2 = ushort.MaxValue;
        public const int I4 = int.MinValue;
        public const uint U4 = uint.MaxValue;
        public const long I8 = long.MinValue;
        public const ulong U8 = ulong.MaxValue;
        public const float R4 = 1e-45f, R4Nan = float.NaN, R4Infinity = float.NegativeInfinity, R4Minus = -0f;
        public const double R8 = double.MaxValue, R8Nan = double.NaN, R8Infinity = double.PositiveInfinity;
        public const decimal Decimal = -79228162514264337593543950335m;
        public const string Text = "snow \u2603, a pair \ud83d\ude00, a lone \ud800, a \0 and a \"";
        public const string Empty = "";
        public const string? Null = null;
        public const object? NoObject = null;
        public const ByteEnum Choice = ByteEnum.Last;
        public const DayOfWeek Foreign = DayOfWeek.Friday;
        public const nint Native = 5;
        public const nuint Unsigned = 6;

        static readonly int[] Numbers = { 1, 2, 3, 5, 8, 13, 21, 34 };
        static readonly long[] Longs = { long.MinValue, 0, long.MaxValue };

        static ReadOnlySpan<byte> Utf8 => "snow \u2603"u8;

        static ReadOnlySpan<char> Chars => new[] { 'a', '\u2603', 'b' };

        static ReadOnlySpan<double> Doubles => new[] { 1.5, -2.5, double.NaN };

        public static int Run() =>
            Numbers.Length + Longs.Length + Utf8.Length + Chars.Length + Doubles.Length
            + Defaults(1, null, DateTime.MinValue) + Picked(out _);

        static int Defaults(
            int first,
            [Optional, DefaultParameterValue(null)] object? boxed,
            [Optional, DateTimeConstant(630822816000000000)] DateTime millennium,
            int second = -1,
            string? text = "default",
            string? none = null,
            DayOfWeek day = DayOfWeek.Monday,
            ByteEnum? maybe = ByteEnum.First,
            decimal money = 1.50m,
            double number = double.Epsilon,
            DateTime time = default,
            Guid id = default,
            [CallerMemberName] string caller = "",
            params string[] rest) =>
            first + second + (text + none + caller).Length + (int)day + (maybe.HasValue ? 1 : 0) + (int)money
                + (number > 0 ? 1 : 0) + time.Day + id.GetHashCode() % 1 + (boxed == null ? 0 : 1) + millennium.Day
                + rest.Length;

        static int Picked([Optional] out int last) => last = 1;
    }

    enum ByteEnum : byte
    {
        First,
        Last = byte.MaxValue,
    }

    enum SByteEnum : sbyte
    {
        Lowest = sbyte.MinValue,
    }

    enum ShortEnum : short
    {
        Lowest = short.MinValue,
    }

    enum UShortEnum : ushort
    {
        Highest = ushort.MaxValue,
    }

    enum UIntEnum : uint
    {
        Highest = uint.MaxValue,
    }

    [Flags]
    enum LongEnum : long
    {
        None = 0,
        Lowest = long.MinValue,
    }

    enum ULongEnum : ulong
    {
        Highest = ulong.MaxValue,
    }
}

// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading.Tasks;

#pragma warning disable CS0649 // nothing is in these fields

namespace Tiptoe.Mentions
{
    /// <summary>Locals of types that the code hardly needs.</summary>
    static class Locals
    {
        public struct Never
        {
            public long A, B;
            public Inside C;
        }

        public struct Inside
        {
            public string Text;
        }

        public struct Boxed<T>
        {
            public T Value;
            public int Count;
        }

        public ref struct Stacked
        {
            public Span<Never2> Numbers;
        }

        public struct Never2
        {
            public short Short;
        }

        public struct Never3
        {
            public short Short;
        }

        public enum Colour : byte
        {
            Red,
            Blue,
        }

        public enum Taste
        {
            Sweet,
            Sour,
        }

        public struct WithStatic
        {
            public static readonly WithStatic Zero = new WithStatic { Number = 1 };
            public int Number;
        }

        [StructLayout(LayoutKind.Explicit)]
        public struct Overlaid
        {
            [FieldOffset(0)]
            public long Long;

            [FieldOffset(0)]
            public double Double;
        }

        public static int Turn(int i) =>
            InDeadBranch(i) + Generic<Never3>(i) + Generic<string>(i) + Enums(i) + Spans(i) + Pointers(i) + Tuples(i)
            + Iterate(i) + Async(i).Result + Captured(i)() + new Boxed<Colour> { Count = i }.Stay();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int InDeadBranch(int i)
        {
            int number = Program.Linger(i);
            if (i > 100)
            {
                Never never = Make<Never>();
                Overlaid overlaid = Make<Overlaid>();
                WithStatic with = Make<WithStatic>();
                DateTimeOffset? when = Make<DateTimeOffset?>();
                number += (int)(never.A + overlaid.Long + with.Number) + (when.HasValue ? 1 : 0);
            }
            return number;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static T Make<T>() => default!;

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Generic<T>(int i)
        {
            int number = Program.Linger(i);
            if (typeof(T) == typeof(Guid))
            {
                Boxed<Dictionary<Half1, T>> box = Make<Boxed<Dictionary<Half1, T>>>();
                Boxed<T> other = Make<Boxed<T>>();
                KeyValuePair<T, Boxed<T>> pair = Make<KeyValuePair<T, Boxed<T>>>();
                number += box.Count + other.Count + pair.Value.Count;
            }
            return number;
        }

        public struct Half1
        {
            public byte Byte;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Enums(int i)
        {
            int number = Program.Linger(i);
            Colour colour = Make<Colour>();
            if (i > 100)
            {
                Taste taste = Make<Taste>();
                DayOfWeek? day = Make<DayOfWeek?>();
                number += (int)taste + (day.HasValue ? 1 : 0);
            }
            return number + (int)colour;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Spans(int i)
        {
            int number = Program.Linger(i);
            if (i > 100)
            {
                Stacked stacked = default;
                ReadOnlySpan<Never2> two = stacked.Numbers;
                Memory<Never3> three = Make<Memory<Never3>>();
                number += two.Length + three.Length;
            }
            return number;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static unsafe int Pointers(int i)
        {
            int number = Program.Linger(i);
            if (i > 100)
            {
                Pointed* pointed = null;
                fixed (Fixed* pinned = new Fixed[3])
                {
                    number += pinned->Number;
                }
                ref Referred referred = ref Many<Referred>()[1];
                number += pointed->Number + referred.Number;
            }
            return number;
        }

        static T[] Many<T>() => new T[3];

        public struct Pointed
        {
            public int Number;
        }

        public struct Fixed
        {
            public int Number;
        }

        public struct Referred
        {
            public int Number;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Tuples(int i)
        {
            int number = Program.Linger(i);
            if (i > 100)
            {
                (Taste Taste, (Never2, string)[] More, Boxed<Never2> Box) all = Make<(Taste, (Never2, string)[], Boxed<Never2>)>();
                number += all.Box.Count;
            }
            return number;
        }

        static int Iterate(int i)
        {
            int number = 0;
            foreach (Boxed<long> each in Each(i))
            {
                number += each.Count;
            }
            return number;
        }

        static IEnumerable<Boxed<long>> Each(int i)
        {
            Boxed<long> box = new Boxed<long> { Count = Program.Linger(i) };
            yield return box;
            if (i > 100)
            {
                Boxed<ulong> other = Make<Boxed<ulong>>();
                yield return new Boxed<long> { Count = other.Count };
            }
        }

        static async Task<int> Async(int i)
        {
            Boxed<float> box = new Boxed<float> { Count = Program.Linger(i) };
            await Task.Yield();
            if (i > 100)
            {
                Boxed<double> other = await Task.FromResult(Make<Boxed<double>>());
                box.Count += other.Count;
            }
            return Program.Linger(i) + box.Count;
        }

        static Func<int> Captured(int i) => () =>
        {
            int number = Program.Linger(i);
            if (i > 100)
            {
                Boxed<decimal> box = Make<Boxed<decimal>>();
                number += box.Count;
            }
            return number;
        };

        static int Stay<T>(this Boxed<T> box)
            where T : struct
        {
            int number = Program.Linger(box.Count);
            if (number < 0)
            {
                T? none = Make<T?>();
                Boxed<T[]> array = Make<Boxed<T[]>>();
                number += array.Count + (none.HasValue ? 1 : 0);
            }
            return number;
        }
    }
}

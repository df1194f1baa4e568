// SPDX-License-Identifier: Apache-2.0

#pragma warning disable CS0649 // Fields that nothing is ever put into: their types are what matters.

using System;
using System.Collections.Generic;
using System.Linq;

namespace Tiptoe.Torture
{
    /// <summary>Generic types inside generic types, and generic structs inside structs.</summary>
    static class Nesting
    {
        public static long Turn(int turn)
        {
            var deep = new Outer<int, string>.Middle<Guid>.Inner<DateTime> { First = turn, Second = "b", Fourth = default };
            var other = new Outer<byte, Outer<int, string>>.Middle<List<string>>.Inner<KeyValuePair<int, Guid>>();
            var chest = new Chest<Drawer<int>, Drawer<string>>(new Drawer<int>(turn), new Drawer<string>("x"));
            var ledger = new Dictionary<KeyValuePair<Wood, string>, List<KeyValuePair<string, Dictionary<int, long[]>>>>
            {
                [new KeyValuePair<Wood, string>(Wood.Oak, "door")] =
                    new List<KeyValuePair<string, Dictionary<int, long[]>>>
                    {
                        new KeyValuePair<string, Dictionary<int, long[]>>(
                            "hinge", new Dictionary<int, long[]> { [turn] = new long[] { 1, 2, turn } }),
                    },
            };
            long sum = ledger.Values.SelectMany(list => list).SelectMany(pair => pair.Value.Values).Sum(row => row.Sum());
            return Program.Mix(deep.Weight() + other.Weight() + chest.Weight() + sum);
        }
    }

    enum Wood : short { Oak, Ash, Elm }

    [Flags]
    enum Marks : ulong { None = 0, Cut = 1, Burnt = 1UL << 63 }

    class Outer<A, B>
    {
        public class Middle<C>
        {
            public class Inner<D>
            {
                public A? First;
                public B? Second;
                public C? Third;
                public D? Fourth;
                public KeyValuePair<A?, KeyValuePair<C?, D?>> Pair;
                public Slot Own;

                public struct Slot
                {
                    public D? Value;
                    public Marks Marks;
                }

                public long Weight()
                {
                    Own = new Slot { Value = Fourth, Marks = Marks.Burnt };
                    Pair = new KeyValuePair<A?, KeyValuePair<C?, D?>>(First, new KeyValuePair<C?, D?>(Third, Fourth));
                    return Program.Mix((long)Own.Marks + (Pair.Value.Value is null ? 1 : 2));
                }
            }
        }
    }

    /// <summary>A generic struct; nothing but a field of <see cref="Chest{L,R}"/> ever holds some of its kinds.</summary>
    readonly struct Drawer<T>
    {
        readonly T content;
        readonly Lining<T> lining;

        public Drawer(T content)
        {
            this.content = content;
            lining = new Lining<T>(Wood.Ash, content);
        }

        public long Weight() => (content?.ToString()?.Length ?? 0) + lining.Weight();
    }

    readonly struct Lining<T>
    {
        readonly Wood wood;
        readonly KeyValuePair<Wood, T> sample;

        public Lining(Wood wood, T sample)
        {
            this.wood = wood;
            this.sample = new KeyValuePair<Wood, T>(wood, sample);
        }

        public long Weight() => (long)wood + (long)sample.Key;
    }

    sealed class Chest<L, R>
        where L : struct
        where R : struct
    {
        L left;
        R right;
        L? perhaps;
        Marks marks = Marks.Cut;
        Nested<Wood> never;

        public Chest(L left, R right)
        {
            this.left = left;
            this.right = right;
            perhaps = left;
        }

        public long Weight() =>
            left.GetHashCode() * 0 + right.ToString()!.Length + (perhaps.HasValue ? 1 : 0) + (long)marks + (long)never.Kind;

        struct Nested<K>
        {
            public K Kind;
        }
    }
}

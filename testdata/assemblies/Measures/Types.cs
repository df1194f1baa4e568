// SPDX-License-Identifier: Apache-2.0

#pragma warning disable CS0649 // Fields that nothing is ever put into: where they lie is what matters.

using System;
using System.Runtime.InteropServices;

namespace Tiptoe.Measures
{
    /// <summary>Fields in an order that the runtime changes; static ones lie elsewhere.</summary>
    sealed class Ship
    {
        public static long Built;
        [ThreadStatic] public static int Seen;
        public bool Afloat;
        public long Tonnage;
        public string? Name;
        public short Port;
        public double Draught;
        public object? Owner;
        public char Pennant;
    }

    class Hull
    {
        public byte Keel;
        public int Ribs;
    }

    /// <summary>Its fields lie behind those of its base.</summary>
    sealed class Yacht : Hull
    {
        public byte Mast;
        public long Sails;
        public string? Skipper;
    }

    [StructLayout(LayoutKind.Sequential)]
    sealed class Ledger
    {
        public byte Page;
        public long Sum;
        public byte Line;
    }

    /// <summary>Structs within an object.</summary>
    sealed class Hold
    {
        public Row Row;
        public byte Between;
        public Labelled Labelled;
        public Nothing Nothing;
        public decimal? Price;
        public Guid Id;
        public DayOfWeek Opened;
        public IntPtr Place;
    }

    struct Row
    {
        public byte First;
        public long Second;
        public short Third;
        public byte Fourth;
    }

    [StructLayout(LayoutKind.Explicit, Size = 40)]
    struct Union
    {
        [FieldOffset(0)] public long Whole;
        [FieldOffset(0)] public int Low;
        [FieldOffset(4)] public int High;
        [FieldOffset(17)] public byte Far;
    }

    [StructLayout(LayoutKind.Sequential, Pack = 1)]
    struct Tight
    {
        public byte First;
        public int Second;
        public long Third;
    }

    [StructLayout(LayoutKind.Auto)]
    struct Loose
    {
        public byte First;
        public long Second;
        public byte Third;
        public int Fourth;
    }

    struct Labelled
    {
        public byte Mark;
        public string? Name;
        public int Count;
    }

    struct Nothing
    {
    }

    /// <summary>Laid out anew for each type argument that is a struct.</summary>
    sealed class Crate<T>
    {
        public byte Before;
        public T? Item;
        public byte After;

        public static void Measure()
        {
            var crate = new Crate<T>();
            var of = Ruler.To(() => new Crate<T>());
            of.Field(nameof(Before), crate, ref crate.Before);
            of.Field(nameof(Item), crate, ref crate.Item);
            of.Field(nameof(After), crate, ref crate.After);
        }
    }

    struct Pair<TFirst, TSecond>
    {
        public TFirst? First;
        public TSecond? Second;

        public static void Measure()
        {
            var pair = default(Pair<TFirst, TSecond>);
            var of = Ruler.To<Pair<TFirst, TSecond>>();
            of.Field(nameof(First), ref pair, ref pair.First);
            of.Field(nameof(Second), ref pair, ref pair.Second);
        }
    }
}

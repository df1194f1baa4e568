// SPDX-License-Identifier: Apache-2.0

#pragma warning disable CS0649 // Fields that nothing is ever put into: their types are what matters.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Tiptoe.Torture
{
    /// <summary>Explicit layouts, inline arrays, fixed buffers, enums in fields, structs in structs in classes.</summary>
    static unsafe class Layouts
    {
        public static long Turn(int turn)
        {
            var union = new Union { Whole = turn };
            var eight = default(Eight<Screw>);
            eight[3] = new Screw { Thread = 7, Kind = Wood.Elm };
            var board = new Board { Union = union, Screws = eight, Nails = { Count = turn } };
            board.Nails.Lengths[2] = 5;
            var empty = new Workshop();
            long sum = board.Union.Low + board.Screws[3].Thread + board.Nails.Lengths[2] + empty.Tools();
            foreach (ref Screw screw in (Span<Screw>)board.Screws)
            {
                sum += (long)screw.Kind;
            }
            return Program.Mix(sum + sizeof(Union) + Unsafe.SizeOf<Eight<Screw>>());
        }
    }

    [StructLayout(LayoutKind.Explicit)]
    struct Union
    {
        [FieldOffset(0)] public long Whole;
        [FieldOffset(0)] public int Low;
        [FieldOffset(4)] public int High;
        [FieldOffset(8)] public Marks Marks;
    }

    [InlineArray(8)]
    struct Eight<T>
    {
        T first;
    }

    struct Screw
    {
        public int Thread;
        public Wood Kind;
    }

    unsafe struct Nails
    {
        public int Count;
        public fixed byte Lengths[4];
    }

    sealed class Board
    {
        public Union Union;
        public Eight<Screw> Screws;
        public Nails Nails;
        public KeyValuePair<Wood, Nails> Pair;
    }

    /// <summary>A class whose fields hold types that nothing else ever names.</summary>
    sealed class Workshop
    {
        Plane plane;
        Vice? vice;
        Saw[]? saws;
        List<Hammer>? hammers;
        Rack<File> rack;

        public long Tools()
        {
            plane.Blade.Width++;
            return plane.Blade.Width + (vice is null ? 1 : 0) + (saws is null ? 1 : 0) + (hammers is null ? 1 : 0) + rack.Size;
        }

        struct Plane
        {
            public Blade Blade;
            public Temper Temper;
        }

        struct Blade
        {
            public int Width;
        }

        enum Temper { Soft, Hard }

        sealed class Vice
        {
            public Blade Jaw;
        }

        struct Saw
        {
            public int Teeth;
        }

        struct Hammer
        {
            public int Head;
        }

        struct Rack<T>
        {
            public int Size;
            public T? Tool;
        }

        struct File
        {
            public double Grain;
            public Temper Temper;
        }
    }
}

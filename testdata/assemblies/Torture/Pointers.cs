// SPDX-License-Identifier: Apache-2.0

#pragma warning disable CS0649 // Fields that nothing is ever put into: their types are what matters.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Tiptoe.Torture
{
    /// <summary>Pointers and function pointers in fields, arrays of them, by-refs and by-ref structs.</summary>
    static unsafe class Pointers
    {
        public static long Turn(int turn)
        {
            Needle eye = new Needle { Length = turn };
            var thread = new Thread { Eye = &eye, Through = &Pull, Generic = &Pick<Needle>, Tip = (void**)0 };
            var holder = new Holder<Needle> { Place = &eye, Others = new Needle*[2] };
            holder.Others[1] = &eye;
            delegate*<Needle*, ref readonly Unmet, long>[] table = new delegate*<Needle*, ref readonly Unmet, long>[1];
            long sum = thread.Through(thread.Eye) + thread.Generic(eye) + holder.Others[1]->Length + table.Length;
            ref Needle same = ref Longest(ref eye, ref *thread.Eye);
            same.Length++;
            Span<Needle> few = stackalloc Needle[3];
            few[1] = same;
            var cloth = new Cloth<Needle>(few, ref eye);
            return Program.Mix(sum + cloth.Count() + Null<Unborn>(null));
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Pull(Needle* needle) => needle->Length * 3;

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Pick<T>(T any) => any is Needle needle ? needle.Length : 0;

        [MethodImpl(MethodImplOptions.NoInlining)]
        static ref Needle Longest(ref Needle a, ref Needle b) => ref (a.Length > b.Length ? ref a : ref b);

        /// <summary>A parameter of a type by reference, by pointer and in an array: no such type need exist.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Null<T>(T*[]? none)
            where T : unmanaged => none is null ? 1 : 0;
    }

    struct Needle
    {
        public int Length;
    }

    /// <summary>Only a type argument.</summary>
    struct Unborn
    {
        public Unmet Other;
    }

    /// <summary>Only in signatures and in a field of a struct of which there is no instance.</summary>
    struct Unmet
    {
        public long Value;
    }

    unsafe struct Thread
    {
        public Needle* Eye;
        public delegate*<Needle*, long> Through;
        public delegate*<Needle, long> Generic;
        public void** Tip;
        public Unmet* Nowhere;
    }

    unsafe struct Holder<T>
        where T : unmanaged
    {
        public T* Place;
        public T*[] Others;
        public delegate*<T, T*, void> Never;
    }

    readonly ref struct Cloth<T>
    {
        readonly Span<T> all;
        readonly ref T first;

        public Cloth(Span<T> all, ref T first)
        {
            this.all = all;
            this.first = ref first;
        }

        public long Count() => all.Length + (Unsafe.IsNullRef(ref first) ? 0 : 1);
    }
}

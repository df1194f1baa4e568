// SPDX-License-Identifier: Apache-2.0

using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Tiptoe.Constructs
{
    /// <summary>References to variables: of every kind of parameter, returned, and as fields.</summary>
    static class References
    {
        static int shared = 3;

        public static unsafe int Run()
        {
            int value = 1;
            Swap(ref value, ref shared);
            ref int alias = ref Bigger(ref value, ref shared);
            alias++;
            ref readonly int seen = ref ReadOnly(in value);
            Out(out int created);
            Span<int> room = stackalloc int[4] { 1, 2, 3, 4 };
            var window = new Window(ref room[1], room);
            window.First = ref room[2];
            var buffer = new Four<int>();
            buffer[2] = 5;
            return alias + seen + created + window.First + Total(1, 2, 3) + buffer[2] + Nullable(null, 4)
                + new Mutable().Self().Touch() + Explain(typeof(int)) + Typed(__makeref(value));
        }

        static void Swap(ref int left, ref int right) => (left, right) = (right, left);

        static ref int Bigger(ref int left, ref int right) => ref left > right ? ref left : ref right;

        static ref readonly int ReadOnly(ref readonly int value) => ref value;

        static void Out([NotNull] out int value) => value = 7;

        static int Total(params int[] all) => all.Length;

        static int Nullable(int? none, [DisallowNull] int? some) => none ?? some.Value;

        static unsafe int Explain(Type type, string? text = null, void* raw = null, int** pointers = null) =>
            type.Name.Length + (raw == null || pointers == null ? 1 : 0) + (text ?? "").Length;

        static void Scoped(scoped Span<int> span, scoped ref int value, [UnscopedRef] ref Window window)
        {
        }

        static int Typed(TypedReference reference) => __reftype(reference).Name.Length + __refvalue(reference, int);
    }

    ref struct Window
    {
        public ref int First;
        public ref readonly long Second;
        public readonly ref readonly short Third;
        public ReadOnlySpan<int> Rest;

        public Window(ref int first, ReadOnlySpan<int> rest)
        {
            First = ref first;
            Second = ref Unsafe.NullRef<long>();
            Third = ref Unsafe.NullRef<short>();
            Rest = rest;
        }
    }

    [InlineArray(4)]
    struct Four<T>
    {
        T element;
    }

    struct Mutable
    {
        int touched;

        [UnscopedRef]
        public ref Mutable Self() => ref this;

        public int Touch() => ++touched;

        public readonly int Touched => touched;

        public readonly ref readonly T Deep<T>(in T value) => ref Unsafe.AsRef(in value);
    }
}

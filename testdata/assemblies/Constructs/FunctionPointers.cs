// SPDX-License-Identifier: Apache-2.0

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Tiptoe.Constructs
{
    /// <summary>Function pointers of every convention, with by-ref parameters, and inside one another.</summary>
    static unsafe class FunctionPointers
    {
#pragma warning disable CS0169, CS0649 // Fields for their signatures.
        static delegate*<void> nothing;
        static delegate* managed<int, string, long> managed;
        static delegate* unmanaged<int, void> platform;
        static delegate* unmanaged[Cdecl]<int, int> cdecl;
        static delegate* unmanaged[Stdcall]<int, int> stdcall;
        static delegate* unmanaged[Thiscall]<void*, int> thiscall;
        static delegate* unmanaged[Fastcall]<int, int> fastcall;
        static delegate* unmanaged[SuppressGCTransition]<int> quick;
        static delegate* unmanaged[Cdecl, SuppressGCTransition]<int> quickCdecl;
        static delegate* unmanaged[MemberFunction, Stdcall]<void*, int> member;
        static delegate*<ref int, out string, in long, ref readonly short> byRefs;
        static delegate*<ref int, ref int> refReturn;
        static delegate*<delegate*<int, int>, delegate*<string, void>> nested;
        static delegate*<int, int>[] vector = new delegate*<int, int>[1];
        static delegate*<int, int>[,] matrix = new delegate*<int, int>[1, 1];
        static delegate*<int, int>* pointer;
        static volatile delegate*<int> loadedEachTime;

        public static int Run()
        {
            vector[0] = &Twice;
            matrix[0, 0] = vector[0];
            delegate*<int, int> twice = matrix[0, 0];
            delegate*<Holder<string>.Cell, int> cell = &Holder<string>.Measure;
            delegate* unmanaged[Cdecl]<int, int> callback = &Callback;
            return Apply(twice, 4) + cell(new Holder<string>.Cell { Value = "four" }) + callback(1);
        }

        static int Apply(delegate*<int, int> function, int argument) => function(argument);

        static int Twice(int value) => 2 * value;

        [UnmanagedCallersOnly(CallConvs = new[] { typeof(CallConvCdecl) }, EntryPoint = "callback")]
        static int Callback(int value) => value + 1;

        /// <summary>A function pointer over the parameters of a generic type.</summary>
        public static class Holder<T>
            where T : class
        {
            public static delegate*<T, Cell, T[]> Generic;

            public static int Measure(Cell cell) => cell.Value == null ? 0 : cell.Value.ToString()!.Length;

            public struct Cell
            {
                public T? Value;
            }
        }
    }
}

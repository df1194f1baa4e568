// SPDX-License-Identifier: Apache-2.0

using System;
using System.Runtime.CompilerServices;

namespace Tiptoe.Measures
{
    /// <summary>Is laid to one type, and prints where a field lies that it is shown.</summary>
    sealed class Ruler
    {
        static object? kept;

        readonly Type type;
        readonly long size;

        Ruler(Type type, long size)
        {
            this.type = type;
            this.size = size;
        }

        /// <summary>To a class, whose instances are as large as what one takes of the heap.</summary>
        public static Ruler To(Func<object> make)
        {
            object first = make();
            long none = GC.GetAllocatedBytesForCurrentThread();
            long before = GC.GetAllocatedBytesForCurrentThread();
            kept = make();
            long after = GC.GetAllocatedBytesForCurrentThread();
            // Being asked may take of the heap, too.
            return new Ruler(first.GetType(), after - before - (before - none));
        }

        /// <summary>To a struct.</summary>
        public static Ruler To<T>() where T : struct => new Ruler(typeof(T), Unsafe.SizeOf<T>());

        /// <summary>A field of an object, from the pointer to its class on.</summary>
        public void Field<T>(string name, object of, ref T field) =>
            Print(name, Between(ref Unsafe.As<Body>(of).First, ref field) + IntPtr.Size);

        /// <summary>A field of a struct.</summary>
        public void Field<TStruct, T>(string name, ref TStruct of, ref T field) where TStruct : struct =>
            Print(name, Between(ref of, ref field));

        static long Between<TFrom, TTo>(ref TFrom from, ref TTo to) =>
            (long)Unsafe.ByteOffset(ref Unsafe.As<TFrom, byte>(ref from), ref Unsafe.As<TTo, byte>(ref to));

        void Print(string field, long offset)
        {
            string name = type.ToString().Replace('[', '<').Replace(']', '>');
            Console.WriteLine(name + "\t" + size + "\t" + field + "\t" + offset);
        }

        /// <summary>Its only field is where the data of any object begin: behind the pointer to its class.</summary>
        sealed class Body
        {
            public byte First;
        }
    }
}

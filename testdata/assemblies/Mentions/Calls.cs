// SPDX-License-Identifier: Apache-2.0

using System;
using System.Runtime.CompilerServices;

#pragma warning disable CS0649 // nothing is in these fields

namespace Tiptoe.Mentions
{
    /// <summary>Calls that compiled code has, and calls that its compiler leaves out.</summary>
    static class Calls
    {
        public struct Plain
        {
            public int Number;
        }

        public struct InDeadBranch
        {
            public long Number;
        }

        public struct AfterThrow
        {
            public long Number;
        }

        public struct OnOtherMachines
        {
            public long Number;
        }

        public struct ForOtherArguments
        {
            public long Number;
        }

        public struct Virtual
        {
            public long Number;
        }

        public enum ForOthers
        {
            None,
        }

        class Base
        {
            public virtual int Take(Virtual value) => (int)value.Number;
        }

        public static int Turn(int i) => Live(i) + Dead(i) + Folded<long>(i) + Thrown(i);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Live(int i) => Program.Linger(i) + Take(default(Plain)) + new Base().Take(default);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Dead(int i)
        {
            int number = Program.Linger(i);
            return i > 100 ? number + Return<InDeadBranch>().GetHashCode() + Number(Dead()) : number;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Folded<T>(int i)
        {
            int number = Program.Linger(i);
            if (IntPtr.Size == 2)
            {
                number += Number(Other());
            }
            if (typeof(T) == typeof(Guid))
            {
                number += Number(ForOther(ForOthers.None));
            }
            return number;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Thrown(int i)
        {
            int number = Program.Linger(i);
            if (i > 100)
            {
                Throw();
                number += Number(After());
            }
            return number;
        }

        static void Throw() => throw new InvalidOperationException();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static int Take(Plain value) => value.Number;

        [MethodImpl(MethodImplOptions.NoInlining)]
        static T Return<T>() => default!;

        static InDeadBranch Dead() => default;

        static AfterThrow After() => default;

        static OnOtherMachines Other() => default;

        static ForOtherArguments ForOther(ForOthers others) => default;

        static int Number(InDeadBranch value) => (int)value.Number;

        static int Number(AfterThrow value) => (int)value.Number;

        static int Number(OnOtherMachines value) => (int)value.Number;

        static int Number(ForOtherArguments value) => (int)value.Number;
    }
}

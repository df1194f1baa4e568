// SPDX-License-Identifier: Apache-2.0

using System;
using System.Linq;
using System.Numerics;
using System.Reflection;

namespace Tiptoe.Workload
{
    /// <summary>Makes the runtime load types that it has not loaded before.</summary>
    static class Types
    {
        static readonly Type[] Values =
        {
            typeof(bool), typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long),
            typeof(ulong), typeof(char), typeof(float), typeof(double), typeof(decimal), typeof(DateTime), typeof(TimeSpan),
            typeof(Guid), typeof(IntPtr), typeof(UIntPtr), typeof(DateTimeOffset), typeof(DayOfWeek), typeof(Complex),
            typeof(BigInteger), typeof(ConsoleColor), typeof(DateTimeKind),
        };

        static readonly string[] Assemblies =
        {
            "System.Private.CoreLib", "System.Private.Xml", "System.Linq.Expressions", "System.Data.Common",
            "System.Net.Http", "System.Collections.Immutable", "System.Text.Json",
        };

        static int next;

        /// <summary>So many new instantiations of a generic class.</summary>
        public static Result Instantiate(int amount)
        {
            long checksum = 0;
            int first = next;
            for (; next < first + amount && next < Values.Length * Values.Length * Values.Length; next++)
            {
                Type type = typeof(Cargo<,,>).MakeGenericType(
                    Values[next % Values.Length],
                    Values[next / Values.Length % Values.Length],
                    Values[next / (Values.Length * Values.Length)]);
                checksum += type.GenericTypeArguments.Length;
            }
            return new Result(next - first, checksum);
        }

        /// <summary>All that are defined in the first so many of some assemblies of the framework.</summary>
        public static Result LoadAssemblies(int amount)
        {
            int count = Assemblies.Take(amount).Sum(name => Assembly.Load(name).GetTypes().Length);
            return new Result(count, count);
        }

#pragma warning disable CS0649 // only its layout matters
        sealed class Cargo<A, B, C>
        {
            public A First = default!;
            public B Second = default!;
            public C[]? Others;
        }
#pragma warning restore CS0649
    }
}

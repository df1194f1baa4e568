// SPDX-License-Identifier: Apache-2.0

#pragma warning disable CS0649 // Fields that nothing is ever put into: their types are what matters.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace Tiptoe.Torture
{
    /// <summary>Load contexts that come and go, with instantiations of the framework's types over types of theirs.</summary>
    static class Contexts
    {
        public static long Turn(int turn)
        {
            // Where this runs inside a passing context there is no further one.
            AssemblyLoadContext own = AssemblyLoadContext.GetLoadContext(typeof(Contexts).Assembly)!;
            return own.IsCollectible ? 0 : Program.Mix(Pass(turn) + Stay(turn));
        }

        static long Pass(int turn)
        {
            WeakReference context = LoadAndUnload(turn, out long sum);
            for (int i = 0; i < 20 && context.IsAlive; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
            return sum + (context.IsAlive ? 1000 : 0);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference LoadAndUnload(int turn, out long sum)
        {
            var context = new AssemblyLoadContext("passing " + turn, isCollectible: true);
            sum = Use(context, turn);
            context.Unload();
            return new WeakReference(context);
        }

        /// <summary>One context that stays, from the first turn on.</summary>
        static long Stay(int turn) => Use(Lasting.Context, turn);

        static class Lasting
        {
            public static readonly AssemblyLoadContext Context = new AssemblyLoadContext("lasting");
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Use(AssemblyLoadContext context, int turn)
        {
            Assembly copy = context.LoadFromAssemblyPath(typeof(Contexts).Assembly.Location);
            object sum = copy.GetType(typeof(Cargo).FullName!)!.GetMethod(nameof(Cargo.Stow))!.Invoke(null, new object[] { turn })!;
            // The other way round: generic types of this context over types of that one.
            Type barrel = copy.GetType(typeof(Cargo.Barrel).FullName!)!;
            var crates = (ICrate)Activator.CreateInstance(typeof(Crate<>).MakeGenericType(barrel))!;
            var table = (IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(typeof(string), barrel.MakeArrayType()))!;
            return (long)sum + crates.Weight() + table.Count;
        }
    }

    interface ICrate
    {
        long Weight();
    }

    sealed class Crate<T> : ICrate
        where T : struct
    {
        readonly List<T> content = new List<T> { default };
        KeyValuePair<T, T[]> pair;

        public long Weight() => content.Count + (pair.Value is null ? 1 : 0);
    }

    /// <summary>What a context brings along: a class, a struct, and generics over both.</summary>
    public sealed class Cargo
    {
        public struct Barrel
        {
            public int Gallons;
            public Lid Lid;
        }

        public struct Lid
        {
            public long Number;
        }

        public static long Stow(int turn)
        {
            var hold = new List<Barrel>();
            for (int i = 0; i < 50; i++)
            {
                hold.Add(new Barrel { Gallons = i, Lid = new Lid { Number = turn } });
            }
            var marks = new Dictionary<string, Cargo[]> { ["a"] = new[] { new Cargo() } };
            var nested = new Outer<Cargo, Barrel>.Middle<Lid>.Inner<KeyValuePair<Cargo, Barrel[]>>();
            long sum = marks.Count + nested.Weight();
            foreach (Barrel barrel in hold)
            {
                sum += barrel.Gallons + barrel.Lid.Number;
            }
            return Program.Mix(sum + Sharing.Turn(turn) + Nesting.Turn(turn) + Flow.Turn(turn));
        }
    }
}

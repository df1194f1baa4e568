// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;

namespace Tiptoe.Torture
{
    /// <summary>Default interface methods, static ones, covariant returns, variance, delegates.</summary>
    static class Dispatch
    {
        public static long Turn(int turn)
        {
            ISmith<Iron> smith = new Smith();
            Forge<Iron> forge = turn % 2 == 0 ? new HotForge() : new Forge<Iron>();
            Metal made = forge.Make();
            IEnumerable<Metal> metals = new List<Iron> { new Iron(), new Iron() };
            IComparer<Iron> order = new ByWeight();
            Action<Metal> any = metal => metal.Weight++;
            Action<Iron> strike = any;
            var iron = new Iron();
            strike(iron);
            smith.Strike(iron);
            Temper<Iron> temper = smith.Quench;
            return Program.Mix(
                made.Weight + metals.Count() + order.Compare(iron, new Iron()) + iron.Weight + temper(iron, turn)
                + Sum<Ounces>(new[] { new Ounces(turn), new Ounces(1) }) + smith.Name.Length + ISmith<Copper>.Guilds);
        }

        static long Sum<T>(IEnumerable<T> all)
            where T : struct, IQuantity<T> => all.Aggregate(T.Zero, (a, b) => a + b).Value;
    }

    delegate long Temper<in T>(T metal, int heat)
        where T : Metal;

    class Metal
    {
        public long Weight = 1;
    }

    class Iron : Metal { }

    sealed class Copper : Metal { }

    sealed class ByWeight : IComparer<Metal>
    {
        public int Compare(Metal? a, Metal? b) => Comparer<long>.Default.Compare(a?.Weight ?? 0, b?.Weight ?? 0);
    }

    interface INamed
    {
        string Name => GetType().Name;
    }

    interface ISmith<T> : INamed
        where T : Metal
    {
        static int Guilds { get; } = typeof(T).Name.Length;

        void Strike(T metal) => metal.Weight += 2;

        long Quench(T metal, int heat) => Program.Mix(metal.Weight * heat);
    }

    sealed class Smith : ISmith<Iron>
    {
        void ISmith<Iron>.Strike(Iron metal) => metal.Weight += 3;
    }

    class Forge<T>
        where T : Metal, new()
    {
        public virtual Metal Make() => new T();
    }

    sealed class HotForge : Forge<Iron>
    {
        public override Iron Make() => new Iron { Weight = 5 };
    }

    interface IQuantity<T>
        where T : struct, IQuantity<T>
    {
        static abstract T Zero { get; }

        static abstract T operator +(T a, T b);

        long Value { get; }
    }

    readonly record struct Ounces(long Value) : IQuantity<Ounces>
    {
        public static Ounces Zero => default;

        public static Ounces operator +(Ounces a, Ounces b) => new Ounces(a.Value + b.Value);
    }
}

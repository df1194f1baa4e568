// SPDX-License-Identifier: Apache-2.0

using System.Collections.Generic;
using System.Linq;

namespace Tiptoe.Dockyard
{
    /// <summary>What a passing load context brings along: a class, a struct, and generics over both.</summary>
    public sealed class Cargo
    {
        public struct Barrel
        {
            public int Gallons;
            public long Number;
        }

        sealed class Hold<T> where T : notnull
        {
            public readonly List<T> Below = new List<T>();
            public readonly Dictionary<T, Cargo?[]> Owners = new Dictionary<T, Cargo?[]>();

            public Hold<(T, Cargo)>? Next;

            public void Stow(T one)
            {
                Below.Add(one);
                Owners.TryAdd(one, new Cargo?[1]);
            }
        }

        /// <summary>The gallons in that many barrels, of which each holds one more than the last.</summary>
        public static long Stow(int barrels)
        {
            var hold = new Hold<Barrel> { Next = new Hold<(Barrel, Cargo)>() };
            for (int i = 1; i <= barrels; i++)
            {
                hold.Stow(new Barrel { Gallons = i, Number = i });
            }
            hold.Next.Stow((default, new Cargo()));
            return hold.Below.Sum(barrel => (long)barrel.Gallons);
        }
    }
}

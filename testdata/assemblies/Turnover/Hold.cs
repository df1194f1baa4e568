// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;

namespace Tiptoe.Turnover
{
    /// <summary>What is done in a context: generics of the framework over the types of the context, and the reverse.</summary>
    public static class Hold
    {
        /// <summary>Code of the default context over a type of a passing one.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static int Stow<T>(int count)
        {
            var stowed = new List<T>();
            for (int i = 0; i < count; i++)
            {
                stowed.Add(default!);
            }
            var crates = new Dictionary<int, Crate<T>> { [count] = new Crate<T> { Content = stowed.ToArray() } };
            return crates.Count + stowed.Count;
        }

        /// <summary>Different types for different numbers.</summary>
        public static int Trade(int number) => (number % 5) switch
        {
            0 => Stow<Salt>(number) + Weigh(new Salt { Grains = number }),
            1 => Stow<Pepper>(number) + Weigh(new Pepper { Corns = number, Black = true }),
            2 => Stow<Crate<Salt>>(number) + Weigh((new Salt { Grains = number }, new Pepper())),
            3 => Stow<Saffron>(number) + new Saffron { Threads = number }.Threads,
            _ => Stow<Crate<Pepper>>(number) + Weigh(new Crate<Saffron>()),
        };

        static int Weigh<T>(T load) where T : struct
        {
            var weights = new SortedList<int, T?> { [0] = load, [1] = null };
            return weights.Values.Count(each => each.HasValue) + EqualityComparer<T>.Default.GetHashCode(load);
        }
    }

    public struct Crate<T>
    {
        public T[] Content;
    }

    public struct Salt
    {
        public long Grains;
    }

    public struct Pepper
    {
        public int Corns;
        public bool Black;
    }

    public sealed class Saffron
    {
        public int Threads;
    }
}

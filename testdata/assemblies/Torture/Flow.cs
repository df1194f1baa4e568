// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Tiptoe.Torture
{
    /// <summary>State machines and exceptions.</summary>
    static class Flow
    {
        public static long Turn(int turn)
        {
            long sum = Twice(turn).GetAwaiter().GetResult() + Of(new Drop { Size = turn }).GetAwaiter().GetResult().Size;
            sum += Value(turn).AsTask().GetAwaiter().GetResult() + Stream(turn % 4 + 1).GetAwaiter().GetResult();
            sum += Numbers<Drop>(5, default).Select((drop, i) => drop.Size + i).Sum() + Tree(3).Count();
            return Program.Mix(sum + Failing(turn) + Filtered<Leak>(turn) + Filtered<Leak<string>>(turn));
        }

        static async Task<long> Twice(long x)
        {
            await Task.Yield();
            return Program.Mix(x) + await Task.FromResult(x);
        }

        static async Task<T> Of<T>(T value)
        {
            await Task.Yield();
            return value;
        }

        static async ValueTask<int> Value(int turn) => turn % 2 == 0 ? turn : await Of(turn);

        static async Task<long> Stream(int count)
        {
            long sum = 0;
            await foreach ((int index, Drop drop) in Rain<Drop>(count))
            {
                sum += index + drop.Size;
            }
            return sum;
        }

        static async IAsyncEnumerable<(int Index, T Item)> Rain<T>(int count)
            where T : new()
        {
            for (int i = 0; i < count; i++)
            {
                await Task.Yield();
                yield return (i, new T());
            }
        }

        static IEnumerable<T> Numbers<T>(int count, T value)
        {
            for (int i = 0; i < count; i++)
            {
                yield return value;
            }
        }

        static IEnumerable<(int, IEnumerable<object>)> Tree(int depth)
        {
            if (depth > 0)
            {
                foreach ((int, IEnumerable<object>) each in Tree(depth - 1))
                {
                    yield return each;
                }
                yield return (depth, Enumerable.Empty<string>());
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Failing(int turn)
        {
            try
            {
                try
                {
                    throw new Leak<int>(turn);
                }
                finally
                {
                    turn++;
                }
            }
            catch (Leak<string>)
            {
                return -1;
            }
            catch (Leak<int> leak)
            {
                return leak.Where + turn;
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Filtered<E>(int turn)
            where E : Exception, new()
        {
            try
            {
                throw new E();
            }
            catch (E e) when (e.Message.Length > turn * 0)
            {
                return 4;
            }
            catch (Flood)
            {
                return 5;
            }
        }
    }

    struct Drop
    {
        public int Size;
    }

    class Leak : Exception { }

    sealed class Leak<T> : Leak
    {
        public readonly T? Where;

        public Leak() { }

        public Leak(T where) => Where = where;
    }

    /// <summary>Caught and never thrown.</summary>
    sealed class Flood : Exception { }
}

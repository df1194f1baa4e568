// SPDX-License-Identifier: Apache-2.0

using System;
using System.Linq;
using System.Threading;

namespace Tiptoe.Workload
{
    /// <summary>Something to be done again and again, by one thread; the answer depends on the turn alone.</summary>
    interface ITool<T>
    {
        T Turn(int turn);
    }

    /// <summary>Some threads, each with a tool of its own: as many as there are processors, if nobody says otherwise.</summary>
    static class Crew
    {
        public static Result Do(int turns, Func<int, ITool<long>> tool) => Do(Environment.ProcessorCount, turns, tool);

        public static Result Do(int threads, int turns, Func<int, ITool<long>> tool)
        {
            var hands = Enumerable.Range(0, threads)
                .Select(number => new Hand<long>(tool(number), turns, (sum, one) => (sum * 31) + one))
                .ToArray();
            foreach (Hand<long> hand in hands)
            {
                hand.Start();
            }
            return new Result(hands.Length * turns, hands.Aggregate(0L, (sum, hand) => (sum * 31) + hand.Join()));
        }
    }

    /// <summary>One of them.</summary>
    sealed class Hand<T>
    {
        readonly Thread thread;
        T sum = default!;

        public Hand(ITool<T> tool, int turns, Func<T, T, T> add)
        {
            thread = new Thread(() =>
            {
                for (int turn = 0; turn < turns; turn++)
                {
                    sum = add(sum, tool.Turn(turn));
                }
            });
        }

        public void Start() => thread.Start();

        public T Join()
        {
            thread.Join();
            return sum;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Tiptoe.Constructs
{
    /// <summary>Bodies of every shape: tiny and fat, regions of each kind, state machines, closures.</summary>
    static class Bodies
    {
        public static async Task<int> Run()
        {
            int sum = Tiny() + Regions(3) + Switched(7) + Pinned(new byte[5]) + LocalFunctions(4) + Zeroed() + Wide(1);
            foreach (int one in Iterate(3))
            {
                sum += one;
            }
            await foreach (int one in IterateAsync<string>("abc"))
            {
                sum += one;
            }
            return sum + await Awaits(2) + (int)Dynamic(5) + Expressed().Compile()(6) + Patterns(new[] { 1, 2, 3 });
        }

        static int Tiny() => 1;

        static int Regions(int depth)
        {
            int seen = 0;
            try
            {
                try
                {
                    if (depth > 2)
                    {
                        throw new InvalidOperationException("deep");
                    }
                }
                catch (InvalidOperationException e) when (e.Message.Length == depth + 1)
                {
                    seen = 1;
                }
                catch (FormatException)
                {
                    seen = 2;
                }
                finally
                {
                    seen += 10;
                }
            }
            catch
            {
                seen += 100;
            }
            lock (typeof(Bodies))
            {
                using var nothing = new Nothing();
                return seen;
            }
        }

        /// <summary>A generic exception type, and regions too far apart for the small format.</summary>
        static int Wide<T>(T value)
        {
            int sum = 0;
            try
            {
                sum += Half(1) + Half(2) + Half(3) + Half(4) + Half(5) + Half(6) + Half(7) + Half(8) + Half(9) + Half(10);
                sum += Half(1) + Half(2) + Half(3) + Half(4) + Half(5) + Half(6) + Half(7) + Half(8) + Half(9) + Half(10);
                sum += Half(1) + Half(2) + Half(3) + Half(4) + Half(5) + Half(6) + Half(7) + Half(8) + Half(9) + Half(10);
                sum += Half(1) + Half(2) + Half(3) + Half(4) + Half(5) + Half(6) + Half(7) + Half(8) + Half(9) + Half(10);
                sum += Half(1) + Half(2) + Half(3) + Half(4) + Half(5) + Half(6) + Half(7) + Half(8) + Half(9) + Half(10);
            }
            catch (Failure<T> e) when (EqualityComparer<T>.Default.Equals(e.Value, value))
            {
                sum++;
            }
            return sum;

            static int Half(int number) => number / 2;
        }

        static int Switched(int value)
        {
            switch (value)
            {
                case 0: return 10;
                case 1: return 11;
                case 2: return 12;
                case 3: return 13;
                case 4: goto case 0;
                case 5: return 15;
                case 6: return 16;
                case 7: return value switch { < 0 => -1, 0 => 0, > 100 and < 200 => 5, _ => Named("seven") };
                default: return 0;
            }
        }

        static int Named(string? name) => name switch
        {
            "one" => 1, "two" => 2, "three" => 3, "four" => 4, "five" => 5, "six" => 6, "seven" => 7, "eight" => 8, _ => 0,
        };

        static unsafe int Pinned(byte[] bytes)
        {
            fixed (byte* first = bytes, second = &bytes[1])
            fixed (char* text = "text")
            {
                return (int)(second - first) + *text;
            }
        }

        static int LocalFunctions(int start)
        {
            int captured = start;
            int Add(int more) => captured += more;
            static T Same<T>(T value) => value;
            Func<int, Func<int>> curried = a => () => a + captured + start;
            return Add(Same(1)) + curried(2)();
        }

        [SkipLocalsInit]
        static int Zeroed()
        {
            Span<int> room = stackalloc int[8];
            room.Clear();
            decimal big = 1.5m;
            return room[3] + (int)big + (int)Math.Round(2.5f) + unchecked((int)0x8000_0000_0000_0001L);
        }

        static IEnumerable<int> Iterate(int count)
        {
            try
            {
                for (int i = 0; i < count; i++)
                {
                    yield return i;
                }
            }
            finally
            {
                count = 0;
            }
        }

        static async IAsyncEnumerable<int> IterateAsync<T>(T text)
            where T : IEnumerable<char>
        {
            foreach (char c in text)
            {
                await Task.Yield();
                yield return c;
            }
        }

        static async ValueTask<int> Awaits(int count)
        {
            try
            {
                await Task.Yield();
                Func<Task<int>> lambda = async () => await Task.FromResult(count);
                return await lambda();
            }
            finally
            {
                await Task.CompletedTask;
            }
        }

        static dynamic Dynamic(dynamic value) => value + 1;

        static Expression<Func<int, int>> Expressed() => x => checked(x * 2) + 1;

        static int Patterns(object value) => value switch
        {
            int[] and [var first, .., var last] => first + last,
            string { Length: > 3 and var length } => length,
            (int x, int y) => x + y,
            _ => -1,
        };

        sealed class Nothing : IDisposable
        {
            public void Dispose()
            {
            }
        }

        sealed class Failure<T> : Exception
        {
            public T? Value { get; init; }
        }
    }
}

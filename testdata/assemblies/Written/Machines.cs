// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Tiptoe.Written
{
    /// <summary>Async methods, iterators and async iterators, in overloads and in one another.</summary>
    class Machines : IEnumerable<int>
    {
        public async Task<int> Wait(int x)
        {
            Is.Here("Machines.Wait(int) (async)");
            await Task.Yield();
            Func<int> later = () =>
            {
                Is.Here("Machines.Wait(int) (async) → lambda");
                return x;
            };
            async Task<int> Again(int y)
            {
                Is.Here("Machines.Wait(int) → local function Again (async)");
                await Task.Yield();
                return x + y;
            }
            return later() + await Again(2);
        }

        public async Task Wait(string text)
        {
            Is.Here("Machines.Wait(string) (async)");
            await Task.Delay(text.Length);
        }

        public async ValueTask<T> Wait<T>(T value)
            where T : class
        {
            Is.Here("Machines.Wait<T>(T) (async)");
            await Task.Yield();
            return value;
        }

        public async void Forget()
        {
            Is.Here("Machines.Forget() (async)");
            await Task.Yield();
        }

        public IEnumerable<int> All(int count)
        {
            Is.Here("Machines.All(int) (iterator)");
            try
            {
                for (int i = 0; i < count; i++)
                {
                    yield return i;
                }
            }
            finally
            {
                Is.Here("Machines.All(int) (iterator) → finally");
            }
        }

        public IEnumerable<T> All<T>(T[] values)
        {
            Is.Here("Machines.All<T>(T[]) (iterator)");
            foreach (T each in values)
            {
                Func<T> held = () =>
                {
                    Is.Here("Machines.All<T>(T[]) (iterator) → lambda");
                    return each;
                };
                yield return held();
            }
            IEnumerable<T> Rest(int from)
            {
                Is.Here("Machines.All<T>(T[]) → local function Rest (iterator)");
                yield return values[from];
            }
            foreach (T each in Rest(0))
            {
                yield return each;
            }
        }

        public async IAsyncEnumerable<int> Stream(int count)
        {
            Is.Here("Machines.Stream(int) (async iterator)");
            for (int i = 0; i < count; i++)
            {
                await Task.Yield();
                yield return i;
            }
        }

        public IEnumerator<int> GetEnumerator()
        {
            Is.Here("Machines.GetEnumerator() (iterator)");
            yield return 1;
        }

        IEnumerator IEnumerable.GetEnumerator()
        {
            Is.Here("Machines.IEnumerable.GetEnumerator() (iterator)");
            yield return 2;
        }

        public IEnumerable<int> Ahead
        {
            get
            {
                Is.Here("Machines.Ahead.get (iterator)");
                yield return 3;
            }
        }
    }

    static class Everything
    {
        public static async Task Run(int x)
        {
            Is.Here("Everything.Run(int) (async)");
            var shop = new Shop();
            shop.Sold += () => Is.Here("Everything.Run(int) (async) → lambda");
            x += shop.Buy(x) + shop.Buy("x") + shop.Buy(new[] { x }) + shop[1] + shop.Count + shop.Open(3) + shop.Scopes(x);
            shop.Count = x;
            foreach (string each in shop.Query(new[] { "a", "bc" }, 1))
            {
                x += each.Length;
            }
            x += shop.Grouped()(x) + await shop.Asynchronous(3)(x);
            shop.Modern(x).DynamicInvoke(1, new int[0]);
            ((IDisposable)shop).Dispose();
            x += ((IComparer<Shop>)shop).Compare(shop, shop + shop);
            var crate = new Crate<int>(5);
            x += crate.Lazily(1, true)() + crate.Mapped<string>(2)("x") + new Crate<int>.Lid<int>().Made(1)();
            x += await new Crate<int>.Lid<int>().Later(2);
            var machines = new Machines();
            x += await machines.Wait(x);
            await machines.Wait("");
            await machines.Wait<object>(shop);
            machines.Forget();
            foreach (int each in machines.All(3))
            {
                x += each;
            }
            foreach (string each in machines.All(new[] { "a" }))
            {
                x += each.Length;
            }
            await foreach (int each in machines.Stream(2))
            {
                x += each;
            }
            foreach (int each in machines.Ahead)
            {
                x += each;
            }
            x += new Point(1, 2).Sum() + Hidden.Total(x) + new Counter(x).Next();
        }
    }
}

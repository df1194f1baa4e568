// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Tiptoe.Written
{
    /// <summary>Lambdas and local functions in overloads, in one another, and in members of every kind.</summary>
    class Shop : Store, IDisposable, IComparer<Shop>
    {
        static readonly Func<int> AtStart = () =>
        {
            Is.Here("Shop.static Shop() → lambda");
            return 1;
        };

        readonly Func<int> atBirth = () =>
        {
            Is.Here("Shop.Shop(int) → lambda");
            return 2;
        };

        readonly int stock;

        public Shop(int stock)
        {
            Is.Here("Shop.Shop(int)");
            this.stock = stock;
            Func<int> all = () =>
            {
                Is.Here("Shop.Shop(int) → lambda");
                return stock + this.stock;
            };
            all();
        }

        public Shop()
            : this(Of(() =>
            {
                Is.Here("Shop.Shop() → lambda");
                return 3;
            }))
        {
        }

        ~Shop()
        {
            Action last = () => Is.Here("Shop.~Shop() → lambda");
            last();
        }

        static int Of(Func<int> number) => number();

        public int Buy(int count)
        {
            Func<int> noCapture = () =>
            {
                Is.Here("Shop.Buy(int) → lambda");
                return 1;
            };
            Func<int> ofThis = () =>
            {
                Is.Here("Shop.Buy(int) → lambda");
                return stock;
            };
            Func<int, Func<int>> nested = x =>
            {
                Is.Here("Shop.Buy(int) → lambda");
                return () =>
                {
                    Is.Here("Shop.Buy(int) → lambda → lambda");
                    return x + count;
                };
            };
            return noCapture() + ofThis() + nested(1)();
        }

        public int Buy(string name)
        {
            Func<int> noCapture = () =>
            {
                Is.Here("Shop.Buy(string) → lambda");
                return 1;
            };
            int Priced(int price)
            {
                Is.Here("Shop.Buy(string) → local function Priced");
                Func<int> ofName = () =>
                {
                    Is.Here("Shop.Buy(string) → local function Priced → lambda");
                    return name.Length + price;
                };
                return price > 3 ? ofName() : Priced(price + 1);
            }
            static int Fixed(int x)
            {
                Is.Here("Shop.Buy(string) → local function Fixed");
                return x;
            }
            Func<int> onlyFromHere = () =>
            {
                Is.Here("Shop.Buy(string) → lambda");
                return Fixed(4);
            };
            return noCapture() + Priced(1) + onlyFromHere();
        }

        public int Buy<T>(T[] all)
            where T : notnull
        {
            Func<int> generic = () =>
            {
                Is.Here("Shop.Buy<T>(T[]) → lambda");
                return all.Length;
            };
            Func<string> free = () =>
            {
                Is.Here("Shop.Buy<T>(T[]) → lambda");
                return typeof(T).Name;
            };
            string Shown<U>(U one)
            {
                Is.Here("Shop.Buy<T>(T[]) → local function Shown");
                return all[0].ToString() + one;
            }
            return generic() + free().Length + Shown(1).Length;
        }

        public int this[int index]
        {
            get
            {
                Func<int> at = () =>
                {
                    Is.Here("Shop.this[int].get → lambda");
                    return index;
                };
                return at();
            }
        }

        public int Count
        {
            get => Of(() =>
            {
                Is.Here("Shop.Count.get → lambda");
                return stock;
            });
            set => Of(() =>
            {
                Is.Here("Shop.Count.set → lambda");
                return value;
            });
        }

        public event Action Sold
        {
            add
            {
                Action once = () =>
                {
                    Is.Here("Shop.Sold.add → lambda");
                    value();
                };
                once();
            }
            remove
            {
            }
        }

        public static Shop operator +(Shop left, Shop right)
        {
            Func<int> sum = () =>
            {
                Is.Here("Shop.operator +(Shop, Shop) → lambda");
                return left.stock + right.stock;
            };
            return new Shop(sum());
        }

        int IComparer<Shop>.Compare(Shop? x, Shop? y)
        {
            Func<int> order = () =>
            {
                Is.Here("Shop.IComparer<Shop>.Compare(Shop, Shop) → lambda");
                return x!.stock - y!.stock;
            };
            return order();
        }

        void IDisposable.Dispose()
        {
            Action end = () => Is.Here("Shop.IDisposable.Dispose() → lambda");
            end();
        }

        public override int Open(int hour)
        {
            Func<int> above = () =>
            {
                Is.Here("Shop.Open(int) → lambda");
                return base.Open(hour);
            };
            return above();
        }

        public IEnumerable<string> Query(string[] names, int least) =>
            from name in names
            where Long(name, least)
            let upper = Upper(name)
            orderby upper
            select upper + name;

        static bool Long(string name, int least) => name.Length > least;

        static string Upper(string name) => name.ToUpperInvariant();

        public Func<int, int> Grouped() => Twice;

        static int Twice(int x) => 2 * x;

        public Func<int, Task<int>> Asynchronous(int more)
        {
            return async x =>
            {
                Is.Here("Shop.Asynchronous(int) → lambda (async)");
                await Task.Yield();
                Func<int> inner = () =>
                {
                    Is.Here("Shop.Asynchronous(int) → lambda (async) → lambda");
                    return x + more;
                };
                return inner();
            };
        }

        public Delegate Modern(dynamic thing)
        {
            return (int x = 5, params int[] rest) =>
            {
                Is.Here("Shop.Modern(object) → lambda");
                return (int)thing + x + rest.Length;
            };
        }

        public int Scopes(int x)
        {
            if (x > 0)
            {
                int Add(int y)
                {
                    Is.Here("Shop.Scopes(int) → local function Add");
                    return x + y;
                }
                return Add(1);
            }
            else
            {
                int Add(int y)
                {
                    Is.Here("Shop.Scopes(int) → local function Add");
                    return x - y;
                }
                return Add(2);
            }
        }
    }

    class Store
    {
        public virtual int Open(int hour) => hour;
    }

    class Crate<T>
    {
        readonly T held;

        public Crate(T held)
        {
            this.held = held;
        }

        public Func<T> Lazily(T other, bool own)
        {
            return () =>
            {
                Is.Here("Crate<T>.Lazily(T, bool) → lambda");
                return own ? held : other;
            };
        }

        public Func<U, T> Mapped<U>(T other)
        {
            return u =>
            {
                Is.Here("Crate<T>.Mapped<U>(T) → lambda");
                return u == null ? held : other;
            };
        }

        public class Lid<V>
        {
            public Func<V> Made(V v) => () =>
            {
                Is.Here("Crate<T>.Lid<V>.Made(V) → lambda");
                return v;
            };

            public async Task<V> Later(V v)
            {
                Is.Here("Crate<T>.Lid<V>.Later(V) (async)");
                await Task.Yield();
                return v;
            }
        }
    }
}

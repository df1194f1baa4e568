// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using Tiptoe.Traces;

// Traces.dll [offsets]: prints the stack traces of exceptions that pass through a construct each. With "offsets" a frame without
// lines has its token and IL offset, which the runtime writes when it finds no PDB.
if (args.Length > 0 && args[0] == "offsets")
{
    AppContext.SetSwitch("Switch.System.Diagnostics.StackTrace.ShowILOffsets", true);
}
foreach (var (name, run) in Cases.All)
{
    try
    {
        await run();
        Console.WriteLine("=== " + name + ": nothing was thrown");
    }
    catch (Exception e)
    {
        Console.WriteLine("=== " + name);
        Console.WriteLine(e.ToString());
    }
}

namespace Tiptoe.Traces
{
    static class Cases
    {
        public static readonly List<(string Name, Func<Task> Run)> All = new List<(string, Func<Task>)>
        {
            // Before the first continuation on another thread.
            ("async, not yet thrown", () => Machines.Live(2)),
            ("plain", Of(() => new Cart<string>(1).Add("a", 0))),
            ("constructor", Of(() => new Cart<int>(-1))),
            ("static constructor", Of(() => Broken.Touch())),
            ("property", Of(() => GC.KeepAlive(new Cart<int>(1).Count))),
            ("setter", Of(() => new Cart<int>(1).Count = 2)),
            ("indexer", Of(() => GC.KeepAlive(new Cart<int>(1)["x", null]))),
            ("operator", Of(() => GC.KeepAlive(new Money(1) / new Money(0)))),
            ("conversion", Of(() => GC.KeepAlive((string)new Money(0)))),
            ("event", Of(() => new Cart<int>(1).Emptied += () => { })),
            ("explicit implementation", Of(() => ((IShelf<int>)new Cart<int>(1)).Take<string>(3, "x"))),
            ("generic", Of(() => Parameters.Generic<int, List<string>>(1, new List<string>()))),
            ("nested generic", Of(() => new Outer<int>.Inner<string>().Meet<long>(1, "", 2))),
            ("ref, out, in", Of(() => Parameters.ByReference())),
            ("pointer", Of(() => Parameters.Pointers())),
            ("arrays", Of(() => Parameters.Arrays(new int[1], new int[1, 1], new string[1][], 1, 2))),
            ("nullable", Of(() => Parameters.Nullables(null, "", null))),
            ("tuple", Of(() => Parameters.Tuples((1, "a"), new Dictionary<string, (int, int)>()))),
            ("nested argument", Of(() => Parameters.Nested(new Outer<int>.Inner<string>(), DayOfWeek.Friday))),
            ("delegate argument", Of(() => Parameters.Delegates(x => throw new InvalidOperationException("in a delegate")))),
            ("overload int", Of(() => Parameters.Overloaded(1))),
            ("overload string", Of(() => Parameters.Overloaded("1"))),
            ("overload generic", Of(() => Parameters.Overloaded<double>(1))),
            ("lambda", Of(() => Closures.Lambda(2))),
            ("static lambda", Of(() => Closures.StaticLambda())),
            ("local function", Of(() => Closures.Local(2))),
            ("generic local function", Of(() => Closures.GenericLocal("x"))),
            ("lambda in lambda", Of(() => Closures.InOneAnother(1))),
            ("iterator", Of(() => Machines.Consume())),
            ("iterator finally", Of(() => Machines.ConsumeSome())),
            ("async", () => Machines.Outermost(1)),
            ("async before its first await", () => Machines.AtOnce()),
            ("async lambda", () => Machines.AsyncLambda()),
            ("async generic", () => Machines.Generic("x", new int?[] { 1 })),
            ("async iterator", () => Machines.ConsumeAsync()),
            ("async local function", () => Machines.AsyncLocal()),
            ("value task", async () => await Machines.Valued(3)),
            ("filter", Of(() => Handlers.Filtered(1))),
            ("filter that throws inside", Of(() => Handlers.Nested())),
            ("rethrown", Of(() => Handlers.Rethrown())),
            ("inner", Of(() => Handlers.Inner())),
            ("finally", Of(() => Handlers.InFinally())),
            ("aggregate", () => Handlers.Aggregate()),
            ("inlined", Of(() => GC.KeepAlive(Inlined.Caller(0)))),
            ("many lines", Of(() => Lines.Statement(3))),
            ("line directive", Of(() => Lines.Mapped())),
            ("file-local", Of(() => FileLocals.Go())),
            ("record", Of(() => GC.KeepAlive(new Entry(1, "x").GetHashCode()))),
            ("framework", Of(() => GC.KeepAlive(new List<int>(new int[0])[5]))),
        };

        static Func<Task> Of(Action action) => () =>
        {
            action();
            return Task.CompletedTask;
        };
    }

    interface IShelf<T>
    {
        void Take<U>(T item, U other);
    }

    class Cart<T> : IShelf<T>
    {
        readonly T[] items;

        public Cart(int size)
        {
            items = new T[size];
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Add(T item, int place)
        {
            items[place] = item;
            items[place + 1] = item;
        }

        public event Action Emptied
        {
            add => throw new NotSupportedException("add " + value.Method.IsStatic);
            remove => throw new NotSupportedException("remove");
        }

        public int Count
        {
            get => throw new NotSupportedException("get");
            set
            {
                if (value > 1)
                {
                    throw new NotSupportedException("set");
                }
            }
        }

        public T this[string key, int? index] => throw new KeyNotFoundException(key + index);

        void IShelf<T>.Take<U>(T item, U other) => throw new InvalidOperationException("explicit");
    }

    static class Broken
    {
        static readonly int Value = int.Parse("not a number");

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static void Touch() => GC.KeepAlive(Value);
    }

    readonly struct Money
    {
        readonly long cents;

        public Money(long cents) => this.cents = cents;

        public static Money operator /(Money one, Money other)
        {
            return new Money(one.cents / other.cents);
        }

        public static explicit operator string(Money money) => throw new InvalidCastException("of " + money.cents);
    }

    class Outer<A>
    {
        public class Inner<B>
        {
            public void Meet<C>(A a, B b, C c)
            {
                throw new InvalidOperationException(a + "," + b + "," + c);
            }
        }
    }

    record Entry(int Number, string Name)
    {
        public override int GetHashCode() => throw new NotSupportedException("hash");
    }
}

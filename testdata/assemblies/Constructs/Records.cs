// SPDX-License-Identifier: Apache-2.0

using System;

namespace Tiptoe.Constructs
{
    /// <summary>Records, primary constructors, required and init-only members.</summary>
    static class Records
    {
        public static int Run()
        {
            var point = new Point3(1, 2, 3);
            Point2 flat = point with { X = 5 };
            var (name, _) = new Person("Ada", null) { Born = 1815 };
            var pair = new Pair<string, Point2>("key", flat);
            return (flat == point ? 1 : 0) + name.Length + pair.GetHashCode() % 1 + new Adder(3).Add(4)
                + new Required { Value = 7 }.Value + pair.ToString().Length;
        }
    }

    record Point2(int X, int Y);

    sealed record Point3(int X, int Y, int Z) : Point2(X, Y);

    record Person(string Name, Person? Parent)
    {
        public int Born { get; init; }

        protected virtual bool PrintMembers(System.Text.StringBuilder builder)
        {
            builder.Append(Name);
            return true;
        }
    }

    record struct Pair<TKey, TValue>(TKey Key, TValue Value)
        where TKey : notnull;

    readonly record struct Span2([property: Obsolete("for its attribute")] int Low, [field: NonSerialized] int High);

    class Adder(int start)
    {
        public int Add(int more) => start += more;
    }

    struct Required
    {
        public required int Value { get; init; }

        public required string? Text;

        [System.Diagnostics.CodeAnalysis.SetsRequiredMembers]
        public Required()
        {
            Value = 0;
            Text = null;
        }
    }
}

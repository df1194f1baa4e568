// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Tiptoe.Constructs
{
    /// <summary>Members of every kind: explicit implementations, operators, indexers, events, default methods.</summary>
    static class Members
    {
        public static int Run()
        {
            var number = new Number(3);
            number++;
            Number sum = (number + 2) << 1;
            var shelf = new Shelf<string> { [0] = "a", [0, 1] = "b" };
            EventHandler<int> handler = (_, _) => { };
            shelf.Changed += handler;
            shelf.Changed -= handler;
            IShelf plain = shelf;
            plain.Emptied += Nothing;
            plain.Emptied -= Nothing;
            return (int)sum + shelf[0].Length + plain.Count + plain.Describe().Length + (sum ? 1 : 0)
                + ((IEnumerable<string>)shelf).GetHashCode() % 1 + (sum > number ? 1 : 0);
        }

        static void Nothing()
        {
        }
    }

    interface IShelf
    {
        int Count { get; }

        event Action Emptied;

        string Describe() => $"{Count} of {Limit}" + Secret();

        static int Limit { get; set; } = 10;

        private string Secret() => "!";

        protected internal void Clear()
        {
        }
    }

    interface INamedShelf : IShelf
    {
        string IShelf.Describe() => "named";

        abstract int IShelf.Count { get; }
    }

    class Shelf<T> : IShelf, IEnumerable<T>
    {
        readonly Dictionary<(int, int), T> all = new();

        public event EventHandler<int>? Changed;

        event Action IShelf.Emptied
        {
            add => Changed?.Invoke(this, 1);
            remove => Changed?.Invoke(this, -1);
        }

        int IShelf.Count => all.Count;

        [IndexerName("Place")]
        public T this[int column]
        {
            get => this[column, 0];
            set => this[column, 0] = value;
        }

        [IndexerName("Place")]
        public T this[int column, int row]
        {
            get => all[(column, row)];
            set => all[(column, row)] = value;
        }

        public virtual string? Label { get; protected set; }

        public static implicit operator Shelf<T>?(T[]? from) => from == null ? null : new Shelf<T>();

        IEnumerator<T> IEnumerable<T>.GetEnumerator() => all.Values.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => all.Values.GetEnumerator();

        ~Shelf() => Label = null;
    }

    sealed class Bookshelf : Shelf<string>
    {
        public override string? Label
        {
            get => base.Label ?? "books";
            protected set => base.Label = value;
        }

        public new event EventHandler<int> Changed
        {
            add { }
            remove { }
        }
    }

#pragma warning disable CS0660, CS0661 // Operators for their names, without Equals.
    readonly struct Number
    {
        readonly int value;

        static Number()
        {
        }

        public Number(int value) => this.value = value;

        public static Number operator +(Number left, Number right) => new(left.value + right.value);

        public static Number operator checked +(Number left, Number right) => new(checked(left.value + right.value));

        public static Number operator -(Number one) => new(-one.value);

        public static Number operator !(Number one) => new(one.value == 0 ? 1 : 0);

        public static Number operator ~(Number one) => new(~one.value);

        public static Number operator ++(Number one) => new(one.value + 1);

        public static Number operator --(Number one) => new(one.value - 1);

        public static Number operator <<(Number one, int by) => new(one.value << by);

        public static Number operator >>(Number one, int by) => new(one.value >> by);

        public static Number operator >>>(Number one, int by) => new(one.value >>> by);

        public static bool operator true(Number one) => one.value != 0;

        public static bool operator false(Number one) => one.value == 0;

        public static bool operator ==(Number left, Number right) => left.value == right.value;

        public static bool operator !=(Number left, Number right) => left.value != right.value;

        public static bool operator <(Number left, Number right) => left.value < right.value;

        public static bool operator >(Number left, Number right) => left.value > right.value;

        public static implicit operator Number(int value) => new(value);

        public static explicit operator int(Number number) => number.value;

        public static explicit operator long(Number number) => number.value;
    }
#pragma warning restore CS0660, CS0661
}

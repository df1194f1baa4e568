// SPDX-License-Identifier: Apache-2.0

using System;
using System.Runtime.CompilerServices;

namespace Tiptoe.Demo
{
    /// <summary>What can be shipped.</summary>
    interface IGoods
    {
        int Kilograms { get; }

        string Name { get; }
    }

    /// <summary>What a <see cref="Crane"/> can take from.</summary>
    interface IHold<T>
    {
        int Count { get; }

        void Stow(T item);

        T Take();
    }

    struct Coffee : IGoods
    {
        public int Sacks;

        public readonly int Kilograms => Sacks * 60;

        public readonly string Name => "coffee";
    }

    struct Tea : IGoods
    {
        public int Chests;
        public long Leaves;

        public readonly int Kilograms => (int)(Chests + (Leaves & 0x3f));

        public readonly string Name => "tea";
    }

    sealed class Piano : IGoods
    {
        public int Keys = 88;

        public int Kilograms => 3 * Keys;

        public string Name => "piano";
    }

    sealed class Parrot : IGoods
    {
        public int Words;

        public int Kilograms => 1 + (Words % 3);

        public string Name => "parrot";
    }

    /// <summary>Goods of one kind, with a label. Four kinds are shipped: two structs and two classes.</summary>
    sealed class Crate<T> : IComparable<Crate<T>>
        where T : IGoods
    {
        readonly T content;
        readonly Label label;

        public Crate(T content, int number)
        {
            this.content = content;
            label = new Label(number, content.Kilograms);
        }

        public T Content => content;

        public int Number => label.Number;

        public int Kilograms => label.Kilograms;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public int CompareTo(Crate<T>? other)
        {
            int byWeight = content.Kilograms.CompareTo(other!.content.Kilograms);
            return byWeight != 0 ? byWeight : label.Number.CompareTo(other.label.Number);
        }

        /// <summary>A struct nested in a generic type: one more type for each kind of goods.</summary>
        readonly struct Label
        {
            public readonly int Number;
            public readonly int Kilograms;

            public Label(int number, int kilograms)
            {
                Number = number;
                Kilograms = kilograms;
            }
        }
    }

    /// <summary>The hold of a ship; what goes in last comes out first, unless it was trimmed.</summary>
    sealed class Hold<T> : IHold<T>
        where T : class, IComparable<T>
    {
        T?[] items = new T?[16];

        public int Count { get; private set; }

        public void Stow(T item)
        {
            if (Count == items.Length)
            {
                Array.Resize(ref items, 2 * Count);
            }
            items[Count++] = item;
        }

        public T Take()
        {
            T item = items[--Count]!;
            items[Count] = null;
            return item;
        }

        /// <summary>Heavy things go down.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Trim() => Array.Sort(items, 0, Count, HeaviestFirst.Instance);

        sealed class HeaviestFirst : System.Collections.Generic.IComparer<T?>
        {
            public static readonly HeaviestFirst Instance = new HeaviestFirst();

            public int Compare(T? left, T? right) => right!.CompareTo(left!);
        }
    }
}

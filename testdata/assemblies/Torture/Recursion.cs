// SPDX-License-Identifier: Apache-2.0

#pragma warning disable CS0649 // Fields that nothing is ever put into: their types are what matters.

using System;
using System.Collections.Generic;

namespace Tiptoe.Torture
{
    /// <summary>Types that name themselves in their bases, interfaces, arguments and fields.</summary>
    static class Recursion
    {
        public static long Turn(int turn)
        {
            var tree = new Tree { Value = turn, Left = new Tree(), Kin = new List<Tree>() };
            var sapling = new Sapling();
            var link = new Link<int>(turn, new Link<int>(1, null));
            var a = new Ping();
            long sum = tree.CompareTo(tree) + sapling.Grow().Height + link.Length() + a.Other.Weight();
            // Grows by one level with each step, as far as it is asked to.
            sum += Deeper<int>.Go(turn, 4) + Spiral<string>.Turns(3);
            return Program.Mix(sum + (new Version2() == new Version2() ? 1 : 0));
        }
    }

    class Tree : IComparable<Tree>, IEquatable<Tree>
    {
        public int Value;
        public Tree? Left;
        public List<Tree>? Kin;
        public KeyValuePair<Tree?, Tree?[]> Both;

        public int CompareTo(Tree? other) => Value.CompareTo(other?.Value ?? 0);

        public bool Equals(Tree? other) => other is not null && CompareTo(other) == 0;

        public override bool Equals(object? other) => Equals(other as Tree);

        public override int GetHashCode() => Value;
    }

    abstract class Plant<T>
        where T : Plant<T>
    {
        public long Height;

        public T Grow()
        {
            Height = Program.Mix(Height) & 7;
            return (T)this;
        }
    }

    sealed class Sapling : Plant<Sapling>, IComparable<Plant<Sapling>>
    {
        public int CompareTo(Plant<Sapling>? other) => 0;
    }

    sealed class Link<T>
    {
        readonly T value;
        readonly Link<T>? next;

        public Link(T value, Link<T>? next)
        {
            this.value = value;
            this.next = next;
        }

        public long Length() => 1 + (next?.Length() ?? 0) + (value is null ? 1 : 0);
    }

    class Ping : Base<Pong>
    {
        public Pong Other = new Pong();
    }

    class Pong : Base<Ping>
    {
        public long Weight() => typeof(Base<Ping>).IsAssignableFrom(typeof(Pong)) ? 2 : 3;
    }

    class Base<T>
    {
        public T? Child;
    }

    static class Deeper<T>
    {
        public static long Go(long x, int levels) =>
            levels == 0 ? Program.Mix(x) : Deeper<KeyValuePair<T, T[]>>.Go(x + 1, levels - 1);
    }

    static class Spiral<T>
    {
        public static long Turns(int levels) => levels == 0 ? typeof(T).Name.Length : Spiral<List<T>>.Turns(levels - 1);
    }

    struct Version2 : IEquatable<Version2>
    {
        public static readonly Version2 First = default;

        public bool Equals(Version2 other) => true;

        public override bool Equals(object? other) => other is Version2;

        public override int GetHashCode() => 0;

        public static bool operator ==(Version2 a, Version2 b) => a.Equals(b);

        public static bool operator !=(Version2 a, Version2 b) => !a.Equals(b);
    }
}

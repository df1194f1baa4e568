// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;

namespace Tiptoe.Torture
{
    /// <summary>Code that instantiations share, generic virtual methods, methods over several type arguments.</summary>
    static class Sharing
    {
        public static long Turn(int turn)
        {
            long sum = new Box<string>("a").Weigh() + new Box<Uri?>(null).Weigh() + new Box<int>(turn).Weigh();
            sum += new Box<Box<string>>(new Box<string>("b")).Weigh() + new Box<List<Box<object>>>(new List<Box<object>>()).Weigh();
            Visitor visitor = turn % 2 == 0 ? new Counting() : new Doubling();
            sum += visitor.Visit("x") + visitor.Visit(turn) + visitor.Visit(new Pair<string, int>("p", turn));
            sum += visitor.Visit<IEnumerable<Pair<int, Guid>>>(Array.Empty<Pair<int, Guid>>());
            sum += Three<string, int, Guid>("s", 1, default) + Three<object, string, Uri?>("o", "p", null);
            sum += Three<Pair<string, Uri?>, long[], Dictionary<string, List<int>>>(default, Array.Empty<long>(), new Dictionary<string, List<int>>());
            sum += new Worker<string>().Work<int, object>("w", turn, "z") + new Worker<Guid>().Work<string, Pair<int, int>>(default, "", default);
            Func<string, int, Pair<string, int>> make = Pair<string, int>.Of;
            Converter<Pair<string, int>, Func<Pair<string, Pair<string, int>>>> nested = pair => () => new Pair<string, Pair<string, int>>(pair.First, pair);
            return Program.Mix(sum + nested(make("q", turn))().Second.Second);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Three<A, B, C>(A a, B b, C c) => Program.Mix(new object?[] { a, b, c }.Count(each => each is not null));
    }

    class Box<T>
    {
        readonly T content;
        protected Pair<T, Box<T>?> Label;

        public Box(T content)
        {
            this.content = content;
            Label = new Pair<T, Box<T>?>(content, null);
        }

        public virtual long Weigh() => Program.Mix(content is null ? 0 : Label.GetHashCode() * 0 + 1);
    }

    readonly struct Pair<A, B>
    {
        public readonly A First;
        public readonly B Second;

        public Pair(A first, B second)
        {
            First = first;
            Second = second;
        }

        public static Pair<A, B> Of(A first, B second) => new Pair<A, B>(first, second);

        public override int GetHashCode() => 1;
    }

    abstract class Visitor
    {
        public abstract long Visit<T>(T it);
    }

    class Counting : Visitor
    {
        protected long Count;

        public override long Visit<T>(T it) => Program.Mix(++Count + new List<T> { it }.Count);
    }

    sealed class Doubling : Counting
    {
        public override long Visit<T>(T it) => 2 * base.Visit(new Pair<T, T[]>(it, new[] { it }));
    }

    sealed class Worker<T>
    {
        public long Work<A, B>(T own, A a, B b)
        {
            // A closure, in a generic method of a generic type.
            Func<Pair<T, Pair<A, B>>> bundle = () => new Pair<T, Pair<A, B>>(own, new Pair<A, B>(a, b));
            return bundle().GetHashCode() + new[] { a }.Select(each => new Pair<A, T>(each, own)).Count();
        }
    }
}

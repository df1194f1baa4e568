// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

#pragma warning disable CS0649 // nothing is in these fields

namespace Tiptoe.Mentions
{
    /// <summary>Generic interfaces over all kinds of arguments: the type itself, what holds it, what it holds.</summary>
    static class Interfaces
    {
        public interface IOne<T>
        {
        }

        public interface ITwo<T, U>
        {
        }

        public interface IIn<in T>
        {
        }

        public interface IOut<out T>
        {
        }

        public interface IDerived<T> : IOne<T>, ITwo<T, int>
        {
        }

        public interface IAroundItself<T> : IOne<IAroundItself<T>>
        {
        }

        public interface IOverFirst<T, U> : IOne<T>, IOut<U>
        {
        }

        public struct Held
        {
            public int Number;
        }

        public sealed class Self : IOne<Self>, IIn<Self>, IOut<Self>
        {
            public int Stay(int i) => Program.Linger(i);
        }

        public sealed class SelfTwice : ITwo<SelfTwice, SelfTwice>
        {
            public int Stay(int i) => Program.Linger(i);
        }

        public sealed class SelfAndOther : ITwo<SelfAndOther, Held>, IDerived<SelfAndOther>
        {
            public int Stay(int i) => Program.Linger(i);
        }

        public sealed class SelfInside : IOne<List<SelfInside>>, IOut<SelfInside[]>, IIn<IOne<SelfInside>>
        {
            public int Stay(int i) => Program.Linger(i);
        }

        public class Holder<T> : IOne<T>, IDerived<T[]>, ITwo<T, Holder<T>>, IOverFirst<T, Holder<T>>, IAroundItself<T>
        {
            public int Stay(int i) => Program.Linger(i);
        }

        public sealed class Heir : Holder<Heir>, IOut<Holder<Heir>>
        {
        }

        public struct Value : IOne<Value>, ITwo<Value, Value>, IOne<Value?>, IEquatable<Value>, IOut<Value[]>
        {
            public int Number;

            [MethodImpl(MethodImplOptions.NoInlining)]
            public int Stay(int i) => Program.Linger(i) + Number;

            public bool Equals(Value other) => other.Number == Number;
        }

        public struct Value<T> : IOne<Value<T>>, ITwo<T, Value<T>>, IOut<T>, IDerived<Value<T>>
        {
            public T Content;

            [MethodImpl(MethodImplOptions.NoInlining)]
            public int Stay(int i) => Program.Linger(i);
        }

        public static int Turn(int i) =>
            new Self().Stay(i) + new SelfTwice().Stay(i) + new SelfAndOther().Stay(i) + new SelfInside().Stay(i)
            + new Holder<Held>().Stay(i) + new Holder<string>().Stay(i) + new Heir().Stay(i) + default(Value).Stay(i)
            + default(Value<Held>).Stay(i) + default(Value<string>).Stay(i) + default(Value<Value<Value>>).Stay(i);
    }
}

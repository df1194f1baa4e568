// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;

namespace Tiptoe.Constructs
{
    /// <summary>Generic types in one another, constraints of every kind, variance, generic math.</summary>
    static class Generics
    {
        public static int Run()
        {
            var inner = new Outer<int>.Middle<string, byte>.Inner<Guid[]>();
            Dictionary<string, List<(int Number, Outer<int>.Middle<string, byte>.Inner<Guid[]>? Nested)>> map = new();
            map.Add("one", new() { (1, inner) });
            return Sum(new[] { 1, 2, 3 }) + map["one"][0].Number + inner.Count<double>(1.5)
                + (int)Meters.Parse("3").Value + Zero<Meters>().CompareTo(new Meters(0))
                + new Default<int>().Choose(5) + Curious.Create().Depth;
        }

        static T Sum<T>(IEnumerable<T> all)
            where T : INumber<T>
        {
            T sum = T.Zero;
            foreach (T one in all)
            {
                sum += one;
            }
            return sum;
        }

        static T Zero<T>()
            where T : struct, IAdditive<T> => T.Zero + T.Zero;

        static void Constrained<TClass, TClassOrNull, TStruct, TUnmanaged, TNotNull, TNew, TEnum, TDelegate, TBase, TSelf>()
            where TClass : class
            where TClassOrNull : class?
            where TStruct : struct
            where TUnmanaged : unmanaged
            where TNotNull : notnull
            where TNew : new()
            where TEnum : struct, Enum
            where TDelegate : Delegate
            where TBase : List<TClass>, IDisposable, IEnumerable<TClass>, new()
            where TSelf : TBase, IComparable<TSelf?>
        {
        }
    }

    class Outer<T>
    {
        public class Middle<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] U, V>
            where V : unmanaged
        {
            public event Action<T, U, V>? Happened;

            public class Inner<W> : Middle<U, V>, IComparable<Inner<W>>
                where W : IEnumerable<Guid>
            {
                public readonly (T, U, V, W)? All = null;

                public Outer<W>.Middle<V[], int>.Inner<Guid[]>? Turned = null;

                public int Count<X>(X of)
                    where X : struct => Happened == null && of.Equals(default(X)) ? 1 : 2;

                public int CompareTo(Inner<W>? other) => 0;
            }
        }
    }

    interface IAdditive<TSelf>
        where TSelf : IAdditive<TSelf>
    {
        static abstract TSelf Zero { get; }

        static abstract TSelf operator +(TSelf left, TSelf right);

        static virtual TSelf Double(TSelf value) => value + value;

        static abstract explicit operator checked int(TSelf value);

        static abstract explicit operator int(TSelf value);

        static abstract event Action Changed;
    }

    readonly struct Meters : IAdditive<Meters>, IComparable<Meters>
    {
        public readonly double Value;

        public Meters(double value)
        {
            Value = value;
        }

        public static Meters Zero => default;

        static event Action IAdditive<Meters>.Changed
        {
            add { }
            remove { }
        }

        public static Meters operator +(Meters left, Meters right) => new(left.Value + right.Value);

        public static explicit operator checked int(Meters value) => checked((int)value.Value);

        public static explicit operator int(Meters value) => unchecked((int)value.Value);

        public static Meters Parse(string text) => new(double.Parse(text));

        public int CompareTo(Meters other) => Value.CompareTo(other.Value);
    }

    interface IProducer<out T>
    {
        T Produce();
    }

    interface IConsumer<in T>
    {
        void Consume(T value);
    }

    delegate TResult Converter<in TArgument, out TResult>(TArgument argument);

    abstract class Chooser<T>
    {
        public abstract U? Choose<U>(U? value);
    }

    class Default<T> : Chooser<T>
    {
        public override U? Choose<U>(U? value)
            where U : default => value;
    }

    abstract partial class Base<TSelf>
        where TSelf : Base<TSelf>, new()
    {
        public static TSelf Create() => new();
    }

    class Curious : Base<Curious>
    {
        public int Depth => typeof(Base<Base<Curious>.Finder>.Finder).GenericTypeArguments.Length;
    }

    abstract partial class Base<TSelf>
    {
        public class Finder : Base<Finder>
        {
        }
    }
}

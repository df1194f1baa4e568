// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Tiptoe.Constructs;

[assembly: System.Reflection.AssemblyVersion("1.2.3.4")]
[assembly: Every(Text = "on the assembly")]
[module: Every(Text = "on the module")]
[module: SkipLocalsInit]

namespace Tiptoe.Constructs
{
    /// <summary>An attribute with arguments of every type that there is.</summary>
    [AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
    sealed class EveryAttribute : Attribute
    {
        public EveryAttribute()
        {
        }

        public EveryAttribute(
            bool b, char c, sbyte i1, byte u1, short i2, ushort u2, int i4, uint u4, long i8, ulong u8, float r4, double r8)
        {
        }

        public EveryAttribute(string? text, Type? type, object? boxed, DayOfWeek day, ByteEnum own, LongEnum wide)
        {
        }

        public EveryAttribute(
            int[]? numbers, string?[]? texts, Type?[]? types, object?[]? boxed, DayOfWeek[]? days, bool[]? bits)
        {
        }

        public EveryAttribute(params object[] all)
        {
        }

        public bool Bit { get; set; }

        public string? Text { get; set; }

        public Type? Type { get; set; }

        public object? Boxed { get; set; }

        public Type[]? Types { get; set; }

        public LongEnum Wide { get; set; }

        public Nested.Kind[]? Kinds { get; set; }

        public StringComparison Comparison;

        public object? BoxedField;

        public double[]? Doubles;

        public char Letter;

        public static class Nested
        {
            public enum Kind : short
            {
                Odd = -1,
                Even,
            }
        }
    }

    [AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
    class OfAttribute<T> : Attribute
    {
        public OfAttribute()
        {
        }

        public OfAttribute(T value)
        {
        }

        public OfAttribute(T[] values, Type type)
        {
        }

        public T? Value { get; set; }

        public class InnerAttribute<U> : Attribute
        {
            public InnerAttribute(T first, U second)
            {
            }
        }
    }

    [Every(true, '\u2603', -1, 255, -2, 65535, int.MinValue, uint.MaxValue, long.MinValue, ulong.MaxValue, -0f, double.NaN)]
    [Every("text \u2603 \ud83d\ude00", typeof(List<>), 42, DayOfWeek.Friday, ByteEnum.Last, LongEnum.Lowest)]
    [Every(null, null, null, (DayOfWeek)99, (ByteEnum)7, LongEnum.None)]
    [Every("", typeof(Dictionary<string, List<int[]>[,]>), "boxed", DayOfWeek.Sunday, ByteEnum.First, LongEnum.None)]
    [Every("\0", typeof(Outer<>.Middle<,>.Inner<>), typeof(int), DayOfWeek.Sunday, ByteEnum.First, LongEnum.None)]
    [Every("pointer", typeof(int*), typeof(string[][,]), DayOfWeek.Sunday, ByteEnum.First, LongEnum.None)]
    [Every("boxed", typeof(Outer<int>.Middle<string, byte>.Inner<Guid[]>), ULongEnum.Highest, DayOfWeek.Sunday, 0, 0)]
    [Every("boxed", typeof(void), EveryAttribute.Nested.Kind.Odd, DayOfWeek.Sunday, 0, 0)]
    [Every("boxed", typeof(名前), new[] { ConsoleColor.Red, ConsoleColor.Blue }, DayOfWeek.Sunday, 0, 0)]
    [Every(
        new[] { 1, -2 },
        new[] { "a", null, "" },
        new[] { typeof(int), null, typeof(EveryAttribute.Nested) },
        new object?[] { 1, "two", null, '3', 4.0, typeof(string), DayOfWeek.Monday, new object[] { 1, new[] { "deep" } } },
        new[] { DayOfWeek.Monday, DayOfWeek.Tuesday },
        new[] { true, false })]
    [Every(null, null, null, null, null, null)]
    [Every(new int[0], new string[0], new Type[0], new object[0], new DayOfWeek[0], new bool[0])]
    [Every(1, "params", typeof(IList<int>), ByteEnum.Last)]
    sealed class Positional
    {
    }

    [Every(
        Bit = true,
        Text = "named",
        Type = typeof(Nowhere.Deeper),
        Boxed = 1.5f,
        Types = new[] { typeof(Nowhere), typeof(Dictionary<,>.KeyCollection) },
        Wide = LongEnum.Lowest,
        Kinds = new[] { EveryAttribute.Nested.Kind.Even, EveryAttribute.Nested.Kind.Odd },
        Comparison = StringComparison.OrdinalIgnoreCase,
        BoxedField = new[] { 1L, 2L },
        Doubles = new[] { 1.5, double.NegativeInfinity },
        Letter = '\ud800')]
    [Every(Boxed = null, Kinds = null, Text = null, Type = null, BoxedField = EveryAttribute.Nested.Kind.Odd)]
    [Of<int>(5), Of<string>("text", Value = "value"), Of<DayOfWeek>(DayOfWeek.Friday), Of<Type>(typeof(Of名))]
    [Of<int>(new[] { 1, 2 }, typeof(string)), Of<LongEnum>(new[] { LongEnum.Lowest }, typeof(void), Value = LongEnum.None)]
    [Of<List<int>>, Of<object>(5, Value = "boxed")]
    sealed class Named
    {
    }

    [OfAttribute<string>.Inner<int>("first", 2)]
    sealed class Of名
    {
    }

    /// <summary>Attributes on what can have them: 22 kinds of row, less those that C# does not reach.</summary>
    [Every(Text = "on a type")]
    abstract class Everywhere<[Every(Text = "on a type parameter")] T>
    {
        [Every(Text = "on a field"), NonSerialized, ThreadStatic]
        static int field;

        [method: Every(Text = "on an accessor")]
        [field: Every(Text = "on a backing field")]
        public event Action? Happened;

        [Every(Text = "on a property")]
        [field: Every(Text = "on its field")]
        public int Property
        {
            [Every(Text = "on a getter")]
            get;

            [Every(Text = "on a setter")]
            [param: Every(Text = "on its value")]
            set;
        }

        [return: Every(Text = "on a return value")]
        [Every(Text = "on a method")]
        public virtual int Method<[Every(Text = "on a method's")] U>([Every(Text = "on a parameter")] int parameter)
        {
            Happened?.Invoke();
            Func<int, int> lambda = [Every(Text = "on a lambda")] (value) => value + ++field;
            return lambda(parameter);
        }

        public abstract dynamic Dynamic((int First, dynamic Second, (string? Name, object)[] Third) tuple);

        public abstract (nint Native, nuint Unsigned, string? Text)? Natives();
    }
}

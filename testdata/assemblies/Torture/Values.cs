// SPDX-License-Identifier: Apache-2.0

#pragma warning disable CS0649 // Fields that nothing is ever put into: their types are what matters.

using System;
using System.Collections.Generic;
using System.Linq;

namespace Tiptoe.Torture
{
    /// <summary>Tuples, records, anonymous types, nullable values, boxing.</summary>
    static class Values
    {
        public static long Turn(int turn)
        {
            (int A, string B, (Guid C, Wood? D) E) tuple = (turn, "b", (default, Wood.Ash));
            var long9 = (1, 2, 3, 4, 5, 6, 7, (byte)8, new Point<int>(turn, 9));
            var anonymous = new { tuple.A, Where = new { X = 1, Name = tuple.B } };
            Point<long> point = new Point<long>(turn, 2) with { Y = 3 };
            Shape shape = turn % 2 == 0 ? new Circle<double>(1.5) : new Square(2);
            object[] boxes = { turn, Wood.Elm, point, tuple, (Wood?)Wood.Oak, new Point<Marks>(Marks.Cut, Marks.None) };
            long sum = shape switch
            {
                Circle<double> { Radius: > 1 } => 1,
                Square(var side) => side,
                _ => 100,
            };
            sum += boxes.OfType<IFormattable>().Count() + (boxes[4] is Wood ? 1 : 0) + long9.Item9.X + anonymous.Where.X;
            sum += new HashSet<Point<int>> { new Point<int>(1, 2), new Point<int>(1, 2) }.Count;
            sum += boxes.GroupBy(box => box.GetType().IsEnum).ToDictionary(group => group.Key, group => group.ToList()).Count;
            return Program.Mix(sum + point.Y + (Nullable.GetUnderlyingType(typeof(Quarter?)) is null ? 0 : 1) + (shape.Equals(shape) ? 1 : 0));
        }
    }

    readonly record struct Point<T>(T X, T Y);

    abstract record Shape;

    sealed record Circle<T>(T Radius) : Shape;

    sealed record Square(long Side) : Shape
    {
        public Corner Corner { get; init; }
    }

    struct Corner
    {
        public Quarter Quarter;
    }

    enum Quarter : byte { North, East, South, West }
}

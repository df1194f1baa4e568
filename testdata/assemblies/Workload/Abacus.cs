// SPDX-License-Identifier: Apache-2.0

using System.Runtime.CompilerServices;

namespace Tiptoe.Workload
{
    /// <summary>Evaluates a lopsided expression by recursion, dozens of frames deep; it allocates nothing.</summary>
    sealed class Abacus : ITool<long>
    {
        const int Times = 64;

        readonly Expression expression;

        public Abacus(int depth) => expression = Expression.Lopsided(depth);

        public long Turn(int turn)
        {
            long sum = 0;
            for (int i = 0; i < Times; i++)
            {
                sum += expression.Value((turn * Times) + i);
            }
            return sum;
        }
    }

    abstract class Expression
    {
        public abstract long Value(long x);

        /// <summary>One side is one level less deep, the other three: some ten thousand nodes at 32.</summary>
        public static Expression Lopsided(int depth)
        {
            if (depth <= 1)
            {
                return depth < 0 ? new Constant(depth + 7) : (Expression)new Variable();
            }
            Expression left = Lopsided(depth - 1);
            Expression right = Lopsided(depth - 6);
            return depth % 3 == 0 ? new Binary<Sum>(left, right) : (Expression)new Binary<Product>(left, right);
        }
    }

    sealed class Variable : Expression
    {
        public override long Value(long x) => x;
    }

    sealed class Constant : Expression
    {
        readonly long value;

        public Constant(long value) => this.value = value;

        public override long Value(long x) => value;
    }

    interface IOperation
    {
        long Of(long left, long right);
    }

    struct Sum : IOperation
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public long Of(long left, long right) => left + (right >> 1);
    }

    struct Product : IOperation
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public long Of(long left, long right) => (left * 31) ^ right;
    }

    sealed class Binary<T> : Expression
        where T : struct, IOperation
    {
        readonly Expression left;
        readonly Expression right;

        public Binary(Expression left, Expression right)
        {
            this.left = left;
            this.right = right;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public override long Value(long x) => default(T).Of(left.Value(x), right.Value(x));
    }
}

// SPDX-License-Identifier: Apache-2.0

using System;
using System.Linq;
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Threading.Tasks;

namespace Tiptoe.Dockyard
{
    /// <summary>Ways to come from n to 1 + 2 + ... + n, each hard on an agent in a manner of its own.</summary>
    static class Ways
    {
        public static readonly Func<int, long>[] All =
        {
            ByRecursion, ByExceptions, ByDynamicMethod, ByExpression, ByTasks, ByPassingContext, ByGarbage,
        };

        /// <summary>A frame for each number.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        static long ByRecursion(int n) => n == 0 ? 0 : n + ByRecursion(n - 1);

        /// <summary>Thrown through frames and filters, some of them caught on the way and thrown again.</summary>
        static long ByExceptions(int n)
        {
            long sum = n;
            for (int left = n - 1; left > 0; left -= Math.Min(left, 100))
            {
                try
                {
                    Throw(left, Math.Min(left, 100));
                }
                catch (Sum thrown)
                {
                    sum += thrown.Value;
                }
            }
            return sum;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Throw(int n, int depth)
        {
            if (depth == 0)
            {
                throw new Sum(0);
            }
            try
            {
                Throw(n - 1, depth - 1);
            }
            catch (Sum deeper) when (deeper.Value < 0)
            {
                throw;
            }
            catch (Sum deeper) when (n % 10 == 0)
            {
                throw new Sum(deeper.Value + n);
            }
            catch (Sum deeper)
            {
                deeper.Value += n;
                throw;
            }
        }

        sealed class Sum : Exception
        {
            public long Value;

            public Sum(long value) => Value = value;
        }

        /// <summary>A method without metadata, with a call back for each number.</summary>
        static long ByDynamicMethod(int n)
        {
            var method = new DynamicMethod("Passing", typeof(long), new[] { typeof(int) });
            ILGenerator il = method.GetILGenerator();
            LocalBuilder sum = il.DeclareLocal(typeof(long));
            Label test = il.DefineLabel();
            Label next = il.DefineLabel();
            il.Emit(OpCodes.Br, test);
            il.MarkLabel(next);
            il.Emit(OpCodes.Ldloc, sum);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Call, typeof(Ways).GetMethod(nameof(Widen))!);
            il.Emit(OpCodes.Add);
            il.Emit(OpCodes.Stloc, sum);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Sub);
            il.Emit(OpCodes.Starg, 0);
            il.MarkLabel(test);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Brtrue, next);
            il.Emit(OpCodes.Ldloc, sum);
            il.Emit(OpCodes.Ret);
            return ((Func<int, long>)method.CreateDelegate(typeof(Func<int, long>)))(n);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static long Widen(int n) => n;

        /// <summary>A compiled expression tree: half of it, and the other half by LINQ.</summary>
        static long ByExpression(int n)
        {
            ParameterExpression middle = Expression.Parameter(typeof(long));
            Expression half = Expression.Divide(
                Expression.Multiply(middle, Expression.Add(middle, Expression.Constant(1L))), Expression.Constant(2L));
            return Expression.Lambda<Func<long, long>>(half, middle).Compile()(n / 2)
                + Enumerable.Range(n / 2 + 1, n - n / 2).Select(Widen).Sum();
        }

        static long ByTasks(int n) => Task.WhenAll(Sum3(n, 0), Sum3(n, 1), Sum3(n, 2)).Result.Sum();

        /// <summary>Every third number, on whatever thread.</summary>
        static async Task<long> Sum3(int n, int first)
        {
            long sum = 0;
            for (int i = first; i <= n; i += 3)
            {
                if (i % 50 == first)
                {
                    await Task.Yield();
                }
                sum += i;
            }
            return sum;
        }

        /// <summary>In a load context that is gone afterwards, over types of its own.</summary>
        static long ByPassingContext(int n)
        {
            var context = new AssemblyLoadContext("passing", isCollectible: true);
            Assembly copy = context.LoadFromAssemblyPath(typeof(Ways).Assembly.Location);
            MethodInfo stow = copy.GetType(typeof(Cargo).FullName!)!.GetMethod(nameof(Cargo.Stow))!;
            long sum = (long)stow.Invoke(null, new object[] { n })!;
            context.Unload();
            return sum;
        }

        /// <summary>More objects than numbers, and a collection in the midst of it.</summary>
        static long ByGarbage(int n)
        {
            long[][] rows = Enumerable.Range(0, n + 1).Select(i => Enumerable.Repeat(1L, i).ToArray()).ToArray();
            GC.Collect(n % 3, GCCollectionMode.Forced, blocking: n % 2 == 0);
            return rows.Sum(row => row.Sum());
        }
    }
}

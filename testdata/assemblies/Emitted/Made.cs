// SPDX-License-Identifier: Apache-2.0

using System;
using System.Linq.Expressions;
using System.Reflection.Emit;

namespace Tiptoe.Emitted
{
    /// <summary>Makes methods that count down from a number, with something to compute at each step.</summary>
    static class Made
    {
        public static Func<long, long> Tree(string name)
        {
            ParameterExpression n = Expression.Parameter(typeof(long), "n");
            ParameterExpression sum = Expression.Variable(typeof(long), "sum");
            LabelTarget end = Expression.Label(typeof(long));
            Expression step = Expression.Block(
                Expression.Assign(sum, Expression.Add(Expression.Multiply(sum, Expression.Constant(31L)), n)),
                Expression.PreDecrementAssign(n));
            Expression loop = Expression.Loop(
                Expression.IfThenElse(
                    Expression.GreaterThan(n, Expression.Constant(0L)), step, Expression.Break(end, sum)),
                end);
            return Expression.Lambda<Func<long, long>>(Expression.Block(new[] { sum }, loop), name, new[] { n }).Compile();
        }

        public static Func<long, long> Method(string name)
        {
            var method = new DynamicMethod(name, typeof(long), new[] { typeof(long) });
            ILGenerator il = method.GetILGenerator();
            il.DeclareLocal(typeof(long));
            Label next = il.DefineLabel();
            Label done = il.DefineLabel();
            il.MarkLabel(next);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I8, 0L);
            il.Emit(OpCodes.Ble, done);
            il.Emit(OpCodes.Ldloc_0);
            il.Emit(OpCodes.Ldc_I8, 31L);
            il.Emit(OpCodes.Mul);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Add);
            il.Emit(OpCodes.Stloc_0);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I8, 1L);
            il.Emit(OpCodes.Sub);
            il.Emit(OpCodes.Starg_S, (byte)0);
            il.Emit(OpCodes.Br, next);
            il.MarkLabel(done);
            il.Emit(OpCodes.Ldloc_0);
            il.Emit(OpCodes.Ret);
            return (Func<long, long>)method.CreateDelegate(typeof(Func<long, long>));
        }
    }
}

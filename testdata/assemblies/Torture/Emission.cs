// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;

namespace Tiptoe.Torture
{
    /// <summary>What a program makes at run time: dynamic methods, compiled expressions, assemblies without a file.</summary>
    static class Emission
    {
        public static long Turn(int turn) =>
            Program.Mix(
                Method(turn)
                + Expressions(turn)
                + Assembled(AssemblyBuilderAccess.Run, turn)
                + Assembled(AssemblyBuilderAccess.RunAndCollect, turn));

        static long Method(int turn)
        {
            var method = new DynamicMethod("Made" + turn, typeof(long), new[] { typeof(List<Drawer<int>>), typeof(int) });
            ILGenerator il = method.GetILGenerator();
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Conv_I8);
            il.Emit(OpCodes.Call, typeof(Program).GetMethod(nameof(Program.Mix))!);
            il.Emit(OpCodes.Ret);
            return method.CreateDelegate<Func<List<Drawer<int>>, int, long>>()(new List<Drawer<int>>(), turn);
        }

        static long Expressions(int turn)
        {
            ParameterExpression x = Expression.Parameter(typeof(Pair<int, long>), "x");
            var sum = Expression.Lambda<Func<Pair<int, long>, long>>(
                Expression.Add(
                    Expression.Convert(Expression.Field(x, nameof(Pair<int, long>.First)), typeof(long)),
                    Expression.Field(x, nameof(Pair<int, long>.Second))),
                x);
            return sum.Compile()(new Pair<int, long>(turn, 7));
        }

        static long Assembled(AssemblyBuilderAccess access, int turn)
        {
            AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Made" + turn), access);
            ModuleBuilder module = assembly.DefineDynamicModule("Made" + turn);
            Type core = Core(module);
            Type shell = Shell(module, core);
            Type closed = shell.MakeGenericType(core);
            object made = Activator.CreateInstance(closed)!;
            object list = Activator.CreateInstance(typeof(List<>).MakeGenericType(closed))!;
            return (long)closed.GetMethod("Weigh")!.Invoke(made, new object[] { (long)turn })!
                + list.GetType().GetGenericArguments()[0].GetFields().Length;
        }

        /// <summary>A struct with one field.</summary>
        static Type Core(ModuleBuilder module)
        {
            TypeBuilder type = module.DefineType(
                "Core", TypeAttributes.Public | TypeAttributes.Sealed | TypeAttributes.SequentialLayout, typeof(ValueType));
            type.DefineField("Heat", typeof(Marks), FieldAttributes.Public);
            return type.CreateType();
        }

        /// <summary>A generic class with a field of its parameter, one of a struct, and a method.</summary>
        static Type Shell(ModuleBuilder module, Type core)
        {
            TypeBuilder type = module.DefineType("Shell`1", TypeAttributes.Public);
            GenericTypeParameterBuilder content = type.DefineGenericParameters("T")[0];
            type.DefineField("Content", content, FieldAttributes.Public);
            type.DefineField("Core", core, FieldAttributes.Public);
            type.DefineField("Pair", typeof(KeyValuePair<,>).MakeGenericType(typeof(int), content), FieldAttributes.Public);
            type.DefineDefaultConstructor(MethodAttributes.Public);
            MethodBuilder weigh = type.DefineMethod("Weigh", MethodAttributes.Public, typeof(long), new[] { typeof(long) });
            ILGenerator il = weigh.GetILGenerator();
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Ldc_I8, 3L);
            il.Emit(OpCodes.Mul);
            il.Emit(OpCodes.Ret);
            return type.CreateType();
        }
    }
}

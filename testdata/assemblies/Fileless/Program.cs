// SPDX-License-Identifier: Apache-2.0

using System;
using System.Globalization;
using System.IO;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Threading;

[assembly: System.Reflection.AssemblyVersion("1.0.0.0")]

namespace Tiptoe.Fileless
{
    /// <summary>A program most of whose types are in no file.</summary>
    /// <remarks>
    /// <code>Fileless.dll TYPES MILLISECONDS</code>. It loads itself once more from bytes, and makes so many types in one
    /// module, one after the other, each used before the next is made, with so long a rest between two.
    /// </remarks>
    static class Program
    {
        static int Main(string[] args)
        {
            int types = int.Parse(args[0], CultureInfo.InvariantCulture);
            int rest = int.Parse(args[1], CultureInfo.InvariantCulture);
            Assembly twin = Assembly.Load(File.ReadAllBytes(typeof(Program).Assembly.Location));
            object castaway = Activator.CreateInstance(twin.GetType(typeof(Castaway).FullName!)!)!;
            long sum = (long)castaway.GetType().GetMethod(nameof(Castaway.Count))!.Invoke(castaway, new object[] { 7 })!;
            AssemblyBuilder assembly =
                AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Driftwood"), AssemblyBuilderAccess.Run);
            ModuleBuilder module = assembly.DefineDynamicModule("Driftwood");
            for (int i = 0; i < types; i++)
            {
                sum += (long)Use(Make(module, i));
                Thread.Sleep(rest);
            }
            return sum == 7 + types * (types - 1L) / 2 ? 27 : 1;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Type Make(ModuleBuilder module, int number)
        {
            TypeBuilder type = module.DefineType("Adrift.Plank" + number, TypeAttributes.Public);
            type.DefineField("Length" + number, typeof(long), FieldAttributes.Public);
            type.DefineDefaultConstructor(MethodAttributes.Public);
            ILGenerator il =
                type.DefineMethod("Measure" + number, MethodAttributes.Public, typeof(long), Type.EmptyTypes).GetILGenerator();
            il.Emit(OpCodes.Ldc_I8, (long)number);
            il.Emit(OpCodes.Ret);
            return type.CreateTypeInfo()!;
        }

        static object Use(Type type) =>
            type.GetMethods()[0].Invoke(Activator.CreateInstance(type), null)!;
    }

    /// <summary>What is used of the twin.</summary>
    public sealed class Castaway
    {
        public long Count(int days)
        {
            long counted = 0;
            for (int i = 0; i < days; i++)
            {
                counted++;
            }
            return counted;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace Tiptoe.Turnover
{
    /// <summary>Contexts that pass, one after the other, each with one of some files.</summary>
    sealed class Passing
    {
        readonly string[] files;
        readonly int first;

        public Passing(string[] files, int first)
        {
            this.files = files;
            this.first = first;
        }

        public List<WeakReference> Contexts { get; } = new List<WeakReference>();

        public void Run(int count)
        {
            for (int i = first; i < first + count; i++)
            {
                Contexts.Add(LoadAndUnload(i));
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        WeakReference LoadAndUnload(int number)
        {
            var context = new AssemblyLoadContext("passing " + number, isCollectible: true);
            Assembly copy = context.LoadFromAssemblyPath(files[number % files.Length]);
            MethodInfo stow = typeof(Hold).GetMethod(nameof(Hold.Stow))!;
            foreach (Type type in copy.GetTypes())
            {
                if (CanBeStowed(type))
                {
                    stow.MakeGenericMethod(type).Invoke(null, new object[] { number % 7 + 1 });
                }
            }
            copy.GetType(typeof(Hold).FullName!)?.GetMethod(nameof(Hold.Trade))!.Invoke(null, new object[] { number });
            context.Unload();
            return new WeakReference(context);
        }

        static bool CanBeStowed(Type type) =>
            !type.ContainsGenericParameters && !type.IsByRefLike && !type.IsEnum && !(type.IsAbstract && type.IsSealed)
            && (type.IsValueType || type.FullName!.Length % 3 == 0);
    }
}

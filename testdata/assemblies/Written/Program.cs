// SPDX-License-Identifier: Apache-2.0

using System;
using System.Threading.Tasks;
using Tiptoe.Written;

// Every method that a compiler may generate for what is written in this folder calls Is.Here with its place in the source.
Is.Here("top-level statements (async)");
Func<int, int> doubled = x =>
{
    Is.Here("top-level statements (async) → lambda");
    return x + args.Length;
};
int Tripled(int x)
{
    Is.Here("top-level statements → local function Tripled");
    return doubled(x) + x;
}
await Task.Yield();
await Everything.Run(Tripled(2));
Console.WriteLine("written");

/// <summary>States where in the source the call is written.</summary>
static class Is
{
    public static void Here(string place)
    {
    }
}

// SPDX-License-Identifier: Apache-2.0

using System;
using Tiptoe.Constructs;

// What C# can say, said once: for what reads metadata, and, when it runs, for what names methods.
//
//     Constructs.dll      runs what can run, and prints a number for each
Console.WriteLine(FunctionPointers.Run());
Console.WriteLine(Records.Run());
Console.WriteLine(Generics.Run());
Console.WriteLine(References.Run());
Console.WriteLine(Members.Run());
Console.WriteLine(await Bodies.Run());
Console.WriteLine(Interop.Run());
Console.WriteLine(Names.Run());
Console.WriteLine(Constants.Run());

/// <summary>A type in no namespace.</summary>
class Nowhere
{
    /// <summary>A type in it, and the like in that.</summary>
    public class Deeper
    {
    }
}

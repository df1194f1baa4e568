// SPDX-License-Identifier: Apache-2.0

using System;

/// <summary>Prints its arguments, one a line, and exits with the number in the first.</summary>
static class Hello
{
    static int Main(string[] args)
    {
        foreach (string arg in args)
        {
            Console.WriteLine(arg);
        }
        return args.Length > 0 && int.TryParse(args[0], out int status) ? status : 0;
    }
}

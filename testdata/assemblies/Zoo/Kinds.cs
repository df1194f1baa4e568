// SPDX-License-Identifier: Apache-2.0
//
// Methods whose frames differ: small ones without a frame pointer, recursion, filters, pinned and large locals, callbacks
// from native code, generated code.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading.Tasks;

interface IMeasured
{
    long Measure(int scale);
}

sealed class Loop : IMeasured
{
    public long Measure(int scale)
    {
        long sum = 0;
        for (int i = 0; i < scale; i++)
        {
            sum += i ^ scale;
        }
        return sum;
    }
}

sealed class Forward : IMeasured
{
    public long Measure(int scale) => Small.One(scale) + 1;
}

sealed class Constant : IMeasured
{
    public long Measure(int scale) => scale * 3;
}

static class Small
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int One(int value) => Two(value) + 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Two(int value) => Three(value) * 3;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Three(int value)
    {
        int sum = 0;
        for (int i = 0; i < 25; i++)
        {
            sum += value ^ i;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Leaf(int value) => value * 31 + 7;

    // keeps many values over calls, so that it saves registers
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Many(int a, int b, int c, int d)
    {
        int e = Leaf(a);
        int f = Leaf(b);
        int g = Leaf(c);
        return Leaf(d) + a + b + c + d + e + f + g;
    }

    // calls last, so that the call may become a jump
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Tail(int a, int b) => Many(a, b, a + 1, b + 1);
}

sealed class Greatest<T>
    where T : IComparable<T>
{
    public T Of(T[] items)
    {
        T greatest = items[0];
        foreach (T item in items)
        {
            if (Compare(item, greatest) > 0)
            {
                greatest = item;
            }
        }
        return greatest;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Compare(T one, T other) => one.CompareTo(other);
}

struct Large
{
    public long A, B, C, D, E, F, G, H, I, J;
    public object? Reference;
}

static class Native
{
    public delegate int Comparison(IntPtr one, IntPtr other);

    [DllImport("libc")]
    public static extern int getppid();

    [DllImport("libc")]
    public static extern UIntPtr strlen(byte[] text);

    [DllImport("libc")]
    public static extern void qsort(int[] items, UIntPtr count, UIntPtr size, Comparison comparison);
}

static class Kinds
{
    private static readonly int[] Numbers = Enumerable.Range(0, 200).Select(i => i * 7919 % 1000).ToArray();
    private static readonly string[] Texts = Numbers.Take(40).Select(i => "text " + i).ToArray();
    private static readonly double[] Fractions = Numbers.Select(i => i * 0.5).ToArray();
    private static readonly IMeasured[] Measured = { new Loop(), new Constant(), new Forward(), new Loop() };
    private static readonly byte[] Text = Encoding.ASCII.GetBytes(new string('a', 3000) + "\0");
    private static readonly byte[] Bytes = new byte[20000];
    private static readonly object Lock = new object();
    private static readonly Native.Comparison Compare = (one, other) =>
        Marshal.ReadInt32(one).CompareTo(Marshal.ReadInt32(other));
    private static readonly Func<int, int> Compiled = Compile();
    private static long filtered;

    private static Func<int, int> Compile()
    {
        Expression<Func<int, int>> expression = i => Small.Leaf(i) + Small.One(i);
        return expression.Compile();
    }

    public static readonly (string Name, Func<int, long> Run)[] All =
    {
        ("recursion", i => Fibonacci(14) + Deep(60, i) + Ackermann(2, 3)),
        ("interfaces", Interfaces),
        ("small", SmallMethods),
        ("generics", i => new Greatest<int>().Of(Numbers) + new Greatest<string>().Of(Texts).Length
            + (long)new Greatest<double>().Of(Fractions)),
        ("lambdas", Lambdas),
        ("finally", Finally),
        ("exceptions", Exceptions),
        ("filters", Filters),
        ("linq", i => Numbers.Where(n => n % 3 == 0).Select(n => n * 2).OrderBy(n => -n).GroupBy(n => n % 7)
            .Sum(g => g.Count())),
        ("native", NativeCalls),
        ("callbacks", Callbacks),
        ("allocation", i => Tree(7).Depth),
        ("texts", TextWork),
        ("async", i => Async(6).GetAwaiter().GetResult()),
        ("dictionaries", Dictionaries),
        ("stackalloc", i => OnStack(100 + i % 3000)),
        ("structs", Structs),
        ("math", Mathematics),
        ("locks", Locks),
        ("sorting", i => Sorted().Length),
        ("casts", Casts),
        ("big numbers", BigNumbers),
        ("reflection", i => (int)typeof(Small).GetMethod("Leaf")!.Invoke(null, new object[] { i })!),
        ("compiled", CompiledExpressions),
        ("copies", Copies),
        ("loops", i => LongLoop(200000)),
        ("spinning", i => Spin(2000000)),
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Fibonacci(int n) => n < 2 ? n : Fibonacci(n - 1) + Fibonacci(n - 2);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Deep(int n, int value) => n == 0 ? Small.Three(value) : Deep(n - 1, value + 1) + 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Ackermann(int m, int n) =>
        m == 0 ? n + 1 : n == 0 ? Ackermann(m - 1, 1) : Ackermann(m - 1, Ackermann(m, n - 1));

    private static long Interfaces(int i)
    {
        long sum = 0;
        foreach (IMeasured one in Measured)
        {
            sum += one.Measure(i & 63);
        }
        return sum;
    }

    private static long SmallMethods(int i)
    {
        long sum = 0;
        for (int k = 0; k < 50; k++)
        {
            sum += Small.One(k) + Small.Leaf(k) + Small.Tail(k, i);
        }
        return sum;
    }

    private static long Lambdas(int i)
    {
        int captured = i;
        long sum = 0;
        Func<int, int> inner = n => n + captured;
        Func<int, int> outer = n => inner(n) * 2;
        Action both = () => sum++;
        both += () => sum += Small.Three(captured);
        for (int k = 0; k < 100; k++)
        {
            sum += outer(k);
        }
        both();
        return sum;
    }

    private static long Finally(int i)
    {
        long sum = 0;
        for (int k = 0; k < 50; k++)
        {
            try
            {
                sum += Small.One(k);
            }
            finally
            {
                sum += Small.Three(k);
            }
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Throw(int depth)
    {
        if (depth == 0)
        {
            throw new InvalidOperationException("thrown");
        }
        Throw(depth - 1);
    }

    private static long Exceptions(int i)
    {
        long sum = 0;
        try
        {
            try
            {
                Throw(10);
            }
            finally
            {
                for (int k = 0; k < 3000; k++)
                {
                    sum += Small.One(k);
                }
            }
        }
        catch (InvalidOperationException)
        {
            for (int k = 0; k < 3000; k++)
            {
                sum += Small.One(k) + Small.Leaf(k);
            }
        }
        return sum;
    }

    private static bool Filter(int i)
    {
        for (int k = 0; k < 3000; k++)
        {
            filtered += Small.One(k);
        }
        return i >= 0;
    }

    private static long Filters(int i)
    {
        try
        {
            Throw(10);
        }
        catch (InvalidOperationException) when (Filter(i))
        {
            return filtered;
        }
        return 0;
    }

    private static long NativeCalls(int i)
    {
        long sum = 0;
        for (int k = 0; k < 20; k++)
        {
            sum += Native.getppid() + (long)Native.strlen(Text);
        }
        return sum;
    }

    private static long Callbacks(int i)
    {
        var items = (int[])Numbers.Clone();
        Native.qsort(items, (UIntPtr)items.Length, (UIntPtr)sizeof(int), Compare);
        return items[0];
    }

    private sealed class Node
    {
        public Node? Left, Right;
        public int Depth;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Node Tree(int depth)
    {
        var node = new Node { Depth = depth };
        if (depth > 0)
        {
            node.Left = Tree(depth - 1);
            node.Right = Tree(depth - 1);
        }
        return node;
    }

    private static long TextWork(int i)
    {
        var builder = new StringBuilder();
        for (int k = 0; k < 30; k++)
        {
            builder.Append(k).Append(',').Append("abc");
        }
        string text = builder.ToString();
        return text.Split(',').Length + text.Replace("abc", "xyz").IndexOf("zzz", StringComparison.Ordinal)
            + string.Format("{0:x} {1}", i, text.Length).Length + text.ToUpperInvariant().Length;
    }

    private static async Task<int> Async(int depth)
    {
        if (depth == 0)
        {
            await Task.Yield();
            return Small.Three(depth);
        }
        return await Async(depth - 1) + Small.One(depth);
    }

    private static long Dictionaries(int i)
    {
        var lengths = new Dictionary<string, int>();
        foreach (string text in Texts)
        {
            lengths[text] = text.Length;
        }
        return Texts.Sum(text => lengths[text]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int OnStack(int size)
    {
        Span<byte> bytes = stackalloc byte[size];
        for (int k = 0; k < size; k++)
        {
            bytes[k] = (byte)k;
        }
        return bytes[size - 1] + Small.One(size);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Large Changed(Large value)
    {
        value.A++;
        value.B = value.C + value.D;
        value.J ^= value.A + value.E + value.F + value.G + value.H + value.I;
        value.Reference = null;
        return value;
    }

    private static long Structs(int i)
    {
        var value = new Large { A = i, C = 1, D = 2, E = 3, F = 4, G = 5, H = 6, I = 7 };
        for (int k = 0; k < 50; k++)
        {
            value = Changed(value);
        }
        return value.A + value.B + value.J;
    }

    private static long Mathematics(int i)
    {
        double sum = 0;
        for (int k = 0; k < 100; k++)
        {
            sum += Math.Sin(k + i) + Math.Pow(k, 1.3);
        }
        return (long)sum;
    }

    private static long Locks(int i)
    {
        long sum = 0;
        for (int k = 0; k < 50; k++)
        {
            lock (Lock)
            {
                sum += k;
            }
        }
        return sum;
    }

    private static string[] Sorted()
    {
        var texts = (string[])Texts.Clone();
        Array.Sort(texts, (one, other) => string.CompareOrdinal(other, one));
        return texts;
    }

    private static long Casts(int i)
    {
        object[] objects = { 1, "text", new Loop(), new List<int>(), new Constant() };
        long sum = 0;
        for (int k = 0; k < 100; k++)
        {
            object one = objects[k % objects.Length];
            sum += one is IMeasured ? 1 : one is IEnumerable<int> ? 2 : one is int value ? value : 0;
        }
        return sum;
    }

    private static long BigNumbers(int i)
    {
        decimal product = 1;
        for (int k = 1; k < 25; k++)
        {
            product *= k;
        }
        return product.ToString().Length;
    }

    private static long CompiledExpressions(int i)
    {
        long sum = 0;
        for (int k = 0; k < 50; k++)
        {
            sum += Compiled(k);
        }
        return sum;
    }

    private static long Copies(int i)
    {
        Buffer.BlockCopy(Bytes, 0, Bytes, 100, 15000);
        Array.Copy(Texts, new string[64], Texts.Length);
        Array.Clear(Bytes, 0, 1000);
        return Bytes.Length;
    }

    // long enough to be replaced while it runs
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long LongLoop(int count)
    {
        long sum = 0;
        for (int k = 0; k < count; k++)
        {
            sum += Small.Leaf(k) ^ sum;
        }
        return sum;
    }

    // needs no saved register
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Spin(int count)
    {
        int sum = 0;
        for (int k = 0; k < count; k++)
        {
            sum += k ^ sum << 1;
        }
        return sum;
    }
}

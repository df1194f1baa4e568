// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Tiptoe.Traces
{
    static unsafe class Parameters
    {
        public static void Generic<T, U>(T one, U other)
            where U : class, IEnumerable<string>
        {
            throw new InvalidOperationException(typeof(T).Name + typeof(U).Name);
        }

        public static void ByReference()
        {
            int number = 1;
            Refs(ref number, out string text, 3m);
            GC.KeepAlive(text);
        }

        static void Refs(ref int number, out string text, in decimal sum)
        {
            text = number + ":" + sum;
            throw new InvalidOperationException(text);
        }

        public static void Pointers()
        {
            int number = 1;
            Pointed(&number, null, (IntPtr)2, 3);
        }

        static void Pointed(int* number, void** nothing, IntPtr handle, nuint size) =>
            throw new InvalidOperationException(*number + " " + (nothing == null) + handle + size);

        public static void Arrays(int[] one, int[,] two, string[][] jagged, params object[] rest) =>
            one[two.Length + jagged.Length + rest.Length] = 0;

        public static void Nullables(int? number, string? text, DateTime? time) =>
            throw new ArgumentNullException(nameof(number), text + time);

        public static void Tuples((int Number, string Name) pair, Dictionary<string, (int, int)> map) =>
            throw new KeyNotFoundException(pair.Name + map.Count);

        public static void Nested(Outer<int>.Inner<string> inner, DayOfWeek day) =>
            throw new InvalidOperationException(inner + " " + day);

        public static void Delegates(Action<int> action) => action(1);

        public static void Overloaded(int number) => throw new InvalidOperationException("int " + number);

        public static void Overloaded(string text) => throw new InvalidOperationException("string " + text);

        public static void Overloaded<T>(T value) => throw new InvalidOperationException("T " + value);
    }

    static class Closures
    {
        public static void Lambda(int number)
        {
            Action fail = () =>
            {
                number++;
                throw new InvalidOperationException("lambda " + number);
            };
            fail();
        }

        public static void StaticLambda()
        {
            Func<int, int> half = x => 10 / x;
            half(1);
            half(0);
        }

        public static void Local(int number)
        {
            Fail(number);

            void Fail(int count)
            {
                if (count == 0)
                {
                    throw new InvalidOperationException("local " + number);
                }
                Fail(count - 1);
            }
        }

        public static void GenericLocal<T>(T value)
        {
            Fail<T, int>(value, 1);

            static void Fail<X, Y>(X x, Y y) => throw new InvalidOperationException("" + x + y);
        }

        public static void InOneAnother(int number)
        {
            Action outer = () =>
            {
                Func<int, Action> make = x => () => throw new InvalidOperationException("inner " + (x + number));
                make(2)();
            };
            outer();
        }
    }

    static class Machines
    {
        static IEnumerable<int> Numbers(int count)
        {
            for (int i = 0; i < count; i++)
            {
                if (i == 2)
                {
                    throw new InvalidOperationException("iterator");
                }
                yield return i;
            }
        }

        public static void Consume()
        {
            int sum = 0;
            foreach (int number in Numbers(3).Select(x => x + 1))
            {
                sum += number;
            }
            GC.KeepAlive(sum);
        }

        static IEnumerable<int> Guarded()
        {
            try
            {
                yield return 1;
            }
            finally
            {
                throw new InvalidOperationException("finally of an iterator");
            }
        }

        public static void ConsumeSome()
        {
            foreach (int number in Guarded())
            {
                GC.KeepAlive(number);
                break;
            }
        }

        public static async Task Outermost(int depth)
        {
            await Task.Yield();
            try
            {
                await Middle(depth);
            }
            finally
            {
                await Task.Yield();
            }
        }

        static async Task<int> Middle(int depth)
        {
            await Task.Delay(1);
            return depth + await Innermost("x", depth);
        }

        static async Task<int> Innermost(string text, int depth)
        {
            await Task.Yield();
            throw new InvalidOperationException(text + depth);
        }

        public static async Task AtOnce()
        {
            if (DateTime.Now.Year > 1)
            {
                throw new InvalidOperationException("at once");
            }
            await Task.Yield();
        }

        /// <summary>On a stack that still runs, the methods that start the state machines are frames too.</summary>
        public static async Task Live(int number)
        {
            if (number > 0)
            {
                await Live(number - 1);
            }
            else
            {
                Console.WriteLine(Environment.StackTrace);
                foreach (int each in LiveNumbers())
                {
                    GC.KeepAlive(each);
                }
            }
            await Task.Yield();
        }

        static IEnumerable<int> LiveNumbers()
        {
            Console.WriteLine(Environment.StackTrace);
            yield return 1;
        }

        public static async Task AsyncLambda()
        {
            int captured = 1;
            Func<int, Task> later = async x =>
            {
                await Task.Yield();
                throw new InvalidOperationException("async lambda " + (x + captured));
            };
            await later(2);
        }

        public static async Task Generic<T>(T value, int?[] numbers)
            where T : class
        {
            await Task.Yield();
            await new Holder<T>().Fail(value, numbers.ToList());
        }

        class Holder<T>
        {
            public async Task<T> Fail<U>(T value, List<U> others)
            {
                await Task.Yield();
                throw new InvalidOperationException(value + "" + others.Count);
            }
        }

        static async IAsyncEnumerable<int> Stream(int count)
        {
            for (int i = 0; i < count; i++)
            {
                await Task.Yield();
                yield return i;
            }
            throw new InvalidOperationException("async iterator");
        }

        public static async Task ConsumeAsync()
        {
            await foreach (int number in Stream(2))
            {
                GC.KeepAlive(number);
            }
        }

        public static async Task AsyncLocal()
        {
            await Fail(1);

            static async Task Fail(int number)
            {
                await Task.Yield();
                throw new InvalidOperationException("async local " + number);
            }
        }

        public static async ValueTask<int> Valued(int number)
        {
            await Task.Yield();
            return number / (number - 3);
        }
    }

    static class Handlers
    {
        static bool Never(Exception e) => e.Message.Length > 1000;

        static void Fail(int number) => throw new IOException("number " + number);

        public static void Filtered(int number)
        {
            try
            {
                Fail(number);
            }
            catch (IOException e) when (Never(e))
            {
                Console.WriteLine("never");
            }
        }

        public static void Nested()
        {
            try
            {
                Fail(2);
            }
            catch (Exception e) when (e is IOException)
            {
                throw new InvalidOperationException("in a handler", e);
            }
        }

        public static void Rethrown()
        {
            try
            {
                Fail(3);
            }
            catch (IOException)
            {
                Console.Out.Flush();
                throw;
            }
        }

        public static void Inner()
        {
            try
            {
                try
                {
                    Fail(4);
                }
                catch (IOException e)
                {
                    throw new ApplicationException("second", e);
                }
            }
            catch (ApplicationException e)
            {
                throw new Exception("third", e);
            }
        }

        public static void InFinally()
        {
            try
            {
                Console.Out.Flush();
            }
            finally
            {
                Fail(5);
            }
        }

        static async Task Later(int number)
        {
            if (number > 0)
            {
                Fail(number);
            }
            await Task.Yield();
        }

        public static async Task Aggregate()
        {
            Task all = Task.WhenAll(Later(6), Later(7));
            try
            {
                await all;
            }
            catch (IOException)
            {
                throw all.Exception!;
            }
        }
    }

    static class Inlined
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static int Divide(int number) => 10 / number;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static int Caller(int number)
        {
            int result = 3;
            result += Divide(number);
            return result;
        }
    }

    static class Lines
    {
        static int Fail(int number) => throw new InvalidOperationException("on one of several lines " + number);

        public static void Statement(int number)
        {
            Console.Out.Flush(); GC.KeepAlive(
                number
                + number
                + Fail(
                    number));
        }

        public static void Mapped()
        {
#line 1000 "/elsewhere/generated.g.cs"
            int number = 7;
            Fail(number);
#line default
        }
    }

    static class FileLocals
    {
        public static void Go() => new Hidden().Fail();
    }

    file class Hidden
    {
        public void Fail() => throw new InvalidOperationException("file-local");
    }
}

namespace System.Runtime.CompilerServices
{
    /// <summary>Records need it; the reference assemblies of 3.1 have none.</summary>
    static class IsExternalInit
    {
    }
}

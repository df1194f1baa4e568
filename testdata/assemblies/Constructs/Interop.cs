// SPDX-License-Identifier: Apache-2.0

using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Tiptoe.Constructs
{
    /// <summary>What crosses to native code: P/Invoke, marshalling, layouts, fixed buffers, COM, variable arguments.</summary>
    static unsafe partial class Interop
    {
        public static int Run()
        {
            var packet = default(Packet);
            packet.Bytes[3] = 7;
            Union union = default;
            union.Number = 1f;
            return (GetProcessId() > 0 ? 1 : 0) + packet.Bytes[3] + union.Bits + sizeof(Packet) + Unsafe.SizeOf<Sized>();
        }

        [DllImport("libc", EntryPoint = "getpid")]
        static extern int GetProcessId();

        [DllImport(
            "native",
            EntryPoint = "#7",
            CallingConvention = CallingConvention.StdCall,
            CharSet = CharSet.Unicode,
            ExactSpelling = true,
            SetLastError = true,
            BestFitMapping = false,
            ThrowOnUnmappableChar = true,
            PreserveSig = false)]
        [return: MarshalAs(UnmanagedType.Bool)]
        static extern bool Everything(
            [MarshalAs(UnmanagedType.LPUTF8Str)] string utf8,
            [MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 2, ArraySubType = UnmanagedType.I2)] short[] array,
            int count,
            [In, Out, MarshalAs(UnmanagedType.LPArray, SizeConst = 4)] byte[] fixedArray,
            [MarshalAs(UnmanagedType.SafeArray, SafeArraySubType = VarEnum.VT_BSTR)] string[] safeArray,
            [MarshalAs(UnmanagedType.CustomMarshaler, MarshalType = "Some.Marshaler", MarshalCookie = "cookie")] object odd,
            [MarshalAs(UnmanagedType.IUnknown, IidParameterIndex = 1)] object unknown,
            [MarshalAs(UnmanagedType.FunctionPtr)] Action callback,
            [Out] StringBuilder builder,
            ref Packet packet,
            __arglist);

        [DllImport("native", CharSet = CharSet.Ansi), SuppressGCTransition, DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
        static extern void Quick(byte* text, void** handles);

        static int Variable(int count, __arglist)
        {
            var iterator = new ArgIterator(__arglist);
            return count + iterator.GetRemainingCount();
        }

        static int CallsVariable() => Variable(2, __arglist(1, "two", 3.0)) + Variable(0, __arglist());

        [MethodImpl(MethodImplOptions.InternalCall)]
        static extern void Internal();

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization | MethodImplOptions.Synchronized)]
        static void Synchronized()
        {
        }
    }

    [StructLayout(LayoutKind.Sequential, Pack = 1, CharSet = CharSet.Unicode)]
    unsafe struct Packet
    {
        public byte Kind;
        public fixed byte Bytes[13];
        public fixed char Text[5];

        [MarshalAs(UnmanagedType.U1)]
        public bool Flag;
    }

    [StructLayout(LayoutKind.Explicit, Size = 24)]
    struct Union
    {
        [FieldOffset(0)]
        public float Number;

        [FieldOffset(0)]
        public int Bits;

        [FieldOffset(16)]
        public object? Object;
    }

    [StructLayout(LayoutKind.Sequential, Size = 100)]
    struct Sized
    {
    }

    [StructLayout(LayoutKind.Auto)]
    class Automatic
    {
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 300)]
        public string? Text;

        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 3, ArraySubType = UnmanagedType.R8)]
        public double[]? Array;
    }

    [ComImport, Guid("00000000-0000-0000-C000-000000000046"), InterfaceType(ComInterfaceType.InterfaceIsIUnknown)]
    interface IComObject
    {
        [PreserveSig]
        int Query(in Guid id, [MarshalAs(UnmanagedType.Interface, IidParameterIndex = 0)] out object found);

        [DispId(7)]
        int Property { [return: MarshalAs(UnmanagedType.Error)] get; set; }
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl, SetLastError = true)]
    delegate int Callback([MarshalAs(UnmanagedType.LPWStr)] string text, IntPtr cookie);
}

' SPDX-License-Identifier: Apache-2.0

Imports System
Imports System.Collections.Generic
Imports System.Threading.Tasks
Imports Tiptoe.Written

''' <summary>Calls what is written in this folder, which calls Is.Here with its place in the source.</summary>
Module Program
    Sub Main()
        Dim written As Action = Sub() [Is].Here("Program.Main() → lambda")
        written()
        Run(3).Wait()
        Console.WriteLine("written")
    End Sub

    Async Function Run(x As Integer) As Task
        [Is].Here("Program.Run(int) (async)")
        Dim shop = New Shop()
        AddHandler shop.Sold, Sub() [Is].Here("Program.Run(int) (async) → lambda")
        x += shop.Buy(x) + shop.Buy("x") + shop.Buy({x}) + shop(1) + shop.Count + shop.Open(3) + shop.Counted()
        shop.Count = x
        For Each one In shop.Query({"a", "bc"}, 1)
            x += one.Length
        Next
        x += Await shop.Asynchronous(3)(x)
        For Each one In shop.Lazily(2)()
            x += one
        Next
        shop.Relaxed()(1)
        shop.Widened()(1)
        shop.Dispose()
        x += shop.Compare(shop, shop + shop)
        Dim crate = New Crate(Of Integer)(5)
        x += crate.Lazily(1, True)() + crate.Mapped(Of String)(2)("x") + New Crate(Of Integer).Lid(Of Integer)().Made(1)()
        x += Await New Crate(Of Integer).Lid(Of Integer)().Later(2)
        Dim machines As Machines = New FurtherMachines()
        x += Await machines.Wait(x) + Await machines.Later(x)
        Await machines.Wait("")
        Await machines.Wait(Of Object)(shop)
        machines.Forget()
        For Each one In machines.All(3)
            x += one
        Next
        For Each one In machines.All({"a"})
            x += one.Length
        Next
        For Each one In machines
            x += one
        Next
        For Each one In machines.Ahead
            x += one
        Next
    End Function
End Module

''' <summary>States where in the source the call is written.</summary>
Class [Is]
    Public Shared Sub Here(place As String)
    End Sub

    Public Shared Function Here(Of T)(place As String, value As T) As T
        Return value
    End Function
End Class

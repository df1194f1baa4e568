' SPDX-License-Identifier: Apache-2.0

Imports System
Imports System.Collections
Imports System.Collections.Generic
Imports System.Threading.Tasks

Namespace Tiptoe.Written

    ''' <summary>Async methods and iterators, in overloads and in one another.</summary>
    Class Machines
        Implements IEnumerable(Of Integer)

        Public Async Function Wait(x As Integer) As Task(Of Integer)
            [Is].Here("Machines.Wait(int) (async)")
            Await Task.Yield()
            Dim later As Func(Of Integer) =
                Function()
                    [Is].Here("Machines.Wait(int) (async) → lambda")
                    Return x
                End Function
            Dim again As Func(Of Integer, Task(Of Integer)) =
                Async Function(y)
                    [Is].Here("Machines.Wait(int) (async) → lambda (async)")
                    Await Task.Yield()
                    Return x + y
                End Function
            Return later() + Await again(2)
        End Function

        Public Async Function Wait(text As String) As Task
            [Is].Here("Machines.Wait(string) (async)")
            Await Task.Delay(text.Length)
        End Function

        Public Async Function Wait(Of T As Class)(value As T) As Task(Of T)
            [Is].Here("Machines.Wait<T>(T) (async)")
            Await Task.Yield()
            Return value
        End Function

        Public Async Sub Forget()
            [Is].Here("Machines.Forget() (async)")
            Await Task.Yield()
        End Sub

        Public Iterator Function All(count As Integer) As IEnumerable(Of Integer)
            [Is].Here("Machines.All(int) (iterator)")
            Try
                For i = 1 To count
                    Yield i
                Next
            Finally
                [Is].Here("Machines.All(int) (iterator)")
            End Try
        End Function

        Public Iterator Function All(Of T)(values As T()) As IEnumerable(Of T)
            [Is].Here("Machines.All<T>(T[]) (iterator)")
            For Each one In values
                Dim held As Func(Of T) =
                    Function()
                        [Is].Here("Machines.All<T>(T[]) (iterator) → lambda")
                        Return one
                    End Function
                Yield held()
            Next
        End Function

        Public Iterator Function GetEnumerator() As IEnumerator(Of Integer) Implements IEnumerable(Of Integer).GetEnumerator
            [Is].Here("Machines.GetEnumerator() (iterator)")
            Yield 1
        End Function

        Iterator Function Untyped() As IEnumerator Implements IEnumerable.GetEnumerator
            [Is].Here("Machines.Untyped() (iterator)")
            Yield 2
        End Function

        Public ReadOnly Iterator Property Ahead As IEnumerable(Of Integer)
            Get
                [Is].Here("Machines.Ahead.get (iterator)")
                Yield 3
            End Get
        End Property

        Public Overridable Async Function Later(x As Integer) As Task(Of Integer)
            [Is].Here("Machines.Later(int) (async)")
            Await Task.Yield()
            Return x
        End Function
    End Class

    Class FurtherMachines
        Inherits Machines

        Public Overrides Async Function Later(x As Integer) As Task(Of Integer)
            [Is].Here("FurtherMachines.Later(int) (async)")
            Return Await MyBase.Later(x)
        End Function
    End Class
End Namespace

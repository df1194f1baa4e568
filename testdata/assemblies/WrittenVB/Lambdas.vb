' SPDX-License-Identifier: Apache-2.0

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Threading.Tasks

Namespace Tiptoe.Written

    ''' <summary>Lambdas in overloads, in one another, and in members of every kind.</summary>
    Class Shop
        Inherits Store
        Implements IDisposable, IComparer(Of Shop)

        Shared ReadOnly AtStart As Func(Of Integer) =
            Function()
                [Is].Here("Shop.static Shop() → lambda")
                Return 1
            End Function

        ReadOnly atBirth As Func(Of Integer) =
            Function()
                [Is].Here("Shop.Shop(int) → lambda")
                Return 2
            End Function

        ReadOnly stock As Integer

        Public Sub New(stock As Integer)
            [Is].Here("Shop.Shop(int)")
            Me.stock = stock
            Dim all As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.Shop(int) → lambda")
                    Return stock + Me.stock
                End Function
            all()
        End Sub

        Public Sub New()
            Me.New([Of](Function()
                            [Is].Here("Shop.Shop() → lambda")
                            Return 3
                        End Function))
        End Sub

        Protected Overrides Sub Finalize()
            Dim last As Action = Sub() [Is].Here("Shop.~Shop() → lambda")
            last()
        End Sub

        Shared Function [Of](number As Func(Of Integer)) As Integer
            Return number()
        End Function

        Public Function Buy(count As Integer) As Integer
            Dim noCapture As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.Buy(int) → lambda")
                    Return 1
                End Function
            Dim ofThis As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.Buy(int) → lambda")
                    Return stock
                End Function
            Dim nested As Func(Of Integer, Func(Of Integer)) =
                Function(x)
                    [Is].Here("Shop.Buy(int) → lambda")
                    Return Function()
                               [Is].Here("Shop.Buy(int) → lambda → lambda")
                               Return x + count
                           End Function
                End Function
            Return noCapture() + ofThis() + nested(1)()
        End Function

        Public Function Buy(name As String) As Integer
            Dim noCapture As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.Buy(string) → lambda")
                    Return 1
                End Function
            Dim ofName As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.Buy(string) → lambda")
                    Return name.Length
                End Function
            Return noCapture() + ofName()
        End Function

        Public Function Buy(Of T)(all As T()) As Integer
            Dim generic As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.Buy<T>(T[]) → lambda")
                    Return all.Length
                End Function
            Dim free As Func(Of String) =
                Function()
                    [Is].Here("Shop.Buy<T>(T[]) → lambda")
                    Return GetType(T).Name
                End Function
            Return generic() + free().Length
        End Function

        Default Public ReadOnly Property Item(index As Integer) As Integer
            Get
                Dim at As Func(Of Integer) =
                    Function()
                        [Is].Here("Shop.this[int].get → lambda")
                        Return index
                    End Function
                Return at()
            End Get
        End Property

        Public Property Count As Integer
            Get
                Return [Of](Function()
                                [Is].Here("Shop.Count.get → lambda")
                                Return stock
                            End Function)
            End Get
            Set
                [Of](Function()
                         [Is].Here("Shop.Count.set → lambda")
                         Return Value
                     End Function)
            End Set
        End Property

        Public Custom Event Sold As Action
            AddHandler(value As Action)
                Dim once As Action =
                    Sub()
                        [Is].Here("Shop.Sold.add → lambda")
                        value()
                    End Sub
                once()
            End AddHandler
            RemoveHandler(value As Action)
            End RemoveHandler
            RaiseEvent()
            End RaiseEvent
        End Event

        Public Shared Operator +(left As Shop, right As Shop) As Shop
            Dim sum As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.operator +(Shop, Shop) → lambda")
                    Return left.stock + right.stock
                End Function
            Return New Shop(sum())
        End Operator

        Function Compare(x As Shop, y As Shop) As Integer Implements IComparer(Of Shop).Compare
            Dim order As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.Compare(Shop, Shop) → lambda")
                    Return x.stock - y.stock
                End Function
            Return order()
        End Function

        Sub Dispose() Implements IDisposable.Dispose
            Dim last As Action = Sub() [Is].Here("Shop.Dispose() → lambda")
            last()
        End Sub

        Public Overrides Function Open(hour As Integer) As Integer
            Dim above As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.Open(int) → lambda")
                    Return MyBase.Open(hour)
                End Function
            Return above()
        End Function

        Public Function Query(names As String(), least As Integer) As IEnumerable(Of String)
            Return From name In names
                   Where [Is].Here("Shop.Query(string[], int) → lambda", name.Length > least)
                   Let upper = [Is].Here("Shop.Query(string[], int) → lambda", name.ToUpperInvariant())
                   Group By upper Into Total = Count()
                   Order By upper
                   Select upper & Total
        End Function

        Public Function Asynchronous(more As Integer) As Func(Of Integer, Task(Of Integer))
            Return Async Function(x)
                       [Is].Here("Shop.Asynchronous(int) → lambda (async)")
                       Await Task.Yield()
                       Dim inner As Func(Of Integer) =
                           Function()
                               [Is].Here("Shop.Asynchronous(int) → lambda (async) → lambda")
                               Return x + more
                           End Function
                       Return inner()
                   End Function
        End Function

        Public Function Lazily(count As Integer) As Func(Of IEnumerable(Of Integer))
            Return Iterator Function()
                       [Is].Here("Shop.Lazily(int) → lambda (iterator)")
                       Yield count
                   End Function
        End Function

        Public Function Relaxed() As Action(Of Integer)
            Dim less As Action(Of Integer) =
                Sub()
                    [Is].Here("Shop.Relaxed() → lambda")
                End Sub
            Return less
        End Function

        Public Function Widened() As Func(Of Integer, Long)
            Return AddressOf Twice
        End Function

        Shared Function Twice(x As Integer) As Integer
            [Is].Here("Shop.Twice(int)")
            Return 2 * x
        End Function

        Public Function Counted() As Integer
            Static times As Integer = 3
            times += 1
            Dim told As Func(Of Integer) =
                Function()
                    [Is].Here("Shop.Counted() → lambda")
                    Return times
                End Function
            Return told()
        End Function
    End Class

    Class Store
        Public Overridable Function Open(hour As Integer) As Integer
            Return hour
        End Function
    End Class

    Class Crate(Of T)
        ReadOnly held As T

        Public Sub New(held As T)
            Me.held = held
        End Sub

        Public Function Lazily(other As T, own As Boolean) As Func(Of T)
            Return Function()
                       [Is].Here("Crate<T>.Lazily(T, bool) → lambda")
                       Return If(own, held, other)
                   End Function
        End Function

        Public Function Mapped(Of U)(other As T) As Func(Of U, T)
            Return Function(x)
                       [Is].Here("Crate<T>.Mapped<U>(T) → lambda")
                       Return If(x Is Nothing, held, other)
                   End Function
        End Function

        Public Class Lid(Of V)
            Public Function Made(one As V) As Func(Of V)
                Return Function()
                           [Is].Here("Crate<T>.Lid<V>.Made(V) → lambda")
                           Return one
                       End Function
            End Function

            Public Async Function Later(one As V) As Task(Of V)
                [Is].Here("Crate<T>.Lid<V>.Later(V) (async)")
                Await Task.Yield()
                Return one
            End Function
        End Class
    End Class
End Namespace

// SPDX-License-Identifier: Apache-2.0

/// Calls what is written in this folder, which calls Is.Here with its place in the source.
module Tiptoe.Written.Program

open System
open System.Linq
open Tiptoe.Written.Shop

[<EntryPoint>]
let main arguments =
    Is.Here "Program.main(string[])"
    let crate = new Crate<string>("held")
    crate.Count <- 2
    let parts: obj list =
        [ buy 1
          nested 1
          partly 2 3
          inner 3
          looped 20
          generic [ "a" ]
          Seq.toList (sequence 3)
          Seq.toList (guarded [ 1; 2 ])
          Async.RunSynchronously(waited 1)
          compared [ "n" ]
          (delegated 1).Invoke 2
          (delayed 2).Force()
          told 5
          [ 1 ] +++ 2
          atStart
          kept 3
          Inside.deeper 1
          crate.Lazily ("other", false) ()
          crate.Mapped<int> "x" 1
          crate.Count
          crate.Buy 1
          crate.Buy "x"
          Async.RunSynchronously(crate.Wait 1)
          Seq.toList (crate.Items 2)
          (crate + crate).Length
          (Circle 2).Area
          { X = 1; Y = 2 }.Sum()
          Extensions.Queried([ 1; 2 ].AsQueryable(), 1).Count()
          Named.``adds two (small) numbers`` 1 2
          Named.``sells in bulk`` [ 1 ]
          (Named.``a small type`` 1).``is it?`` 1
          (Named.``a small type`` 1).Lazily() ()
          (Named.Basket.filled 2 |> Named.Basket.doubled |> List.length)
          (Named.Basket.filled 2).Total() ]
    (made "disposed").Dispose()
    (crate :> IDisposable).Dispose()
    printfn "written %d" parts.Length
    0

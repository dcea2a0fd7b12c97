import { assert, layer } from "@effect/vitest"
import { Transaction } from "@namewright/core/shared"
import { Deferred, Effect, Exit, Fiber, type Layer } from "effect"

/** Contract of storage adapters for what transactions do at their end. */
export const transactionContract = <E>(name: string, storage: Layer.Layer<Transaction, E>) =>
  layer(storage)(`Transaction (${name})`, (it) => {
    const recorder = Effect.gen(function*() {
      const { afterCommit } = yield* Transaction
      const seen: Array<string> = []
      return { seen, signal: (text: string) => afterCommit(Effect.sync(() => void seen.push(text))) }
    })

    it.effect("runs signals in order after the outermost commit, and at once without a transaction", () =>
      Effect.gen(function*() {
        const { atomically, joined } = yield* Transaction
        const { seen, signal } = yield* recorder
        yield* signal("alone")
        yield* atomically(Effect.gen(function*() {
          yield* signal("outer")
          yield* atomically(signal("savepoint"))
          yield* joined(signal("joined"))
          assert.deepStrictEqual(seen, ["alone"])
        }))
        assert.deepStrictEqual(seen, ["alone", "outer", "savepoint", "joined"])
      }))

    it.effect("forgets the signals of work that is rolled back", () =>
      Effect.gen(function*() {
        const { atomically } = yield* Transaction
        const { seen, signal } = yield* recorder
        const failing = (text: string) =>
          Effect.ignore(atomically(Effect.andThen(signal(text), Effect.fail("refused"))))
        yield* failing("all")
        yield* atomically(Effect.andThen(failing("savepoint"), signal("kept")))
        assert.deepStrictEqual(seen, ["kept"])
      }))

    it.effect("runs signals outside of the transaction, and all of them if one dies", () =>
      Effect.gen(function*() {
        const { afterCommit, atomically } = yield* Transaction
        const { seen, signal } = yield* recorder
        const result = yield* atomically(Effect.gen(function*() {
          yield* afterCommit(Effect.die(new Error("a signal that dies")))
          yield* afterCommit(Effect.andThen(signal("from a signal"), Effect.sync(() => void seen.push("after it"))))
          yield* signal("last")
          return "stored"
        }))
        assert.strictEqual(result, "stored")
        assert.deepStrictEqual(seen, ["from a signal", "after it", "last"])
      }))

    it.effect("forgets the signals of work that is interrupted, and ends the signals of work that is committed", () =>
      Effect.gen(function*() {
        const { afterCommit, atomically } = yield* Transaction
        const { seen, signal } = yield* recorder
        const started = yield* Deferred.make<void>()
        const waiting = yield* Effect.forkChild(atomically(
          Effect.andThen(signal("interrupted"), Effect.andThen(Deferred.succeed(started, undefined), Effect.never))
        ))
        yield* Deferred.await(started)
        yield* Fiber.interrupt(waiting)
        assert.deepStrictEqual(seen, [])
        const committed = yield* Deferred.make<void>()
        const going = yield* Deferred.make<void>()
        const ending = yield* Effect.forkChild(atomically(Effect.andThen(
          afterCommit(Effect.andThen(Deferred.succeed(committed, undefined), Deferred.await(going))),
          signal("committed")
        )))
        yield* Deferred.await(committed)
        const interruption = yield* Effect.forkChild(Fiber.interrupt(ending))
        yield* Deferred.succeed(going, undefined)
        yield* Fiber.await(interruption)
        assert.isTrue(Exit.isExit(yield* Fiber.await(ending)))
        assert.deepStrictEqual(seen, ["committed"])
      }))
  })

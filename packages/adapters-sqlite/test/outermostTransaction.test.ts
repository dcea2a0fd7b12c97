import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@namewright/core/shared"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../test/memoryDatabase.ts"

class Service extends Context.Service<Service, string>()("test/Service") {}
class Reference extends Context.Reference<string>("test/Reference", { defaultValue: () => "default" }) {}

const contextOfWork = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return {
    service: yield* Service,
    reference: yield* Reference,
    isOpen: (yield* Effect.serviceOption(sql.transactionService))._tag === "Some",
    span: (yield* Effect.currentSpan).name,
    parent: yield* Effect.map(Effect.currentSpan, ({ parent }) => parent)
  }
})

const inTransaction = Effect.gen(function*() {
  const { atomically } = yield* Transaction
  const caller = yield* Effect.currentSpan
  const outer = yield* atomically(contextOfWork)
  const nested = yield* atomically(atomically(contextOfWork))
  const after = yield* Effect.exit(contextOfWork)
  return { after, caller, nested, outer }
}).pipe(
  Effect.withSpan("caller"),
  Effect.provideService(Reference, "set"),
  Effect.provide(Layer.mergeAll(memoryDatabase(), Layer.succeed(Service, "service")))
)

describe("An outermost transaction", () => {
  it.effect("runs its work with the services, references and span of its caller", () =>
    Effect.gen(function*() {
      const { after, caller, nested, outer } = yield* inTransaction
      const own = { service: "service", reference: "set", isOpen: true, span: "sql.transaction" }
      assert.deepInclude(outer, own)
      assert.strictEqual(outer.parent._tag === "Some" ? outer.parent.value.spanId : "", caller.spanId)
      assert.deepInclude(nested, own)
      assert.deepInclude(after._tag === "Success" ? after.value : {}, { ...own, isOpen: false, span: "caller" })
    }))
})

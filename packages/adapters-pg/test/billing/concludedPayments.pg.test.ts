import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { InvoiceFixtures } from "@namewright/conformance"
import { Wallets } from "@namewright/core/billing"
import { OrganizationStore } from "@namewright/core/organizations"
import { Transaction } from "@namewright/core/shared"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { waitingConnection } from "../waitingConnection.ts"

const { cents, invoiceServices, payer } = InvoiceFixtures

const database = Layer.unwrap(Effect.map(reusedDatabase, (url) => storage({ url })))

layer(invoiceServices.pipe(Layer.provideMerge(database)))("Announced payments on PostgreSQL", (it) => {
  it.effect("prevent the deletion of their organization while they are booked", () =>
    Effect.gen(function*() {
      const { atomically } = yield* Transaction
      const { announce, conclude } = yield* Wallets
      const { lock } = yield* OrganizationStore
      const own = yield* payer()
      const id = yield* announce({ organization_id: own, amount: cents(2_500), reference: "payment" })
      const [isBooked, isReleased] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const order: Array<string> = []
      const booking = yield* Effect.forkChild(atomically(Effect.gen(function*() {
        yield* conclude(id, "succeeded")
        yield* Deferred.succeed(isBooked, undefined)
        yield* Deferred.await(isReleased)
        order.push("booked")
      })))
      yield* Deferred.await(isBooked)
      const deleting = yield* Effect.forkChild(
        atomically(Effect.andThen(lock(own), Effect.sync(() => order.push("locked for deletion"))))
      )
      yield* Effect.raceFirst(waitingConnection, Effect.asVoid(Fiber.join(deleting)))
      yield* Deferred.succeed(isReleased, undefined)
      yield* Fiber.join(booking)
      yield* Fiber.join(deleting)
      assert.deepStrictEqual(order, ["booked", "locked for deletion"])
    }))
})

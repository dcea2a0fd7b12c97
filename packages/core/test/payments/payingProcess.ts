import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform } from "@namewright/core/embed"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Payments } from "@namewright/core/payments"
import { Money } from "@namewright/core/shared"
import { Effect, Layer, Option } from "effect"
import { steppingTransactions } from "../domains/CrashingPlatform.ts"
import { fileProvider } from "./fileProvider.ts"

/*
 * Starts a payment, receives notices about it and refunds a part of it, and kills itself at a step: before or after a commit, or after the
 * provider has carried out an order: `node payingProcess.js FILE PROVIDER STEP`. It ends by SIGKILL, or with code 0 if there
 * are fewer steps.
 */
const [filename = "", states = "", last = "0"] = process.argv.slice(2)

let steps = 0
let working = false
const step = () => {
  if (working && ++steps === Number(last)) process.kill(process.pid, "SIGKILL")
}

const storage = steppingTransactions(Effect.sync(step)).pipe(
  Layer.provideMerge(sqlite({ filename, synchronous: "normal" }))
)

const provider = fileProvider(states, step)

const work = Effect.gen(function*() {
  const payments = yield* Payments
  const { findByReference } = yield* OrganizationOperations
  const { organization_id } = Option.getOrThrow(yield* findByReference("payer"))
  working = true
  const { payment_id } = yield* payments.startFor(organization_id, { amount: Money.MinorUnits.make(2500) })
  provider.change(payment_id, { status: "succeeded" })
  yield* payments.receive({ headers: {}, body: payment_id })
  provider.change(payment_id, { returned: 500 })
  yield* payments.receive({ headers: {}, body: payment_id })
  yield* payments.refund(payment_id, { amount: Money.MinorUnits.make(700), reference: "one" })
  working = false
})

await Effect.runPromise(Effect.provide(work, layerPlatform({ storage, payments: provider.driver })))

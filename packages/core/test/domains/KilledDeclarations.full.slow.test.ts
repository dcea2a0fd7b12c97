import { afterAll, assert, describe, it } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { Declarations } from "@namewright/core/domains"
import { RegistryRouter } from "@namewright/core/registry"
import { Effect, Option } from "effect"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { killStride } from "../../../../test/killStride.ts"
import { crashingBundle } from "./crashingBundle.ts"
import { crashingPlatform } from "./CrashingPlatform.ts"
import { balanceOf, chargesOf, type Customer, eventsOf, round } from "./DomainsPlatform.ts"
import { declarationNow, norwegian, norwegianName, orderNorwegian, signer } from "./norwegianOrder.ts"
import { runToStep } from "./runToStep.ts"

const operations = ["order", "sign", "expire"] as const
type Operation = (typeof operations)[number]

/** State after the operation was repeated, which is the same whatever the step. */
const expected = {
  order: {
    status: "pending",
    mail: "sent",
    isRegistered: false,
    charges: ["create pending"],
    events: ["REGISTRATION/NOTIFICATION"]
  },
  sign: {
    status: "completed",
    mail: "sent",
    isRegistered: true,
    charges: ["create succeeded"],
    events: ["REGISTRATION/NOTIFICATION", "REGISTRATION/SUCCESS"]
  },
  expire: {
    status: undefined,
    mail: undefined,
    isRegistered: false,
    charges: ["create canceled"],
    events: ["REGISTRATION/NOTIFICATION", "REGISTRATION/CANCELED"]
  }
}

const changed = (file: string, ...statements: ReadonlyArray<string>) =>
  Effect.sync(() => {
    const database = new DatabaseSync(file)
    for (const statement of statements) database.exec(statement)
    database.close()
  })

const past = "'2000-01-01T00:00:00.000Z'"

/** Ends the lease of the killed process, and makes the work due that waits for a time. */
const leasesEnd = (file: string) =>
  changed(
    file,
    "DELETE FROM processes",
    `UPDATE registry_intents SET due_on = ${past} WHERE process_id IS NULL`,
    `UPDATE jobs SET not_before = ${past} WHERE not_before IS NOT NULL AND kind <> 'timetable.round'`
  )

/** Customer and token of the declaration before the operation. */
const prepared = Effect.fnUntraced(function*(file: string, operation: Operation) {
  const before = yield* Effect.gen(function*() {
    const owner = yield* norwegian
    const balance = yield* balanceOf(owner)
    if (operation !== "order") yield* Effect.andThen(orderNorwegian(owner), round)
    return { owner, balance, token: (yield* declarationNow)?.token ?? "" }
  }).pipe(Effect.provide(crashingPlatform(file, Effect.void)), Effect.scoped)
  if (operation === "expire") {
    yield* changed(file, `UPDATE applicant_declarations SET expires_on = ${past}, next_action_on = ${past}`)
  }
  return before
})

/** Repeats the operation, as its caller does without a response, and returns the state afterwards. */
const repeated = (file: string, owner: Customer, operation: Operation, token: string) =>
  Effect.gen(function*() {
    if (operation === "order") yield* Effect.exit(orderNorwegian(owner))
    if (operation === "sign") yield* Effect.exit(Declarations.use(({ sign }) => sign(token, ...signer)))
    yield* round
    yield* round
    const now = yield* declarationNow
    const router = yield* RegistryRouter
    const registry = Option.getOrThrow(router.find("norid"))
    const seen = yield* registry.infoDomain(norwegianName)
    const charges = yield* chargesOf(owner, norwegianName)
    return {
      state: {
        status: now?.declaration?.status,
        mail: now?.mail?.status,
        isRegistered: Option.isSome(seen) && now?.domain.roid !== "",
        charges: charges.map((charge) => charge.split(" ").slice(0, 2).join(" ")),
        events: (yield* eventsOf(owner)).filter((event) => event.startsWith("REGISTRATION"))
      },
      balance: yield* balanceOf(owner),
      unbalanced: yield* Wallets.use((wallets) => wallets.audit)
    }
  }).pipe(Effect.provide(crashingPlatform(file, Effect.void)), Effect.scoped)

const maximumSteps = 150

describe("a process that is killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-declaration-"))
  let bundle: Promise<string> | undefined
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const script = Effect.promise(() =>
    bundle ??= Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "declaringProcess.ts")))
  )

  for (const operation of operations) {
    it.live(`at steps of the ${operation} of a declaration loses nothing, and does nothing twice`, () =>
      Effect.gen(function*() {
        const base = join(folder, `${operation}.sqlite`)
        const { balance, owner, token } = yield* prepared(base, operation)
        const balances = new Set<number>()
        for (let step = 1, finished = false; !finished; step += killStride) {
          assert.isBelow(step, maximumSteps)
          const file = join(folder, `${operation}-${step}.sqlite`)
          copyFileSync(base, file)
          const args = [file, owner.organization_id, owner.contact_id, operation, token]
          finished = yield* runToStep(yield* script, owner, args, step)
          yield* leasesEnd(file)
          const after = yield* repeated(file, owner, operation, token)
          assert.deepStrictEqual<unknown>(after.state, expected[operation], `step ${step}`)
          assert.deepStrictEqual(after.unbalanced, [], `step ${step} unbalances the ledger`)
          balances.add(balance - after.balance)
          rmSync(file)
        }
        assert.strictEqual(balances.size, 1, "the charge is the same whatever the step")
        assert.strictEqual([...balances][0] === 0, operation === "expire")
      }))
  }
})

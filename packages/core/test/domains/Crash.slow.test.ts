import { afterAll, assert, describe, it } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { type Domain, DomainStore } from "@namewright/core/domains"
import { MailStore } from "@namewright/core/mail"
import { RegistryIntentStore, RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { DateTime, Effect, Equal, Option } from "effect"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { killStride } from "../../../../test/killStride.ts"
import { crashingBundle } from "./crashingBundle.ts"
import { crashingPlatform } from "./CrashingPlatform.ts"
import { remove } from "./domainRequests.ts"
import { advance, balanceOf, type Customer, customer, eventsOf, register, round } from "./DomainsPlatform.ts"
import { runToStep } from "./runToStep.ts"
import { holdComes, registerUnverified } from "./unverifiedDomain.ts"

/** Result of an operation that must be the same for every step: done once, or not at all. */
interface Scenario {
  readonly operation:
    | "register"
    | "renew"
    | "delete"
    | "restore"
    | "transfer"
    | "recovery"
    | "verification"
    | "hold"
  readonly name: string
  /** Creates the objects that the operation needs. */
  readonly before: (owner: Customer) => Effect.Effect<unknown, unknown, any>
  /** True if the operation was carried out. */
  readonly isDone: (domain: Option.Option<Domain>) => boolean
  /** Event of the operation, recorded once. */
  readonly event: string
  /** True if the operation is charged. */
  readonly isPaid: boolean
}

const isYearsAhead = (domain: Domain, years: number) =>
  domain.expires_on !== null
  && DateTime.isGreaterThan(domain.expires_on, DateTime.add(domain.created_on, { days: years * 365 - 2 }))

const removed = Effect.fnUntraced(function*(owner: Customer) {
  yield* register(owner, "crash.de")
  yield* remove(owner, "crash.de")
})

/** Registration whose response and next query were lost. */
const unanswered = Effect.fnUntraced(function*(owner: Customer) {
  const { faults } = yield* RegistrySimulator
  yield* faults.inject({ method: "createDomain", fault: "cutAfter" })
  yield* faults.inject({ method: "infoDomain", fault: "temporary" })
  yield* register(owner, "crash.com")
})

const scenarios: ReadonlyArray<Scenario> = [
  {
    operation: "register",
    name: "crash.com",
    before: () => Effect.void,
    isDone: Option.isSome,
    event: "REGISTRATION/SUCCESS",
    isPaid: true
  },
  {
    operation: "renew",
    name: "crash.com",
    before: (owner) => register(owner, "crash.com"),
    isDone: Option.exists((domain) => isYearsAhead(domain, 2)),
    event: "RENEWAL/SUCCESS",
    isPaid: true
  },
  {
    operation: "delete",
    name: "crash.de",
    before: (owner) => register(owner, "crash.de"),
    isDone: Option.exists(({ canceled_on }) => canceled_on !== null),
    event: "DELETION/NOTIFICATION",
    isPaid: false
  },
  {
    operation: "restore",
    name: "crash.de",
    before: removed,
    isDone: Option.exists(({ canceled_on }) => canceled_on === null),
    event: "DELETION/CANCELED",
    isPaid: true
  },
  {
    operation: "transfer",
    name: "crash-transfer.com",
    before: () => Effect.void,
    isDone: Option.isSome,
    event: "INBOUND_TRANSFER/NOTIFICATION",
    isPaid: true
  },
  {
    operation: "recovery",
    name: "crash.com",
    before: unanswered,
    isDone: Option.exists(({ roid }) => roid !== ""),
    event: "REGISTRATION/SUCCESS",
    isPaid: true
  },
  {
    operation: "verification",
    name: "crash.com",
    before: (owner) => registerUnverified(owner, "crash.com"),
    isDone: Option.exists(({ policy_verification }) => policy_verification?.state === "required"),
    event: "VERIFICATION/NOTIFICATION",
    isPaid: false
  },
  {
    operation: "hold",
    name: "crash.com",
    before: Effect.fnUntraced(function*(owner: Customer) {
      const { domain } = yield* registerUnverified(owner, "crash.com")
      yield* advance("crash.com")
      yield* holdComes(domain)
    }),
    isDone: Option.exists(({ policy_verification, registry_statuses }) =>
      policy_verification?.holds === true && registry_statuses.includes("clientHold")
    ),
    event: "MODIFICATION/NOTIFICATION",
    isPaid: false
  }
]

/** Ends the lease of the killed process, and advances the clock so that waiting work is due. */
const leasesEnd = (file: string) =>
  Effect.sync(() => {
    const database = new DatabaseSync(file)
    database.exec("DELETE FROM processes")
    database.exec("UPDATE registry_intents SET due_on = '2000-01-01T00:00:00.000Z' WHERE process_id IS NULL")
    database.exec(
      "UPDATE domains SET next_action_on = '2000-01-01T00:00:00.000Z' WHERE policy_verification IS NOT NULL"
    )
    database.close()
  })

/** Customer with its balance before the operation. */
const prepared = (file: string, { before, operation }: Scenario) =>
  Effect.gen(function*() {
    const owner = yield* customer()
    const untouched = yield* balanceOf(owner)
    yield* before(owner)
    return { owner, balance: operation === "recovery" ? untouched : yield* balanceOf(owner) }
  }).pipe(Effect.provide(crashingPlatform(file, Effect.void)), Effect.scoped)

/** State after recovery, here and at the registry. */
const recovered = (file: string, owner: Customer, { event, isDone, name }: Scenario) =>
  Effect.gen(function*() {
    yield* round
    const store = yield* DomainStore
    const intents = yield* RegistryIntentStore
    const router = yield* RegistryRouter
    const wallets = yield* Wallets
    const mails = yield* MailStore
    const domain = yield* store.find(DomainName.make(name))
    const open = Option.isSome(domain) ? yield* intents.ofObject(domain.value.domain_id) : []
    const registry = Option.getOrThrow(router.find(name.endsWith(".de") ? "denic" : "verisign"))
    const seen = yield* registry.infoDomain(DomainName.make(name))
    const own = Option.filter(seen, ({ sponsor }) => sponsor === "account")
    const known = Option.filter(domain, ({ roid }) => roid !== "")
    return {
      done: isDone(domain),
      events: (yield* eventsOf(owner)).filter((recorded) => recorded === event).length,
      balance: yield* balanceOf(owner),
      unbalanced: yield* wallets.audit,
      mails: (yield* mails.createdFor(owner.organization_id, "contact_verification", "unknown@example.org", 10)).length,
      unsettled: open.filter(({ state }) => state === "prepared").length,
      agrees: Equal.equals(
        Option.map(known, ({ expires_on, roid }) => ({ expires_on, roid })),
        Option.map(own, ({ expires_on, roid }) => ({ expires_on, roid }))
      )
    }
  }).pipe(Effect.provide(crashingPlatform(file, Effect.void)), Effect.scoped)

const maximumSteps = 120

describe.concurrent("a process that is killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-crash-"))
  let bundle: Promise<string> | undefined
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const script = Effect.promise(() => bundle ??= Effect.runPromise(crashingBundle(folder)))

  for (const scenario of scenarios) {
    it.live(
      `at steps of a ${scenario.operation} leaves nothing done twice, and nothing half`,
      () =>
        Effect.gen(function*() {
          const base = join(folder, `${scenario.operation}.sqlite`)
          const { balance, owner } = yield* prepared(base, scenario)
          const charges = new Set<number>()
          for (let step = 1, finished = false; !finished; step += killStride) {
            assert.isBelow(step, maximumSteps)
            const file = join(folder, `${scenario.operation}-${step}.sqlite`)
            copyFileSync(base, file)
            finished = yield* runToStep(
              yield* script,
              owner,
              [file, owner.organization_id, owner.contact_id, scenario.operation, scenario.name],
              step
            )
            yield* leasesEnd(file)
            const after = yield* recovered(file, owner, scenario)
            const at = finished ? "the end" : `step ${step}`
            assert.strictEqual(after.unsettled, 0, `${at} leaves an intent`)
            assert.deepStrictEqual(after.unbalanced, [], `${at} unbalances the ledger`)
            assert.isTrue(after.agrees, `${at} leaves the platform and its registry apart`)
            assert.strictEqual(after.events, after.done ? 1 : 0, `${at}: wrong number of events`)
            assert.isAtMost(after.mails, 1, `${at} asks a contact twice`)
            if (after.done) charges.add(balance - after.balance)
            else assert.strictEqual(after.balance, balance, `${at} charges for nothing`)
            if (finished) assert.isTrue(after.done)
          }
          assert.strictEqual(charges.size, 1, "the price is the same whatever the step")
          assert.strictEqual([...charges].every((charge) => charge > 0), scenario.isPaid)
        })
    )
  }
})

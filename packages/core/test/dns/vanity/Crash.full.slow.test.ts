import { afterAll, assert, describe, it } from "@effect/vitest"
import { LedgerStore, Wallets } from "@namewright/core/billing"
import { DnsName, type StoredVanitySet, VanitySetStore, ZoneStore } from "@namewright/core/dns"
import { RegistryRouter } from "@namewright/core/registry"
import { Hostname } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { killStride } from "../../../../../test/killStride.ts"
import { crashingBundle } from "../../domains/crashingBundle.ts"
import { crashingPlatform } from "../../domains/CrashingPlatform.ts"
import { balanceOf, type Customer, customer, register, round } from "../../domains/DomainsPlatform.ts"
import { runToStep } from "../../domains/runToStep.ts"
import { chargesOfSet, createSet, eventsOfSet, setRequest, zoneOf } from "./VanityPlatform.ts"

const parent = "crashbrand.com"

/** Invariants for every step: the operation is done once, or not at all. */
interface Scenario {
  readonly operation: "create" | "renew" | "restore" | "terminate"
  /** Brings a set that is active to where the operation begins. */
  readonly before: string | undefined
  readonly isDone: (set: StoredVanitySet | undefined) => boolean
  /** The charges beyond that of the creation. */
  readonly charges: ReadonlyArray<string>
  /** Type of its event, which is recorded once. */
  readonly event: string | undefined
}

const past = "'2001-01-01T00:00:00.000Z'"
const later = "'2199-01-01T00:00:00.000Z'"

const scenarios: ReadonlyArray<Scenario> = [
  {
    operation: "create",
    before: undefined,
    isDone: (set) => set?.status === "active",
    charges: [],
    event: "PROVISION/SUCCESS"
  },
  {
    operation: "renew",
    before: `next_action_on = ${past}, renew_scheduled_at = ${past}`,
    isDone: (set) =>
      set?.expires_on !== undefined && DateTime.isGreaterThan(set.expires_on ?? assert.fail(), inDays(700)),
    charges: ["renew succeeded 49.00"],
    event: undefined
  },
  {
    operation: "restore",
    before:
      `status = 'suspended', grace_period_ends_at = ${later}, next_action_on = ${later}, renew_scheduled_at = NULL`,
    isDone: (set) => set?.status === "active",
    charges: ["restore succeeded 29.00", "renew succeeded 49.00"],
    event: "RESTORATION/SUCCESS"
  },
  {
    operation: "terminate",
    before: `status = 'suspended', grace_period_ends_at = ${past}, next_action_on = ${past}, renew_scheduled_at = NULL`,
    isDone: (set) => set === undefined,
    charges: [],
    event: "TERMINATION/SUCCESS"
  }
]

const inDays = (days: number) => DateTime.makeUnsafe(Date.now() + days * 86_400_000)

const write = (file: string, ...statements: ReadonlyArray<string>) =>
  Effect.sync(() => {
    const database = new DatabaseSync(file)
    for (const statement of statements) database.exec(statement)
    database.close()
  })

/** The killed process counts as ended, and what waits for its time is due. */
const leasesEnd = (file: string) =>
  write(
    file,
    "DELETE FROM processes",
    "UPDATE registry_intents SET due_on = '2000-01-01T00:00:00.000Z' WHERE process_id IS NULL"
  )

/** A customer with the parent domain and, for all but the creation, an active set with a zone. */
const prepared = (file: string, { before }: Scenario) =>
  Effect.gen(function*() {
    const owner = yield* customer(100_000)
    yield* register(owner, parent)
    if (before === undefined) return { owner, subject: parent, balance: yield* balanceOf(owner) }
    const { set_id } = yield* createSet(owner, setRequest(parent))
    yield* round
    yield* zoneOf(owner, "shown.example")
    yield* write(file, `UPDATE vanity_sets SET ${before}`)
    return { owner, subject: set_id, balance: yield* balanceOf(owner) }
  }).pipe(Effect.provide(crashingPlatform(file, Effect.void)), Effect.scoped)

/** State after recovery; of a removed set, its charges and events. */
const recovered = (file: string, owner: Customer, before: StoredVanitySet["set_id"] | undefined) =>
  Effect.gen(function*() {
    yield* round
    yield* round
    const sets = yield* VanitySetStore
    const zones = yield* ZoneStore
    const router = yield* RegistryRouter
    const ledger = yield* LedgerStore
    const { items } = yield* sets.list(owner.organization_id, { page: 1, page_size: 10 })
    const zone = yield* zones.content({ served: DnsName.DnsName.make(`${parent}.`) })
    const registry = Option.getOrThrow(router.find("verisign"))
    const hosts = yield* Effect.forEach(
      ["ns1", "ns2"],
      (label) => registry.infoHost(Hostname.make(`${label}.${parent}`))
    )
    const shown = yield* zones.find({ served: DnsName.DnsName.make("shown.example.") })
    const total = Object.values(yield* ledger.totals("EUR")).reduce((sum: number, amount) => sum + amount, 0)
    const id = items[0]?.set_id ?? before
    return {
      set: items[0],
      charges: id === undefined ? [] : yield* chargesOfSet(owner, id),
      events: id === undefined ? [] : yield* eventsOfSet(owner, id),
      balance: yield* balanceOf(owner),
      total,
      unbalanced: yield* (yield* Wallets).audit,
      addresses: Option.match(zone, { onNone: () => 0, onSome: ({ rrsets }) => rrsets.length }),
      hosts: hosts.filter(Option.exists(({ ip_addresses }) => ip_addresses.length === 4)).length,
      shows: Option.getOrUndefined(shown)?.vanity_nameserver_set_id
    }
  }).pipe(Effect.provide(crashingPlatform(file, Effect.void)), Effect.scoped)

const prices: Readonly<Record<string, number>> = { create: 4900, renew: 4900, restore: 2900 }
const priceOf = (charges: ReadonlyArray<string>) =>
  charges.reduce((sum, charge) => sum + (prices[charge.split(" ")[0] ?? ""] ?? 0), 0)

const maximumSteps = 60

describe.concurrent("a process that is killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-vanity-crash-"))
  let bundle: Promise<string> | undefined
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const script = Effect.promise(() =>
    bundle ??= Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "vanityProcess.ts")))
  )

  for (const scenario of scenarios) {
    const { charges, event, isDone, operation } = scenario
    it.live(`at steps of the ${operation} of a set charges nothing twice and leaves nothing incomplete`, () =>
      Effect.gen(function*() {
        const base = join(folder, `${operation}.sqlite`)
        const { balance, owner, subject } = yield* prepared(base, scenario)
        const before = yield* firstSet(base, owner)
        let steps = 1 - killStride
        for (let finished = false; !finished;) {
          steps += killStride
          assert.isBelow(steps, maximumSteps)
          const file = join(folder, `${operation}-${steps}.sqlite`)
          copyFileSync(base, file)
          finished = yield* runToStep(yield* script, owner, [file, operation, subject], steps)
          yield* leasesEnd(file)
          const after = yield* recovered(file, owner, before)
          const at = finished ? "the end" : `step ${steps}`
          const isThere = after.set !== undefined || before !== undefined
          const done = isThere && isDone(after.set)
          assert.deepStrictEqual([after.total, after.unbalanced], [0, []], `${at} unbalances the ledger`)
          assert.isTrue(done || !finished, `${at} leaves the work undone`)
          if (!isThere) {
            assert.strictEqual(after.balance, balance, `${at} charges for nothing`)
            continue
          }
          assert.deepStrictEqual(
            after.charges,
            ["create succeeded 49.00", ...(done ? charges : [])],
            `${at} charges otherwise than it did`
          )
          const paid = operation === "create" ? after.charges : after.charges.slice(1)
          assert.strictEqual(after.balance, balance - priceOf(paid), `${at} leaves another balance`)
          if (event !== undefined) {
            assert.lengthOf(
              after.events.filter((recorded) => recorded === event),
              done ? 1 : 0,
              `${at} has other events`
            )
          }
          assert.deepStrictEqual([after.addresses, after.hosts], [4, 2], `${at} leaves names half in place`)
          if (operation === "terminate") assert.isNull(after.shows, `${at} leaves a zone with names that are gone`)
        }
        assert.isAbove(steps, 2)
      }))
  }
})

/** The set that is there before the operation begins. */
const firstSet = (file: string, owner: Customer) =>
  Effect.gen(function*() {
    const sets = yield* VanitySetStore
    return (yield* sets.list(owner.organization_id, { page: 1, page_size: 1 })).items[0]?.set_id
  }).pipe(Effect.provide(crashingPlatform(file, Effect.void)), Effect.scoped)

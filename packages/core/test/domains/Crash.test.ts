import { assert, describe, it } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { Deletions, type Domain, DomainStore } from "@namewright/core/domains"
import { RegistryIntentStore, RegistryRouter } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { spawn } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { crashingPlatform } from "./CrashingPlatform.ts"
import { balanceOf, type Customer, customer, register, round } from "./DomainsPlatform.ts"

const script = join(import.meta.dirname, "crashingProcess.ts")

/** Runs an operation in a process that kills itself at a step; true when the work was done before. */
const runToStep = (file: string, owner: Customer, operation: string, name: string, step: number) =>
  Effect.promise(() =>
    new Promise<boolean>((resolve, reject) => {
      const child = spawn(
        process.execPath,
        [
          "--conditions=namewright-source",
          script,
          file,
          owner.organization_id,
          owner.contact_id,
          operation,
          name,
          String(step)
        ],
        {
          env: { ACTOR: JSON.stringify(owner.actor, (_, value) => value instanceof Set ? [...value] : value) },
          stdio: ["ignore", "ignore", "pipe"]
        }
      )
      let errors = ""
      child.stderr.on("data", (chunk) => errors += String(chunk))
      child.once("exit", (code, signal) =>
        signal === "SIGKILL" ? resolve(false) : code === 0 ? resolve(true) : reject(new Error(errors)))
    })
  )

/** The lease of the dead process is over. */
const leasesEnd = (file: string) =>
  Effect.sync(() => {
    const database = new DatabaseSync(file)
    database.exec("UPDATE registry_intents SET run_after = '2000-01-01T00:00:00.000Z'")
    database.close()
  })

/** What must be the same whatever the step: the operation is done once, or not at all. */
interface Scenario {
  readonly operation: string
  readonly name: string
  /** Makes what the operation needs. */
  readonly before: (owner: Customer) => Effect.Effect<unknown, unknown, any>
  /** Whether the operation was carried out, told from the domain and its registry. */
  readonly isDone: (domain: Option.Option<Domain>) => boolean
  /** Whether the operation costs money. */
  readonly isPaid: boolean
}

const year = (domain: Option.Option<Domain>) =>
  Option.match(domain, {
    onNone: () => 0,
    onSome: ({ expires_on }) => new Date(String(expires_on ?? 0)).getUTCFullYear()
  })
const thisYear = new Date().getUTCFullYear()

const scenarios: ReadonlyArray<Scenario> = [
  {
    operation: "register",
    name: "crash.com",
    before: () => Effect.void,
    isDone: Option.isSome,
    isPaid: true
  },
  {
    operation: "renew",
    name: "crash.com",
    before: (owner) => register(owner, "crash.com"),
    isDone: (domain) => year(domain) >= thisYear + 2,
    isPaid: true
  },
  {
    operation: "delete",
    name: "crash.de",
    before: (owner) => register(owner, "crash.de"),
    isDone: (domain) => Option.isSome(domain) && domain.value.canceled_on !== null,
    isPaid: false
  },
  {
    operation: "restore",
    name: "crash.de",
    before: Effect.fnUntraced(function*(owner) {
      yield* register(owner, "crash.de")
      const deletions = yield* Deletions
      yield* owner.act(deletions.remove(DomainName.make("crash.de")))
    }),
    isDone: (domain) => Option.isSome(domain) && domain.value.canceled_on === null,
    isPaid: true
  },
  {
    operation: "transfer",
    name: "crash-transfer.com",
    before: () => Effect.void,
    isDone: Option.isSome,
    isPaid: true
  }
]

/** The customer, its balance before the operation, and the file with both. */
const prepared = (file: string, scenario: Scenario) =>
  Effect.gen(function*() {
    const owner = yield* customer()
    yield* scenario.before(owner)
    return { owner, balance: yield* balanceOf(owner) }
  }).pipe(Effect.provide(crashingPlatform(file, Effect.void)), Effect.scoped)

/** What is found after recovery, and what the registry says. */
const recovered = (file: string, owner: Customer, { isDone, name }: Scenario) =>
  Effect.gen(function*() {
    yield* round
    const store = yield* DomainStore
    const intents = yield* RegistryIntentStore
    const router = yield* RegistryRouter
    const wallets = yield* Wallets
    const domain = yield* store.find(DomainName.make(name))
    const open = Option.isSome(domain) ? yield* intents.ofObject(domain.value.domain_id) : []
    const registry = Option.flatMap(domain, (held) => router.find(held.registry))
    const seen = Option.isSome(registry) ? yield* registry.value.infoDomain(DomainName.make(name)) : Option.none()
    return {
      done: isDone(domain),
      balance: yield* balanceOf(owner),
      unbalanced: yield* wallets.audit,
      unsettled: open.filter(({ state }) => state === "prepared").length,
      agrees: Option.isNone(domain) || domain.value.roid === ""
        || (Option.isSome(seen) && String(seen.value.expires_on) === String(domain.value.expires_on))
    }
  }).pipe(Effect.provide(crashingPlatform(file, Effect.void)), Effect.scoped)

const maximumSteps = 40

describe("a process that is killed", () => {
  for (const scenario of scenarios) {
    it.live(
      `at any step of a ${scenario.operation} leaves nothing done twice, and nothing half`,
      () =>
        Effect.gen(function*() {
          const folder = mkdtempSync(join(tmpdir(), "namewright-crash-"))
          yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
          const base = join(folder, "base.sqlite")
          const { balance, owner } = yield* prepared(base, scenario)
          const charges = new Set<number>()
          let finished = false
          for (let step = 1; !finished; step++) {
            assert.isBelow(step, maximumSteps)
            const file = join(folder, `step-${step}.sqlite`)
            copyFileSync(base, file)
            finished = yield* runToStep(file, owner, scenario.operation, scenario.name, step)
            yield* leasesEnd(file)
            const after = yield* recovered(file, owner, scenario)
            assert.strictEqual(after.unsettled, 0, `step ${step} leaves an intent`)
            assert.deepStrictEqual(after.unbalanced, [], `step ${step} unbalances the ledger`)
            assert.isTrue(after.agrees, `step ${step} leaves the platform and its registry apart`)
            if (after.done && scenario.isPaid) charges.add(balance - after.balance)
            if (!after.done) assert.strictEqual(after.balance, balance, `step ${step} charges for nothing`)
            if (finished) assert.isTrue(after.done)
          }
          if (scenario.isPaid) assert.strictEqual(charges.size, 1, "the price is charged once, whatever the step")
        }),
      120_000
    )
  }
})

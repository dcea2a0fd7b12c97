import { assert, describe, it } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { DomainStore } from "@namewright/core/domains"
import { RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { testSize } from "../../../../test/testSize.ts"
import { importAccount } from "../registrars/importDriver.ts"
import { crashingBundle } from "./crashingBundle.ts"
import { importedName, importer, importingPlatformOn } from "./crashingImport.ts"
import { chargesOf, type Customer, eventsOf, openIntents, round, statusTagsOf, transferIn } from "./DomainsPlatform.ts"
import { runToStep } from "./runToStep.ts"

const name = DomainName.make(importedName)
const code = importAccount({ names: [] }).auth_code

const stride = testSize(3, 3, "NAMEWRIGHT_KILL_STRIDE")

/** Ends the leases of the killed process. */
const leasesEnd = (file: string) => {
  const database = new DatabaseSync(file)
  database.exec("DELETE FROM processes")
  database.exec("UPDATE registry_intents SET due_on = '2000-01-01T00:00:00.000Z' WHERE process_id IS NULL")
  database.close()
}

/** Tables of the platform that contain the auth code. The simulated registry has to know it. */
const tablesWithCode = (file: string): ReadonlyArray<string> => {
  const database = new DatabaseSync(file)
  const rowsOf = (statement: string) => {
    const prepared = database.prepare(statement)
    prepared.setReadBigInts(true)
    return prepared.all()
  }
  const tables = rowsOf("SELECT name FROM sqlite_master WHERE type = 'table'").map((row) => String(row["name"]))
  const found = tables.filter((table) =>
    !table.startsWith("sim_") &&
    rowsOf(`SELECT * FROM "${table}"`).some((row) => Object.values(row).some((value) => String(value).includes(code)))
  )
  database.close()
  return found
}

const transferAtRegistry = Effect.flatMap(
  RegistrySimulator,
  ({ registry }) => Effect.orDie(registry("slow-registry").queryTransfer(name))
)

/** State after recovery. A caller without a response repeats a request that left no trace. */
const recovered = (file: string, owner: Customer) => {
  const { account, platform } = importingPlatformOn(file, Effect.void)
  return Effect.gen(function*() {
    const store = yield* DomainStore
    const before = Option.filter(yield* transferAtRegistry, ({ side }) => side === "gaining")
    const ordered = Option.exists(yield* store.find(name), ({ read_only }) => !read_only)
    yield* round
    if (!ordered) yield* transferIn(owner, importedName, { auth_code: null })
    const domain = Option.getOrThrow(yield* store.find(name))
    const transfer = Option.getOrThrow(yield* transferAtRegistry)
    return {
      state: {
        statuses: domain.registry_statuses,
        tags: [...yield* statusTagsOf(domain)].toSorted(),
        intents: yield* openIntents(domain),
        charges: yield* chargesOf(owner, importedName),
        events: (yield* eventsOf(owner)).filter((event) => event.includes("TRANSFER")),
        atRegistry: [transfer.status, transfer.side],
        unbalanced: yield* Wallets.use((wallets) => wallets.audit),
        // Nothing is asked of the registrar once the registry has the transfer.
        calls: Option.isSome(before) ? [...account.calls, "sent"] : account.calls
      }
    }
  }).pipe(Effect.provide(platform), Effect.scoped)
}

const both = [`unlock ${importedName}`, `authCode ${importedName}`]
const maximumSteps = 60

describe("a process that is killed", () => {
  it.live("at any step of an import loses nothing, charges once, asks again only if needed, and stores no code", () =>
    Effect.gen(function*() {
      const folder = mkdtempSync(join(tmpdir(), "namewright-import-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
      const script = yield* crashingBundle(folder, join(import.meta.dirname, "importingProcess.ts"))
      const base = join(folder, "base.sqlite")
      const owner = yield* importer.pipe(Effect.provide(importingPlatformOn(base, Effect.void).platform), Effect.scoped)
      const seen = new Set<string>()
      let steps = 0
      for (let finished = false; !finished; steps += stride) {
        assert.isBelow(steps, maximumSteps)
        const step = steps + 1
        const file = join(folder, `${step}.sqlite`)
        copyFileSync(base, file)
        finished = yield* runToStep(script, owner, [file, owner.organization_id, owner.contact_id], step)
        assert.deepStrictEqual(tablesWithCode(file), [], `step ${step} stores the code`)
        leasesEnd(file)
        const { state: { calls, ...state } } = yield* recovered(file, owner)
        assert.deepStrictEqual<unknown>(state, {
          statuses: ["pendingTransfer"],
          tags: ["IMPORT_PENDING", "INBOUND_TRANSFER_PENDING"],
          intents: ["domain.transfer accepted"],
          charges: ["transfer pending 29.90"],
          events: ["INBOUND_TRANSFER/NOTIFICATION"],
          atRegistry: ["pending", "gaining"],
          unbalanced: []
        }, `step ${step}`)
        assert.include([both.join(), "sent"], calls.join(), `step ${step}`)
        seen.add(calls.join())
        assert.deepStrictEqual(tablesWithCode(file), [], `recovery after step ${step} stores the code`)
        rmSync(file)
      }
      assert.deepStrictEqual([...seen], [both.join(), "sent"])
      // Two commits, each with two steps; two calls of the driver; the request at the registry.
      assert.isAtLeast(steps, 8)
    }).pipe(Effect.scoped))
})

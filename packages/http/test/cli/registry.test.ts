import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import {
  accountIdOf,
  newCommandId,
  newIntentId,
  RegistrarIds,
  RegistryIntentStore,
  RegistryMaintenanceStore
} from "@namewright/core/registry"
import { Instant, newDomainId, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Exit, Layer, Option } from "effect"
import { CliError, Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cli } from "../../src/cli/cli.ts"
import { Environment } from "../../src/cli/Environment.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const run = (args: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const exit = yield* Effect.exit(Command.runWith(cli, { version: "1.2.3" })(["registry", ...args]))
    const printed = (yield* TestConsole.logLines).join("\n")
    const error = Exit.findErrorOption(exit)
    const complaint = error._tag === "Some" ? CliError.getUserMessage(error.value) ?? String(error.value) : ""
    return { printed, complaint }
  }).pipe(
    Effect.provideService(Environment, {}),
    Effect.provide(Layer.fresh(TestConsole.layer)),
    Effect.provide(NodeServices.layer)
  )

/** A database with an order that waits for an operator, and a configuration with one registry. */
const installation = Effect.gen(function*() {
  const path = yield* folder
  const filename = join(path, "data.sqlite")
  const config = join(path, "epp.json")
  const swedish = {
    tlds: ["se", "nu"],
    host: "127.0.0.1",
    port: 1,
    user: "our-account",
    password: "Correct-Horse-1",
    profile: "internetstiftelsen"
  }
  yield* Effect.promise(() => writeFile(config, JSON.stringify({ registries: { swedish } })))
  const stored = yield* Effect.gen(function*() {
    const [store, ids] = [yield* RegistryIntentStore, yield* RegistrarIds]
    const now = yield* Instant.now
    const [intent_id, other] = [yield* newIntentId, yield* newIntentId]
    const intent = {
      organization_id: OrganizationId.make("organization_00000000000000000000000000"),
      registry: "internetstiftelsen",
      kind: "domain.create",
      object_name: "unclear.se",
      payload: {},
      billing_transaction_ids: [],
      state: "prepared" as const,
      attempts: 0,
      process_id: null,
      lease: 0,
      due_on: now,
      conclusive_from: now,
      created_on: now,
      escalated_on: null,
      escalation: null,
      ruling: null,
      found_pending: false,
      ordered_by: { type: "system" as const },
      decision: null,
      job_id: null
    }
    for (const id of [intent_id, other]) {
      yield* store.insert({
        ...intent,
        intent_id: id,
        object_id: yield* newDomainId,
        command_id: yield* newCommandId
      })
    }
    yield* store.escalate(intent_id, 0, "unclear.se is shown under the registrar id REG-4711", now)
    const maintenances = yield* RegistryMaintenanceStore
    const maintenance = {
      maintenance_id: "move-1",
      name: null,
      starts_on: DateTime.subtract(now, { hours: 1 }),
      ends_on: DateTime.add(now, { hours: 1 }),
      impact: "full" as const,
      systems: [],
      environment: "production",
      reason: "planned" as const,
      tlds: ["nu"],
      description: "Datacenter move",
      detail: null
    }
    yield* maintenances.put("internetstiftelsen", maintenance)
    yield* maintenances.put("internetstiftelsen", { ...maintenance, maintenance_id: "withdrawn-1" })
    yield* maintenances.end("internetstiftelsen", "withdrawn-1", now)
    yield* maintenances.put("another", { ...maintenance, maintenance_id: "another-1" })
    yield* ids.keep({
      account_id: accountIdOf("internetstiftelsen", "our-account"),
      registrar_id: "REG-4711",
      seen_with: "ours.se",
      seen_on: now
    })
    return { intent_id, other }
  }).pipe(Effect.provide(sqlite({ filename })))
  return { ...stored, filename, database: ["--database", `sqlite:${filename}`], file: ["--registry", `epp:${config}`] }
})

describe("namewright registry", () => {
  it.live("lists the orders that wait for an operator, and takes a decision on one of them", () =>
    Effect.gen(function*() {
      const { database, filename, intent_id, other } = yield* installation
      const listed = yield* run(["intents", "list", ...database])
      assert.match(listed.printed, new RegExp(`^${intent_id}  domain.create  unclear.se  internetstiftelsen  `))
      assert.include(listed.printed, "shown under the registrar id REG-4711")
      assert.notInclude(listed.printed, other)

      const settled = yield* run(["intents", "settle", intent_id, "done", ...database])
      assert.include(settled.printed, `${intent_id} is settled as done`)
      assert.include((yield* run(["intents", "list", ...database])).printed, "settled as done by the next round")
      const stored = yield* Effect.flatMap(RegistryIntentStore, ({ find }) => find(intent_id)).pipe(
        Effect.provide(sqlite({ filename }))
      )
      assert.strictEqual(Option.getOrThrow(stored).ruling, "done")

      const refused = yield* run(["intents", "settle", other, "undone", ...database])
      assert.strictEqual(refused.complaint, `${other} does not wait for an operator`)
    }).pipe(Effect.scoped))

  it.live("shows the ids that a registry uses for the account, and forgets one", () =>
    Effect.gen(function*() {
      const { database, file } = yield* installation
      const doctor = yield* run(["doctor", "swedish", ...database, ...file])
      assert.match(
        doctor.printed,
        /Registrar id +our-account is configured; the registry writes REG-4711, seen with ours.se on \d/
      )
      assert.match(doctor.printed, /PROBLEM +Orders +waiting for an operator: 1 at internetstiftelsen/)
      assert.match(
        doctor.printed,
        /Maintenance +internetstiftelsen: planned, .* commands are paused; of .nu; Datacenter move/
      )
      assert.notMatch(doctor.printed, /withdrawn-1|another-1/)
      const forgotten = yield* run(["forget-id", "swedish", "REG-4711", ...database, ...file])
      assert.include(forgotten.printed, "REG-4711 no longer identifies the account at swedish")
      assert.match(
        (yield* run(["doctor", "swedish", ...database, ...file])).printed,
        /Registrar id +our-account is configured; no answer has shown it yet/
      )
      assert.include(
        (yield* run(["forget-id", "swedish", "REG-4711", ...database, ...file])).complaint,
        "is not known to use"
      )
    }).pipe(Effect.scoped))

  it.live("neither makes nor migrates a database", () =>
    Effect.gen(function*() {
      const { file } = yield* installation
      const database = ["--database", `sqlite:${join(yield* folder, "missing.sqlite")}`]
      assert.include((yield* run(["intents", "list", ...database])).complaint, "see namewright migrate")
      assert.notInclude((yield* run(["doctor", "swedish", ...database, ...file])).printed, "Registrar id")
    }).pipe(Effect.scoped))
})

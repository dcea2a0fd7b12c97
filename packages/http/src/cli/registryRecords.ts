import { layer as stores, Migrations } from "@namewright/adapters-sql"
import { RegistryMessageStore } from "@namewright/core/domains"
import {
  endOf,
  RegistryIntentStore,
  type RegistryMaintenance,
  RegistryMaintenanceStore
} from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, FileSystem, Result } from "effect"
import { connected, type Database, inFile } from "./Database.ts"
import type { CheckResult } from "./printCheckResults.ts"

const found = (about: string) => (verdict: CheckResult["verdict"], explanation: string): CheckResult => ({
  about,
  verdict,
  explanation
})
const messages = found("Messages")
const orders = found("Orders")
const upcoming = found("Maintenance")

/**
 * Results for an operator in the database: parked messages, orders that wait for a decision, and announced
 * maintenances. `backends` selects registries; default all. Changes nothing, so an older schema is not read.
 */
export const registryRecords = Effect.fnUntraced(function*(database: Database, backends?: ReadonlyArray<string>) {
  const file = inFile(database)
  const files = yield* FileSystem.FileSystem
  if (file !== undefined && !(yield* Effect.orElseSucceed(files.exists(file), () => false))) {
    return [messages("fine", "no database yet")]
  }
  const read = Effect.flatMap(Migrations.version, ({ known, stored }) => {
    if (stored === 0) return Effect.succeedSome(nothing)
    return stored === known ? Effect.asSome(Effect.provide(counts, stores)) : Effect.succeedNone
  })
  const answer = yield* Effect.result(connected(database, read))
  if (Result.isFailure(answer)) return [messages("advice", "could not be read from the database")]
  if (answer.success._tag === "None") {
    return [messages("advice", "the schema of the database is that of another version")]
  }
  const records = answer.success.value
  return [
    parked(records.parked, backends),
    escalated(records.escalated, backends),
    ...records.maintenances
      .filter(({ registry }) => backends?.includes(registry) ?? true)
      .map((maintenance) => announced(maintenance, records.on))
  ]
})

interface Counts {
  /** Number of parked messages by key of the registry. */
  readonly parked: ReadonlyMap<string, number>
  readonly escalated: ReadonlyMap<string, number>
  /** Maintenances that have not ended. */
  readonly maintenances: ReadonlyArray<RegistryMaintenance>
  readonly on: Instant.Instant
}

/** Maximum maintenances in the results. */
const listLength = 100

const nothing: Counts = { parked: new Map(), escalated: new Map(), maintenances: [], on: DateTime.makeUnsafe(0) }

const counts = Effect.gen(function*() {
  const [{ countParked }, { countEscalated }] = [yield* RegistryMessageStore, yield* RegistryIntentStore]
  const on = yield* Instant.now
  const announced = yield* (yield* RegistryMaintenanceStore).since(on, listLength)
  const maintenances = announced.filter((maintenance) => !Instant.hasPassed(endOf(maintenance), on))
  const all: Counts = { parked: yield* countParked, escalated: yield* countEscalated, maintenances, on }
  return all
})

const ofBackends = (all: ReadonlyMap<string, number>, backends: ReadonlyArray<string> | undefined) =>
  Array.from(all).filter(([registry]) => backends?.includes(registry) ?? true)

/** Result for a maintenance. Only full impact pauses commands. */
const announced = (maintenance: RegistryMaintenance, now: Instant.Instant): CheckResult => {
  const { description, detail, impact, maintenance_id, reason, registry, starts_on, tlds } = maintenance
  const isOn = Instant.hasPassed(starts_on, now)
  const effect = impact === "full" ? isOn ? "commands are paused" : "commands will be paused" : `impact ${impact}`
  const words = [
    `${registry}: ${reason}, ${Instant.format(starts_on)} to ${Instant.format(endOf(maintenance))}, ${effect}`,
    tlds.length === 0 ? "" : `of ${tlds.map((tld) => `.${tld}`).join(" ")}`,
    description ?? "",
    detail ?? "",
    `id ${maintenance_id}`
  ]
  return upcoming(impact === "none" ? "fine" : "advice", words.filter((word) => word !== "").join("; "))
}

const escalated = (all: ReadonlyMap<string, number>, backends: ReadonlyArray<string> | undefined): CheckResult => {
  const own = ofBackends(all, backends)
  if (own.length === 0) return orders("fine", "none waits for an operator")
  const listed = own.map(([registry, count]) => `${count} at ${registry}`).join(", ")
  return orders("problem", `waiting for an operator: ${listed}; namewright registry intents list shows why`)
}

const parked = (all: ReadonlyMap<string, number>, backends: ReadonlyArray<string> | undefined): CheckResult => {
  const own = ofBackends(all, backends)
  if (own.length === 0) return messages("fine", "none is parked")
  const listed = own.map(([registry, count]) => `${count} of ${registry}`).join(", ")
  return messages("problem", `parked: ${listed}; namewright registry messages list shows why`)
}

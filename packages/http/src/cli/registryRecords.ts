import { layer as stores, Migrations } from "@namewright/adapters-sql"
import { RegistryMessageStore } from "@namewright/core/domains"
import { RegistryIntentStore } from "@namewright/core/registry"
import { Effect, FileSystem, Result } from "effect"
import { connected, type Database, inFile } from "./Database.ts"
import type { Finding } from "./printFindings.ts"

const found = (about: string) => (verdict: Finding["verdict"], explanation: string): Finding => ({
  about,
  verdict,
  explanation
})
const messages = found("Messages")
const orders = found("Orders")

/**
 * What the database contains about registries that an operator has to know: their parked messages, and orders that wait
 * for a decision. `backends` selects registries; all without it. Nothing is changed, so an older schema is left alone.
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
  if (Result.isFailure(answer)) return [messages("advice", "could not be looked up in the database")]
  if (answer.success._tag === "None") return [messages("advice", "the schema of the database is another version's")]
  return [parked(answer.success.value.parked, backends), escalated(answer.success.value.escalated, backends)]
})

interface Counts {
  /** By the key of the registry. */
  readonly parked: ReadonlyMap<string, number>
  readonly escalated: ReadonlyMap<string, number>
}

const nothing: Counts = { parked: new Map(), escalated: new Map() }

const counts = Effect.gen(function*() {
  const [{ countParked }, { countEscalated }] = [yield* RegistryMessageStore, yield* RegistryIntentStore]
  const both: Counts = { parked: yield* countParked, escalated: yield* countEscalated }
  return both
})

const ofBackends = (all: ReadonlyMap<string, number>, backends: ReadonlyArray<string> | undefined) =>
  Array.from(all).filter(([registry]) => backends?.includes(registry) ?? true)

const escalated = (all: ReadonlyMap<string, number>, backends: ReadonlyArray<string> | undefined): Finding => {
  const own = ofBackends(all, backends)
  if (own.length === 0) return orders("fine", "none waits for an operator")
  const listed = own.map(([registry, count]) => `${count} at ${registry}`).join(", ")
  return orders("problem", `waiting for an operator: ${listed}; namewright registry intents list shows why`)
}

const parked = (all: ReadonlyMap<string, number>, backends: ReadonlyArray<string> | undefined): Finding => {
  const own = ofBackends(all, backends)
  if (own.length === 0) return messages("fine", "none is parked")
  const listed = own.map(([registry, count]) => `${count} of ${registry}`).join(", ")
  return messages("problem", `parked: ${listed}; namewright registry messages list shows why`)
}

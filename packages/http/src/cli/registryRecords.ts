import { layer as stores, Migrations } from "@namewright/adapters-sql"
import { RegistryMessageStore } from "@namewright/core/domains"
import { Effect, FileSystem, Result } from "effect"
import { connected, type Database, inFile } from "./Database.ts"
import type { Finding } from "./printFindings.ts"

const found = (about: string) => (verdict: Finding["verdict"], explanation: string): Finding => ({
  about,
  verdict,
  explanation
})
const messages = found("Messages")

/**
 * What the database contains about registries that an operator has to know: their parked messages. `backends` selects
 * registries; all without it. Nothing is changed, so an older schema is left alone.
 */
export const registryRecords = Effect.fnUntraced(function*(database: Database, backends?: ReadonlyArray<string>) {
  const file = inFile(database)
  const files = yield* FileSystem.FileSystem
  if (file !== undefined && !(yield* Effect.orElseSucceed(files.exists(file), () => false))) {
    return [messages("fine", "no database yet")]
  }
  const read = Effect.flatMap(Migrations.version, ({ known, stored }) => {
    if (stored === 0) return Effect.succeedSome(new Map<string, number>())
    return stored === known ? Effect.asSome(Effect.provide(counts, stores)) : Effect.succeedNone
  })
  const answer = yield* Effect.result(connected(database, read))
  if (Result.isFailure(answer)) return [messages("advice", "could not be looked up in the database")]
  if (answer.success._tag === "None") return [messages("advice", "the schema of the database is another version's")]
  return [parked(answer.success.value, backends)]
})

const counts = Effect.flatMap(RegistryMessageStore, ({ countParked }) => countParked)

const parked = (all: ReadonlyMap<string, number>, backends: ReadonlyArray<string> | undefined): Finding => {
  const own = Array.from(all).filter(([registry]) => backends?.includes(registry) ?? true)
  if (own.length === 0) return messages("fine", "none is parked")
  const listed = own.map(([registry, count]) => `${count} of ${registry}`).join(", ")
  return messages("problem", `parked: ${listed}; namewright registry messages list shows why`)
}

import { layer as stores, Migrations } from "@namewright/adapters-sql"
import { FindingStore } from "@namewright/core/reconciliation"
import { Effect, FileSystem, Option, Result } from "effect"
import { connected, type Database, inFile } from "./Database.ts"
import type { CheckResult } from "./printCheckResults.ts"

const about = (verdict: CheckResult["verdict"], explanation: string): CheckResult => ({
  about: "Reconciliation",
  verdict,
  explanation
})

/** Result about the open findings of the reconciliation. Changes nothing, so an older schema is not read. */
export const reconciliationRecords = Effect.fnUntraced(function*(database: Database) {
  const file = inFile(database)
  const files = yield* FileSystem.FileSystem
  if (file !== undefined && !(yield* Effect.orElseSucceed(files.exists(file), () => false))) {
    return about("fine", "no database yet")
  }
  const read = Effect.flatMap(Migrations.version, ({ known, stored }) => {
    if (stored === 0) return Effect.succeedSome<ReadonlyMap<string, number>>(new Map())
    return stored === known ? Effect.asSome(Effect.provide(openFindings, stores)) : Effect.succeedNone
  })
  const answer = yield* Effect.result(connected(database, read))
  if (Result.isFailure(answer)) return about("advice", "could not be read from the database")
  return Option.match(answer.success, {
    onNone: () => about("advice", "the schema of the database is that of another version"),
    onSome: (open) => {
      if (open.size === 0) return about("fine", "no open finding")
      const listed = [...open].toSorted().map(([kind, count]) => `${count} ${kind}`).join(", ")
      return about("problem", `open: ${listed}; see docs/reconciliation.md`)
    }
  })
})

const openFindings: Effect.Effect<ReadonlyMap<string, number>, never, FindingStore> = Effect.flatMap(
  FindingStore,
  (store) => store.countOpen
)

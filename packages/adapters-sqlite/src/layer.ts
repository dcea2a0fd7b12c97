import { layer as stores, Migrations } from "@namewright/adapters-sql"
import { PriceList } from "@namewright/core/billing"
import { JobWakeup } from "@namewright/core/jobs"
import { checkedLayer, expected, type OptionChecks, optionProblems } from "@namewright/core/shared"
import { invoiceFormats, reportFormats } from "@namewright/reports-node"
import { Effect, Layer, Predicate } from "effect"
import * as SqliteClient from "./SqliteClient.ts"

export interface Options extends SqliteClient.Options {
  /**
   * Handling of the schema at start. `run`, the default, runs pending migrations. `check` refuses a schema of another
   * version. `off` does neither.
   */
  readonly migrate?: Migrations.Mode | undefined
}

const checks: OptionChecks<Options> = {
  filename: expected("the path of a file, or \":memory:\"", (value) => Predicate.isString(value) && value !== ""),
  synchronous: expected("\"full\" or \"normal\"", (value) => value === "full" || value === "normal"),
  busyTimeoutMillis: expected("milliseconds, 0 or more", (value) => Number.isSafeInteger(value) && Number(value) >= 0),
  contents: expected("bytes of a database", (value) => value instanceof Uint8Array),
  migrate: expected("\"run\", \"check\" or \"off\"", (value) => value === "run" || value === "check" || value === "off")
}

/** Storage in a SQLite file or in memory, with migrations, and the formats of reports. */
export const layer = (options: Options) =>
  checkedLayer(
    optionProblems<Options>(options, checks, { required: ["filename"] }),
    () =>
      Layer.mergeAll(stores, JobWakeup.layerLocal, invoiceFormats, reportFormats).pipe(
        Layer.provideMerge(Migrations.layerOf(options.migrate ?? "run")),
        Layer.provideMerge(SqliteClient.layer(options))
      )
  )

/** The migrations, and the prices that a new installation starts with. */
const newInstallation = Effect.andThen(
  Migrations.run,
  Effect.scoped(Layer.build(Layer.provide(PriceList.layer, stores)))
)

let contents: Uint8Array | null | undefined

/**
 * The contents of a new installation's database, for tests that start many; made once in a process:
 * `sqlite({ filename: ":memory:", migrate: "off", contents })` skips the migrations and the insertion of the default prices.
 * Null on versions of Node without `DatabaseSync#deserialize`.
 */
export const migratedContents = Effect.suspend(() => {
  if (contents !== undefined) return Effect.succeed(contents)
  const made = SqliteClient.hasContents ? SqliteClient.contentsAfter(newInstallation) : Effect.succeed(null)
  return Effect.tap(made, (found) => Effect.sync(() => void (contents = found)))
})

import { inCurrentSpan } from "@namewright/core/telemetry"
import { Effect, Stream } from "effect"
import type { Scope } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import type { HostPool, HostPoolClient, HostResult } from "./HostPool.ts"
import { rowValues } from "./rowValues.ts"
import { sqlErrorOf } from "./sqlErrorOf.ts"

/** `pg` sends other binary values as text. */
const parameterOf = (value: unknown): unknown =>
  value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value)
    : typeof value === "bigint"
    ? String(value)
    : value

const lastOf = (result: HostResult | ReadonlyArray<HostResult>): HostResult => {
  const last = Array.isArray(result) ? result.at(-1) : result
  return last ?? { command: "", rowCount: 0, rows: [] }
}

const connectionOf = (client: HostPoolClient): SqlConnection.Connection => {
  const query = (text: string, params: ReadonlyArray<unknown>, rowMode?: "array") =>
    Effect.flatMap(inCurrentSpan, (run) =>
      Effect.tryPromise({
        try: async () =>
          lastOf(
            await run(() =>
              client.query({
                text,
                values: params.map(parameterOf),
                types: rowValues,
                ...(rowMode === undefined ? {} : { rowMode })
              })
            )
          ),
        catch: sqlErrorOf("statement")
      }))
  const execute: SqlConnection.Connection["execute"] = (text, params, transform) =>
    Effect.map(query(text, params), ({ rows }) => transform === undefined ? rows : transform(rows))
  const values = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.map(
      query(text, params, "array"),
      ({ rows }) => rows.map((row): ReadonlyArray<unknown> => Array.isArray(row) ? row : Object.values(row))
    )
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, params) => query(text, params),
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: (text, params, transform) => Stream.fromIterableEffect(execute(text, params, transform))
  }
}

/** A connection of the host's pool, which is returned to it at the end of the scope. */
export const leased = (pool: HostPool): Effect.Effect<HostPoolClient, SqlError.SqlError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<{ readonly client: HostPoolClient; readonly release: () => void }, SqlError.SqlError>((resume) =>
        pool.connect((refused, client) => {
          if (client === undefined) return resume(Effect.fail(sqlErrorOf("connection")(refused)))
          let failure: Error | undefined
          // Without a listener, a connection that breaks while it is in use ends the process.
          const note = (lost: Error) => void (failure = lost)
          client.on("error", note)
          const release = () => {
            client.off("error", note)
            client.release(failure)
          }
          resume(Effect.succeed({ client, release }))
        })
      ),
      ({ release }) => Effect.sync(release)
    ),
    ({ client }) => client
  )

export const leasedConnection = (pool: HostPool) => Effect.map(leased(pool), connectionOf)

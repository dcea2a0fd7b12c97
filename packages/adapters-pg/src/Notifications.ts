import { PgClient } from "@effect/sql-pg"
import { Effect, Option, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { leased } from "./pool/connectionOf.ts"
import type { HostPool } from "./pool/HostPool.ts"

/** `NOTIFY` and `LISTEN`, which need a session of their own. */
export interface Notifications {
  readonly notify: (channel: string, payload: string) => Effect.Effect<void, unknown>
  /** Listens until it is interrupted or the connection is lost. */
  readonly listen: (channel: string, onPayload: (payload: string) => void) => Effect.Effect<never, unknown>
}

const ofPlatform = (pg: PgClient.PgClient): Notifications => ({
  notify: pg.notify,
  listen: (channel, onPayload) =>
    Effect.scoped(Effect.gen(function*() {
      const notifications = yield* pg.listen(channel)
      for (;;) onPayload((yield* Queue.take(notifications)).payload)
    }))
})

/** Those of the client that the platform has made, or of the host's pool. */
export const notificationsOf = (pool: HostPool | undefined): Effect.Effect<Notifications, never, SqlClient.SqlClient> =>
  Effect.gen(function*() {
    if (pool !== undefined) return ofPool(pool, yield* SqlClient.SqlClient)
    return ofPlatform(Option.getOrThrow(yield* Effect.serviceOption(PgClient.PgClient)))
  })

const receiver = (onPayload: (payload: string) => void) => ({ payload = "" }: { payload?: string | undefined }) =>
  onPayload(payload)

/** A connection of the host's pool stays in use while this process listens. */
const ofPool = (pool: HostPool, sql: SqlClient.SqlClient): Notifications => ({
  notify: (channel, payload) => sql`SELECT pg_notify(${channel}, ${payload})`,
  listen: (channel, onPayload) =>
    Effect.scoped(Effect.gen(function*() {
      const client = yield* leased(pool)
      const receive = receiver(onPayload)
      const lost = yield* Effect.acquireRelease(
        Effect.sync(() => {
          const { promise, reject } = Promise.withResolvers<never>()
          // If the connection breaks during LISTEN, nothing reads the promise, and Node would end the process.
          promise.catch(() => {})
          client.on("notification", receive)
          client.on("error", reject)
          return { promise, reject }
        }),
        ({ reject }) =>
          Effect.promise(async () => {
            client.off("notification", receive)
            client.off("error", reject)
            await client.query({ text: `UNLISTEN "${channel}"`, values: [] }).catch(() => {})
          })
      )
      yield* Effect.tryPromise(() => client.query({ text: `LISTEN "${channel}"`, values: [] }))
      return yield* Effect.tryPromise(() => lost.promise)
    }))
})

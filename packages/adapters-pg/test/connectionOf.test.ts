import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { leased } from "../src/pool/connectionOf.ts"
import { hostPool } from "./hostPool.ts"

/** A message of the PostgreSQL protocol: its type, the length that includes itself, and the body. */
const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

/** What a server sends that accepts a connection and ends at once, in one packet. */
const acceptedAndEnded = Buffer.concat([
  message("R", Buffer.alloc(4)),
  message("Z", Buffer.from("I")),
  message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"))
])

const endingServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {})
      socket.once("data", () => socket.end(acceptedAndEnded))
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    return server
  }),
  (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
)

it.live("A connection that breaks in the moment in which the pool hands it over does not end the process", () =>
  Effect.gen(function*() {
    const uncaught: Array<unknown> = []
    const record = (error: unknown) => void uncaught.push(error)
    process.on("uncaughtExceptionMonitor", record)
    yield* Effect.addFinalizer(() => Effect.sync(() => process.off("uncaughtExceptionMonitor", record)))
    const server = yield* endingServer
    const { port } = server.address() as AddressInfo
    const pool = yield* hostPool(`postgres://shop@127.0.0.1:${port}/shop`)
    const removed = new Promise((resolve) => pool.once("remove", resolve))
    yield* Effect.scoped(leased(pool))
    yield* Effect.promise(() => removed)
    assert.deepStrictEqual(uncaught, [])
  }).pipe(Effect.scoped))

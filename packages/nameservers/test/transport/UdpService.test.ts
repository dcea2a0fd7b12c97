import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { freePort } from "../../../../test/freePort.ts"
import { udpService } from "../../src/transport/UdpService.ts"

describe("a service over UDP", () => {
  it.live("sends nothing to port 0, from which a datagram can come, and continues", () =>
    Effect.gen(function*() {
      const address = { host: "127.0.0.1", port: yield* Effect.promise(freePort) }
      yield* udpService(address, (message, from, send) => {
        send(message, { ...from, port: 0 })
        send(message, from)
      })
      const socket = yield* Effect.acquireRelease(
        Effect.sync(() => createSocket("udp4")),
        (open) => Effect.sync(() => open.close())
      )
      const answered = once(socket, "message")
      socket.send("question", address.port, address.host)
      const [answer] = yield* Effect.promise(() => answered)
      assert.strictEqual(String(answer), "question")
    }).pipe(Effect.scoped))
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { RateLimitOptions } from "../../src/embedded/RateLimit.ts"
import { Message, rcodes, rrTypes } from "../../src/index.ts"
import { frame } from "../../src/transport/DnsFrame.ts"
import { server } from "./ExampleServer.ts"
import { ask, connection, isClosed, overUdp, question, received } from "./ServerOfTest.ts"

const { TXT } = rrTypes

describe("floods", () => {
  const rateLimits: ReadonlyArray<readonly [string, RateLimitOptions | undefined]> = [
    ["the standard", undefined],
    ["equal responses", { responses_per_second: 20, all_responses_per_second: 1000, slip: 2 }],
    ["all responses", { responses_per_second: 1000, all_responses_per_second: 20, slip: 2 }]
  ]

  it.live.each(rateLimits)(
    "of datagrams are answered up to the limit, some beyond with TC: %s",
    ([, rateLimit]) =>
      Effect.gen(function*() {
        const { port } = yield* server({ rateLimit })
        const asked = question("www.example.test.")
        // The zone is loaded, so that no answer is SERVFAIL.
        assert.strictEqual((yield* ask(port, asked)).rcode, rcodes.NOERROR)
        const query = Message.encode(asked)
        const answers = yield* overUdp(port, ...Array.from({ length: 60 }, () => query))
        const whole = answers.filter(({ isTruncated }) => !isTruncated).length
        assert.isAtLeast(whole, 19)
        assert.isBelow(whole, 40)
        assert.isAbove(answers.length - whole, 5)
        assert.isBelow(answers.length, 60)
        assert.isTrue(answers.every(({ answers: { length }, isTruncated }) => length === (isTruncated ? 0 : 1)))
      })
  )

  it.live("of connections are refused", () =>
    Effect.gen(function*() {
      const { port } = yield* server({ tcp: { connections_per_network: 2 } })
      const [first, , third] = yield* Effect.forEach([1, 2, 3], () => connection(port))
      assert.isTrue(third !== undefined && (yield* isClosed(third)))
      first?.write(frame(Message.encode(question("www.example.test."))))
      assert.strictEqual(first === undefined ? 0 : (yield* received(first, 1)).length, 1)
    }))

  it.live("of silent connections are closed", () =>
    Effect.gen(function*() {
      const { port } = yield* server({ tcp: { idle: 50 } })
      assert.isTrue(yield* isClosed(yield* connection(port)))
    }))

  it.live("that do not read their answers are closed", () =>
    Effect.gen(function*() {
      const { port } = yield* server({ tcp: { idle: 60_000, write: 200 } })
      const socket = yield* connection(port)
      socket.on("error", () => undefined).pause()
      const query = frame(Message.encode(question("long.example.test.", TXT)))
      // Asks until the server hangs up; only a connection that is written to notices it while it does not read.
      yield* Effect.promise(() =>
        new Promise<void>((resolve) => {
          const timer = setInterval(() => void socket.write(Buffer.concat(Array.from({ length: 100 }, () => query))), 5)
          socket.on("close", () => {
            clearInterval(timer)
            resolve()
          })
        })
      )
    }))

  it.live("of slowly arriving queries are closed", () =>
    Effect.gen(function*() {
      const { port } = yield* server({ tcp: { idle: 60_000, read: 200 } })
      const socket = yield* connection(port)
      socket.on("error", () => undefined)
      const octets = frame(Message.encode(question("www.example.test.")))
      let sent = 0
      const timer = setInterval(() => socket.write(octets.subarray(sent, ++sent)), 50)
      assert.isTrue(yield* Effect.ensuring(isClosed(socket), Effect.sync(() => clearInterval(timer))))
      assert.isBelow(sent, octets.length)
    }))

  it.live("of messages that are longer than any query are closed", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const socket = yield* connection(port)
      socket.write(Uint8Array.of(0xff, 0xff, 0))
      assert.isTrue(yield* isClosed(socket))
    }))

  it.live("of octets without a query are closed", () =>
    Effect.gen(function*() {
      const { port } = yield* server()
      const socket = yield* connection(port)
      socket.write(frame(new Uint8Array(4)))
      assert.isTrue(yield* isClosed(socket))
    }))
})

import { assert, describe, it } from "@effect/vitest"
import { MemoryZones } from "@namewright/conformance"
import { Effect } from "effect"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { testSize } from "../../../../test/testSize.ts"
import { Draw } from "../../../core/test/dns/Draw.ts"
import { makeEmbeddedNameserver } from "../../src/embedded/EmbeddedNameserver.ts"
import { Message, rrTypes } from "../../src/index.ts"
import { frame } from "../../src/transport/DnsFrame.ts"
import { newKey } from "../signing/ExampleKeys.ts"
import { ask, connection, question } from "./ServerOfTest.ts"

const datagrams = testSize(3000, 20_000)
const connections = 300

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/**
 * Retained memory, in MiB: the least of several garbage collections. Buffers that one of them has found are freed beside
 * the program, which takes until the next collection on a busy machine.
 */
const retainedMebibytes = Effect.promise(async () => {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < 5; count++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    least = Math.min(least, (heapUsed + arrayBuffers) / 1024 / 1024)
  }
  return least
})

const names = ["www.example.test.", "a.b.c.example.test.", "example.test.", "x.wild.example.test.", "other.test.", "."]
const types = [rrTypes.A, rrTypes.MX, rrTypes.ANY, rrTypes.AXFR, rrTypes.RRSIG, rrTypes.DS, 0, 65_535]

/** A query as it should be, with slips: octets changed, added, taken away; or nothing but noise. */
const malformed = (draw: Draw): Buffer => {
  if (draw.chance(10)) return Buffer.from(draw.octets(draw.below(200)))
  const name = draw.pick(["www.example.test.", ...names])
  const type = draw.pick([rrTypes.A, ...types])
  const record = {
    name: ".",
    type,
    class: draw.below(65_536),
    ttl: draw.below(2 ** 31),
    rdata: draw.octets(draw.below(40))
  }
  const query = question(name, type, {
    id: draw.below(65_536),
    opcode: draw.chance(80) ? 0 : draw.below(16),
    edns: draw.chance(50) ? undefined : {
      udpSize: draw.below(65_536),
      version: draw.chance(80) ? 0 : draw.below(256),
      dnssecOk: draw.chance(50),
      options: draw.chance(70) ? [] : [{ code: draw.below(65_536), data: draw.octets(draw.below(30)) }]
    },
    additionals: draw.chance(80) ? [] : [{ ...record, name: question(".").questions[0]?.name ?? assert.fail() }]
  })
  const octets = Buffer.from(Message.encode(query))
  for (let slips = draw.below(5); slips > 0; slips--) octets[draw.below(octets.length)] = draw.below(256)
  if (draw.chance(20)) return octets.subarray(0, draw.below(octets.length))
  return draw.chance(20) ? Buffer.concat([octets, draw.octets(draw.below(20))]) : octets
}

const server = Effect.gen(function*() {
  const zones = new MemoryZones()
  yield* zones.put("example.test", {
    serial: 1,
    rrsets: [["www", "A", "192.0.2.1"], ["@", "MX", "10 www.example.test."], ["*.wild", "TXT", "\"any\""], [
      "a.b",
      "NS",
      "ns.test."
    ]],
    signing: { keys: [newKey()], denial: "nsec3" }
  })
  return yield* Effect.provide(makeEmbeddedNameserver({ port: 0, rateLimit: null }), zones.layer)
})

/** Sends, and lets the server come to its turn before its buffer is full. Answers how many answers came. */
const flood = (port: number, draw: Draw, count: number): Effect.Effect<number> =>
  Effect.promise(async () => {
    const socket = createSocket("udp4")
    socket.bind(0)
    await once(socket, "listening")
    let answers = 0
    socket.on("message", () => answers++)
    for (let sent = 0; sent < count; sent++) {
      socket.send(malformed(draw), port, "127.0.0.1")
      if (sent % 16 === 15) await new Promise((resolve) => setImmediate(resolve))
    }
    socket.close()
    return answers
  })

/** A datagram may get lost behind the last of a flood. */
const wellAnswered = (port: number) =>
  ask(port, question("www.example.test.")).pipe(
    Effect.sandbox,
    Effect.retry({ times: 20 }),
    Effect.map(({ answers }) => assert.strictEqual(answers.length, 1))
  )

describe("malformed messages", () => {
  it.live(`cause no failure and no leak as ${datagrams} datagrams`, () =>
    Effect.gen(function*() {
      const { port } = yield* server
      const draw = new Draw(20)
      yield* flood(port, draw, datagrams / 5)
      const before = yield* retainedMebibytes
      const answers = yield* flood(port, draw, datagrams * 4 / 5)
      yield* wellAnswered(port)
      assert.isBelow((yield* retainedMebibytes) - before, 8)
      // Most are still queries, or get a response with FORMERR.
      assert.isAbove(answers, datagrams / 2)
    }))

  it.live(`cause no failure on ${connections} connections`, () =>
    Effect.gen(function*() {
      const { port } = yield* server
      const draw = new Draw(21)
      for (let count = 0; count < connections; count++) {
        yield* Effect.scoped(Effect.gen(function*() {
          const socket = yield* connection(port)
          socket.on("error", () => undefined)
          const messages = draw.times(20, () => malformed(draw))
          const octets = Buffer.concat(messages.map((message) => draw.chance(90) ? frame(message) : message))
          for (let at = 0; at < octets.length;) {
            const end = at + 1 + draw.below(400)
            socket.write(octets.subarray(at, end))
            at = end
          }
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        }))
      }
      yield* wellAnswered(port)
    }))
})

import { assert, describe, it } from "@effect/vitest"
import { DnsName } from "@namewright/core/dns"
import { Message, rcodes, rrTypes } from "@namewright/nameservers"
import { Effect, Result } from "effect"
import { createSocket } from "node:dgram"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ServedProcess, servedProcess } from "./ServedProcess.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

/** The code and the addresses that a server answers for a name; undefined when nothing comes within a second. */
const asked = (server: ServedProcess, name: string): Effect.Effect<string | undefined> =>
  Effect.promise(() =>
    new Promise((resolve) => {
      const port = Number(/^ {2}Nameserver +\S+ port (\d+)/m.exec(server.printed())?.[1])
      const socket = createSocket("udp4")
      const end = (answer?: string) => {
        clearTimeout(timer)
        socket.close()
        resolve(answer)
      }
      const timer = setTimeout(end, 1000)
      socket.on("message", (octets) => {
        const { answers, rcode } = Result.getOrThrow(Message.decode(octets))
        end([rcode, ...answers.map(({ rdata }) => rdata.join("."))].join(" "))
      })
      const questions = [{ name: DnsName.DnsName.make(name), type: rrTypes.A, class: 1 }]
      socket.send(Message.encode({ ...Message.query, questions }), port, "127.0.0.1")
    })
  )

/** Asks until the answer is the expected one, for as long as a machine that does other things too may take. */
const answered = Effect.fnUntraced(function*(server: ServedProcess, name: string, expected: string) {
  let answer = yield* asked(server, name)
  for (let tries = 0; answer !== expected && tries < 200; tries++) {
    yield* Effect.sleep(25)
    answer = yield* asked(server, name)
  }
  assert.strictEqual(answer, expected, name)
})

const send = (server: ServedProcess, key: string, method: string, path: string, body?: object) =>
  Effect.promise(async () => {
    const headers = { "x-api-key": key, "content-type": "application/json" }
    const { ok } = await fetch(`${server.url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    assert.isTrue(ok, `${method} ${path}`)
  })

const { NOERROR, NXDOMAIN, REFUSED } = rcodes

const rrset = (address: string) => ({ name: "www", type: "A", ttl: 300, records: [{ rdata: address }] })

describe("namewright serve", () => {
  it.live("answers for zones as they come, change and go, and after a restart", () =>
    Effect.gen(function*() {
      const database = ["--database", `sqlite:${join(yield* folder, "data.sqlite")}`]
      const first = yield* servedProcess(database)
      const key = /^API key: (\S+)$/m.exec(first.printed())?.[1] ?? ""
      yield* answered(first, "www.zone-one.com.", `${REFUSED}`)
      yield* send(first, key, "POST", "/v1/dns", { name: "zone-one.com", rrsets: [rrset("192.0.2.1")] })
      yield* send(first, key, "POST", "/v1/dns", { name: "zone-two.com", rrsets: [rrset("192.0.2.3")] })
      yield* answered(first, "www.zone-one.com.", `${NOERROR} 192.0.2.1`)
      yield* answered(first, "nobody.zone-one.com.", `${NXDOMAIN}`)
      const ops = [{ op: "upsert", rrset: rrset("192.0.2.2") }]
      yield* send(first, key, "PATCH", "/v1/dns/zone-one.com/rrsets", { ops })
      yield* answered(first, "www.zone-one.com.", `${NOERROR} 192.0.2.2`)
      yield* send(first, key, "DELETE", "/v1/dns/zone-two.com")
      yield* answered(first, "www.zone-two.com.", `${REFUSED}`)
      assert.strictEqual(yield* Effect.promise(() => first.stop()), 0)

      const second = yield* servedProcess(database)
      yield* answered(second, "www.zone-one.com.", `${NOERROR} 192.0.2.2`)
      yield* answered(second, "www.zone-two.com.", `${REFUSED}`)
    }).pipe(Effect.scoped), 120_000)
})

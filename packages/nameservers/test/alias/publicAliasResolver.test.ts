import { assert, describe, it } from "@effect/vitest"
import { AliasResolver, DnsName, Rdata } from "@namewright/core/dns"
import { Message, publicAliasResolver, rcodes, rrTypes } from "@namewright/nameservers"
import { Effect, Result } from "effect"
import { respondingServer } from "../transport/respondingServer.ts"

const nameOf = (text: string) => Result.getOrThrow(DnsName.parse(text))

const address = (name: string, type: "A" | "AAAA", ttl: number, text: string): Message.ResourceRecord => {
  const value = Result.getOrThrow(Rdata.parse(type, text, { origin: DnsName.root, form: "zone_file" }))
  return { name: nameOf(name), type: rrTypes[type], class: 1, ttl, rdata: Rdata.encode(type, value) }
}

/** What a resolver answers, by name and type; nothing is known of other names. */
const answers: Readonly<Record<string, Partial<Message.Message>>> = {
  "both.test. A": {
    answers: [address("both.test.", "A", 120, "192.0.2.1"), address("both.test.", "A", 120, "192.0.2.2")]
  },
  "both.test. AAAA": { answers: [address("both.test.", "AAAA", 90, "2001:db8::1")] },
  "four.test. A": { answers: [address("four.test.", "A", 30, "192.0.2.3")] },
  "four.test. AAAA": {},
  "broken.test. A": { answers: [address("broken.test.", "A", 30, "192.0.2.4")] },
  "broken.test. AAAA": { rcode: rcodes.SERVFAIL }
}

const server = respondingServer((octets, _, reply) => {
  const asked = Result.getOrThrow(Message.decode(octets))
  const [question] = asked.questions
  if (question === undefined) return Effect.void
  const type = question.type === rrTypes.A ? "A" : "AAAA"
  const answer = answers[`${DnsName.lowerCase(question.name)} ${type}`] ?? { rcode: rcodes.NXDOMAIN }
  return reply(Message.encode({ ...asked, isResponse: true, recursionAvailable: true, ...answer }))
})

const resolve = (target: string) =>
  Effect.flatMap(server, (port) =>
    Effect.provide(
      AliasResolver.use((resolver) => Effect.result(resolver.resolve(nameOf(target)))),
      publicAliasResolver({ resolvers: [`127.0.0.1:${port}`], timeout: 500 })
    ))

describe("publicAliasResolver", () => {
  it.effect("finds IPv4 and IPv6 addresses, with the shortest of their TTLs", () =>
    Effect.gen(function*() {
      const found = yield* resolve("both.test.")
      assert.deepStrictEqual(
        found,
        Result.succeed({ ipv4: ["192.0.2.1", "192.0.2.2"], ipv6: ["2001:db8::1"], ttl: 90 })
      )
    }).pipe(Effect.scoped))

  it.effect("returns no addresses for a name without any", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* resolve("four.test."), Result.succeed({ ipv4: ["192.0.2.3"], ipv6: [], ttl: 30 }))
      assert.deepStrictEqual(yield* resolve("nowhere.test."), Result.succeed({ ipv4: [], ipv6: [], ttl: 300 }))
    }).pipe(Effect.scoped))

  it.effect("fails if one of the queries has no response", () =>
    Effect.gen(function*() {
      const found = yield* resolve("broken.test.")
      assert.isTrue(Result.isFailure(found) && found.failure.reason === "ESERVFAIL")
    }).pipe(Effect.scoped))
})

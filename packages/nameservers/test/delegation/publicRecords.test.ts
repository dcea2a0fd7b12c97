import { assert, describe, it } from "@effect/vitest"
import { PublicRecords } from "@namewright/core/certificates"
import { DnsName, Rdata } from "@namewright/core/dns"
import { Hostname } from "@namewright/core/shared"
import { Message, publicRecords, rcodes, rrTypes } from "@namewright/nameservers"
import { Effect, Result } from "effect"
import { respondingServer } from "../transport/respondingServer.ts"

const record = (name: string, type: "A" | "AAAA" | "CAA", text: string): Message.ResourceRecord => {
  const value = Result.getOrThrow(Rdata.parse(type, text, { origin: DnsName.root, form: "zone_file" }))
  return {
    name: Result.getOrThrow(DnsName.parse(name)),
    type: rrTypes[type],
    class: 1,
    ttl: 60,
    rdata: Rdata.encode(type, value)
  }
}

/** What a resolver answers, by name and type; nothing is known of other names. */
const answers: Readonly<Record<string, Partial<Message.Message>>> = {
  [`both.test. ${rrTypes.A}`]: { answers: [record("both.test.", "A", "192.0.2.1")] },
  [`both.test. ${rrTypes.AAAA}`]: { answers: [record("both.test.", "AAAA", "2001:db8::1")] },
  [`both.test. ${rrTypes.CAA}`]: {
    answers: [
      record("both.test.", "CAA", `0 ISSUE "ca.example; validationmethods=http-01"`),
      record("both.test.", "CAA", `128 iodef "mailto:security@both.test"`)
    ]
  },
  [`broken.test. ${rrTypes.A}`]: { answers: [record("broken.test.", "A", "192.0.2.4")] },
  [`broken.test. ${rrTypes.AAAA}`]: { rcode: rcodes.SERVFAIL },
  [`broken.test. ${rrTypes.CAA}`]: { rcode: rcodes.SERVFAIL },
  [`bare.test. ${rrTypes.CAA}`]: {}
}

const server = respondingServer((octets, _, reply) => {
  const asked = Result.getOrThrow(Message.decode(octets))
  const [question] = asked.questions
  if (question === undefined) return Effect.void
  const answer = answers[`${DnsName.lowerCase(question.name)} ${question.type}`] ?? { rcode: rcodes.NXDOMAIN }
  return reply(Message.encode({ ...asked, isResponse: true, recursionAvailable: true, ...answer }))
})

const asking = <A, E>(
  ask: (records: PublicRecords["Service"]) => Effect.Effect<A, E>,
  ownAddresses?: ReadonlyArray<string>
) =>
  Effect.flatMap(server, (port) =>
    Effect.provide(
      PublicRecords.use((records) => Effect.result(ask(records))),
      publicRecords({ resolvers: [`127.0.0.1:${port}`], timeout: 500, ownAddresses })
    ))

describe("publicRecords", () => {
  it.effect("finds addresses of both versions, and none of a name without any", () =>
    Effect.gen(function*() {
      const addresses = (name: string) => asking((records) => records.addresses(Hostname.make(name)))
      assert.deepStrictEqual(yield* addresses("both.test"), Result.succeed(["192.0.2.1", "2001:db8::1"]))
      assert.deepStrictEqual(yield* addresses("missing.test"), Result.succeed([]))
      const broken = yield* addresses("broken.test")
      assert.isTrue(Result.isFailure(broken))
    }).pipe(Effect.scoped))

  it.effect("finds CAA records of exactly a name, with tags in lower case", () =>
    Effect.gen(function*() {
      const caa = (name: string) => asking((records) => records.caa(name))
      assert.deepStrictEqual(
        yield* caa("both.test"),
        Result.succeed([
          { critical: false, tag: "issue", value: "ca.example; validationmethods=http-01" },
          { critical: true, tag: "iodef", value: "mailto:security@both.test" }
        ])
      )
      assert.deepStrictEqual(yield* caa("bare.test"), Result.succeed([]))
      assert.deepStrictEqual(yield* caa("missing.test"), Result.succeed([]))
      const broken = yield* caa("broken.test")
      assert.include(Result.isFailure(broken) ? broken.failure.message : "", "broken.test were not resolved: ESERVFAIL")
    }).pipe(Effect.scoped))

  it.effect("has no own addresses unless they are given", () =>
    Effect.gen(function*() {
      const own = (addresses?: ReadonlyArray<string>) =>
        asking((records) => Effect.succeed(records.own_addresses), addresses)
      assert.deepStrictEqual(yield* own(), Result.succeed(null))
      assert.deepStrictEqual(yield* own([]), Result.succeed(null))
      assert.deepStrictEqual(yield* own(["192.0.2.1"]), Result.succeed(["192.0.2.1"]))
    }).pipe(Effect.scoped))
})

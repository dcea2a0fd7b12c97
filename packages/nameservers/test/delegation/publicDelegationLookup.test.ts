import { assert, describe, it } from "@effect/vitest"
import { answered, DelegationLookup, DnsName, Rdata, type RecordType, unanswered } from "@namewright/core/dns"
import { DomainName, Hostname } from "@namewright/core/shared"
import { Message, publicDelegationLookup, rcodes, rrTypes } from "@namewright/nameservers"
import { Effect, Result } from "effect"
import { createSocket } from "node:dgram"
import { respondingServer } from "../transport/respondingServer.ts"

const nameOf = (text: string) => Result.getOrThrow(DnsName.parse(text))

const record = (name: string, type: RecordType & keyof typeof rrTypes, text: string): Message.ResourceRecord => {
  const value = Result.getOrThrow(Rdata.parse(type, text, { origin: DnsName.root, form: "zone_file" }))
  return { name: nameOf(name), type: rrTypes[type], class: 1, ttl: 60, rdata: Rdata.encode(type, value) }
}

const hostname = Hostname.make("ns1.example.test")
const domain = DomainName.make("example.test")

/** What the world says: it resolves names, and is the nameserver above the domain at the same time. */
const world: Readonly<Record<string, Partial<Message.Message>>> = {
  "ns1.example.test. A R": { answers: [record("ns1.example.test.", "A", "192.0.2.1")] },
  "ns1.example.test. AAAA R": { answers: [record("ns1.example.test.", "AAAA", "2001:db8::1")] },
  "test. NS R": { answers: [record("test.", "NS", "a.nic.test."), record("test.", "NS", "b.nic.test.")] },
  "b.nic.test. A R": { answers: [record("b.nic.test.", "A", "127.0.0.1")] },
  "a.nic.test. A R": { answers: [record("a.nic.test.", "A", "127.0.0.1")] },
  "ns1.example.test. A": {
    authorities: [record("example.test.", "NS", "ns1.example.test.")],
    additionals: [
      record("ns1.example.test.", "A", "192.0.2.1"),
      record("ns1.example.test.", "AAAA", "2001:db8::1"),
      record("ns2.example.test.", "A", "192.0.2.9")
    ]
  },
  "broken.example.test. A R": { rcode: rcodes.SERVFAIL },
  "long.example.test. A": { additionals: [record("long.example.test.", "A", "192.0.2.7")] }
}

const typeNames = new Map<number, string>([[rrTypes.A, "A"], [rrTypes.AAAA, "AAAA"], [rrTypes.NS, "NS"]])

/** A server on both transports; names that begin with `long` fit into no datagram. */
const server = respondingServer((octets, { transport }, reply) => {
  const asked = Result.getOrThrow(Message.decode(octets))
  const [question] = asked.questions
  if (question === undefined) return Effect.void
  const key = [
    DnsName.lowerCase(question.name),
    typeNames.get(question.type),
    ...(asked.recursionDesired ? ["R"] : [])
  ].join(" ")
  const answer = transport === "udp" && key.startsWith("long")
    ? { isTruncated: true }
    : world[key] ?? { rcode: rcodes.NXDOMAIN }
  return reply(Message.encode({ ...asked, isResponse: true, ...answer }))
})

const lookup = Effect.fnUntraced(function*(port: number) {
  const at = yield* server
  return publicDelegationLookup({
    resolvers: [`127.0.0.1:${at}`],
    port: port === 0 ? at : port,
    timeout: 500,
    loopback: true
  })
})

const asking = <A>(ask: (lookup: DelegationLookup["Service"]) => Effect.Effect<A>, port = 0) =>
  Effect.scoped(
    Effect.flatMap(lookup(port), (layer) => Effect.provide(Effect.flatMap(DelegationLookup, ask), layer))
  )

describe("publicDelegationLookup", () => {
  it.live("finds the addresses of a hostname", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* asking(({ publicAddresses }) => publicAddresses(hostname)),
        answered(["192.0.2.1", "2001:db8::1"])
      )
      assert.deepStrictEqual(
        yield* asking(({ publicAddresses }) => publicAddresses(Hostname.make("ns9.example.test"))),
        answered([])
      )
    }))

  it.live("reports the failure of a resolver", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* asking(({ publicAddresses }) => publicAddresses(Hostname.make("broken.example.test"))),
        unanswered("ESERVFAIL")
      )
    }))

  it.live("reads the glue in the referral of the parent zone", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* asking(({ glue }) => glue(domain, hostname)),
        answered(["192.0.2.1", "2001:db8::1"])
      )
      assert.deepStrictEqual(
        yield* asking(({ glue }) => glue(domain, Hostname.make("ns3.example.test"))),
        answered([])
      )
    }))

  it.live("asks no nameserver inside the network", () =>
    Effect.gen(function*() {
      const at = yield* server
      const inside = publicDelegationLookup({ resolvers: [`127.0.0.1:${at}`], port: at, timeout: 500 })
      assert.deepStrictEqual(
        yield* Effect.provide(Effect.flatMap(DelegationLookup, ({ glue }) => glue(domain, hostname)), inside),
        unanswered("no nameserver above example.test answered")
      )
    }).pipe(Effect.scoped))

  it.live("queries over TCP after a truncated response", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* asking(({ glue }) => glue(domain, Hostname.make("long.example.test"))),
        answered(["192.0.2.7"])
      )
    }))

  it.live("does not wait for nameservers without a response", () =>
    Effect.gen(function*() {
      const silent = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createSocket>>((resume) => {
          const socket = createSocket("udp4")
          socket.bind(0, "127.0.0.1", () => resume(Effect.succeed(socket)))
        }),
        (socket) => Effect.sync(() => socket.close())
      )
      assert.deepStrictEqual(
        yield* asking(({ glue }) => glue(domain, hostname), silent.address().port),
        unanswered("no nameserver above example.test answered")
      )
      assert.deepStrictEqual(
        yield* asking(({ glue }) => glue(DomainName.make("example.nowhere"), hostname)),
        unanswered("no nameserver above example.nowhere answered")
      )
    }).pipe(Effect.scoped))
})

import { assert, describe, it } from "@effect/vitest"
import { MemoryZones, nameOf } from "@namewright/conformance"
import { Rdata } from "@namewright/core/dns"
import { Effect, Option, Redacted, Result, type Scope } from "effect"
import { createSocket, type Socket } from "node:dgram"
import { once } from "node:events"
import * as Message from "../../src/message/Message.ts"
import { rcodes } from "../../src/message/Rcode.ts"
import { classIn, rrTypes } from "../../src/message/RrType.ts"
import { makeHiddenPrimary } from "../../src/primary/hiddenPrimary.ts"
import { hiddenPrimarySettings } from "../../src/primary/Secondary.ts"
import { secondaryClient, type ZoneAnswer } from "../../src/primary/SecondaryClient.ts"
import { answerSigner, keysByName, signRequest, verifyRequest } from "../../src/primary/tsig/Tsig.ts"
import type { TsigKey } from "../../src/primary/tsig/TsigKey.ts"
import { respondingServer } from "../transport/respondingServer.ts"

const zone = nameOf("example.test")

const keyOf = (secret: string): TsigKey => ({
  name: nameOf("transfer-key"),
  algorithm: "hmac-sha256",
  secret: Redacted.make(Buffer.from(secret.padEnd(32)))
})
const key = keyOf("shared")
const otherKey = keyOf("guessed")
const now = () => Math.floor(Date.now() / 1000)

const soaRecord = (serial: number): Message.ResourceRecord => ({
  name: zone,
  type: rrTypes.SOA,
  class: classIn,
  ttl: 3600,
  rdata: Rdata.encode("SOA", {
    primary: nameOf("ns1.example.net"),
    mailbox: nameOf("hostmaster.example.net"),
    serial,
    refresh: 10_800,
    retry: 3600,
    expire: 604_800,
    minimum: 300
  })
})

const answer = (
  question: Message.Message,
  serial: number | undefined,
  rcode: number = rcodes.NOERROR,
  soa: (serial: number) => Message.ResourceRecord = soaRecord
): Uint8Array =>
  Message.encode({
    ...Message.query,
    id: question.id,
    isResponse: true,
    isAuthoritative: true,
    rcode,
    questions: question.questions,
    answers: serial === undefined ? [] : [soa(serial)]
  })

/** What the server in the place of a secondary sends when it is asked, in this order. */
type Replies = (question: Message.Message, octets: Uint8Array) => ReadonlyArray<Uint8Array>

/** Signs as a secondary with that key does. */
const signed = (octets: Uint8Array, question: Uint8Array, by = key): Uint8Array => {
  const verified = verifyRequest(question, keysByName([key]), now())
  if (verified._tag !== "Taken" || verified.by === undefined) throw new Error("The question is not signed")
  return answerSigner({ ...verified.by, key: by })(octets, now())
}

const serverOf = (replies: Replies): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Socket> => {
      const socket = createSocket("udp4")
      socket.on("message", (octets, from) => {
        const question = verifyRequest(octets, keysByName([key]), now())
        if (question._tag === "Malformed") return
        for (const reply of replies(question.message, octets)) socket.send(reply, from.port, from.address)
      })
      const isOpen = once(socket, "listening")
      socket.bind(0, "127.0.0.1")
      await isOpen
      return socket
    }),
    (socket) => Effect.sync(() => socket.close())
  ).pipe(Effect.map((socket) => socket.address().port))

const asked = (replies: Replies, about?: "removal"): Effect.Effect<ZoneAnswer | undefined, Error> =>
  Effect.gen(function*() {
    const port = yield* serverOf(replies)
    const client = yield* secondaryClient("127.0.0.1")
    return Option.getOrUndefined(yield* client.ask({ host: "127.0.0.1", port, key }, zone, about))
  }).pipe(Effect.scoped)

const nothing = (rcode: number = rcodes.NOERROR): ZoneAnswer => ({ isAuthentic: false, rcode, serial: undefined })
const serving = (serial: number): ZoneAnswer => ({ isAuthentic: true, rcode: rcodes.NOERROR, serial })

describe.concurrent("a secondary with a key", () => {
  it.live("is trusted if its response is signed", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* asked((question, octets) => [signed(answer(question, 7), octets)]), serving(7))
    }))

  it.live.each<[string, Replies]>([
    ["without a signature", (question) => [answer(question, 7)]],
    ["signed with another key", (question, octets) => [signed(answer(question, 7), octets, otherKey)]],
    [
      "signed for another question",
      (question) => [answerSigner(signRequest(Message.encode(question), key, now() - 1).by)(answer(question, 7), now())]
    ],
    ["whose serial was changed under way", (question, octets) => {
      const forged = Buffer.from(signed(answer(question, 7), octets))
      forged.writeUInt32BE(8, forged.indexOf(Buffer.from([0, 0, 0, 7])))
      return [forged]
    }]
  ])("is not known to serve anything by an answer %s", ([, replies]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* asked(replies), nothing())
    }))

  it.live("is heard after a response with its forged address", () =>
    Effect.gen(function*() {
      const replies: Replies = (question, octets) => [
        answer(question, 9),
        signed(answer(question, 9), octets, otherKey),
        signed(answer(question, 7), octets),
        answer(question, 9)
      ]
      assert.deepStrictEqual(yield* asked(replies), serving(7))
    }))

  it.live("reports no serial when it refuses the time of the query", () =>
    Effect.gen(function*() {
      const replies: Replies = (question, octets) => [signed(answer(question, undefined, rcodes.NOTAUTH), octets)]
      assert.deepStrictEqual(yield* asked(replies, "removal"), nothing(rcodes.NOTAUTH))
    }))

  it.live("may refuse an unserved zone without a signature, which ends the queries", () =>
    Effect.gen(function*() {
      const replies: Replies = (question, octets) => [
        answer(question, undefined, rcodes.REFUSED),
        signed(answer(question, 7), octets)
      ]
      assert.deepStrictEqual(yield* asked(replies), nothing(rcodes.REFUSED))
      assert.deepStrictEqual(yield* asked(replies, "removal"), serving(7))
    }))
})

describe.concurrent("a secondary with a truncated response", () => {
  it.live("is queried over TCP, also about a removal", () =>
    Effect.gen(function*() {
      const port = yield* respondingServer((octets, { transport }, reply) => {
        const question = Result.getOrThrow(Message.decode(octets))
        const cut = Message.encode({ ...question, additionals: [], isResponse: true, isTruncated: true })
        return reply(signed(transport === "udp" ? cut : answer(question, 7), Buffer.from(octets)))
      })
      const client = yield* secondaryClient("127.0.0.1")
      const said = yield* client.ask({ host: "127.0.0.1", port, key }, zone, "removal")
      assert.deepStrictEqual(Option.getOrUndefined(said), serving(7))
    }).pipe(Effect.scoped))
})

describe.concurrent("a server without a key", () => {
  it.live("is trusted without a signature", () =>
    Effect.gen(function*() {
      const port = yield* serverOf((question) => [answer(question, 7)])
      const client = yield* secondaryClient("127.0.0.1")
      const said = yield* client.ask({ host: "127.0.0.1", port }, zone)
      assert.deepStrictEqual(Option.getOrUndefined(said), serving(7))
    }).pipe(Effect.scoped))

  it.live("reports no serial when its SOA is truncated", () =>
    Effect.gen(function*() {
      const cut = (serial: number) => {
        const record = soaRecord(serial)
        return { ...record, rdata: record.rdata.subarray(0, -19) }
      }
      const port = yield* serverOf((question) => [answer(question, 7, rcodes.NOERROR, cut)])
      const client = yield* secondaryClient("127.0.0.1")
      const said = yield* client.ask({ host: "127.0.0.1", port }, zone)
      assert.deepStrictEqual(Option.getOrUndefined(said), { ...nothing(), isAuthentic: true })
    }).pipe(Effect.scoped))
})

describe.concurrent("a publication", () => {
  const published = Effect.fnUntraced(function*(replies: Replies) {
    const zones = new MemoryZones()
    const settings = yield* Effect.fromResult(hiddenPrimarySettings({
      host: "127.0.0.1",
      port: 0,
      keys: [{ name: "transfer-key", secret: Buffer.from(Redacted.value(key.secret)).toString("base64") }],
      secondaries: [{ name: "secondary", host: "127.0.0.1", port: yield* serverOf(replies), key: "transfer-key" }],
      waitSeconds: 1
    }))
    const { nameservers } = yield* Effect.provide(makeHiddenPrimary(settings), zones.layer)
    const publication = yield* zones.put("example.test", { serial: 7, rrsets: [] })
    return yield* Effect.flatMap(Effect.fromNullishOr(nameservers[0]), ({ publish }) => publish([publication]))
  }, Effect.scoped)

  it.live("counts as served after a signed response of the secondary", () =>
    Effect.gen(function*() {
      const served = yield* published((question, octets) => [signed(answer(question, 7), octets)])
      assert.deepStrictEqual(served, [{ name: zone, serial: 7, problem: null }])
    }))

  it.live("does not count as served after a response without the key", () =>
    Effect.gen(function*() {
      const [served] = yield* published((question) => [answer(question, 7)])
      assert.strictEqual(served?.serial, undefined)
      assert.match(
        served?.problem ?? "",
        /^secondary at .* answers without a right signature by the key transfer-key\.$/
      )
    }))
})

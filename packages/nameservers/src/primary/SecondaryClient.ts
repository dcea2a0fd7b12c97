import { type DnsName } from "@namewright/core/dns"
import { Clock, Effect, Latch, Option, Result, type Scope, Semaphore } from "effect"
import { randomInt } from "node:crypto"
import { createSocket, type Socket } from "node:dgram"
import { once } from "node:events"
import { isIP } from "node:net"
import * as Message from "../message/Message.ts"
import { rcodes } from "../message/Rcode.ts"
import { answeredSerial, soaQuestion } from "./Question.ts"
import type { Secondary } from "./Secondary.ts"
import { type Authenticated, signRequest, verifyAnswer } from "./tsig/Tsig.ts"
import type { TsigKey } from "./tsig/TsigKey.ts"

/** What a secondary says of a zone. */
export interface ZoneAnswer {
  /** Signed with the key, if there is one. Else anybody may have said it. */
  readonly isAuthentic: boolean
  readonly rcode: number
  /** Undefined when it does not serve the zone, and for what is not authentic. */
  readonly serial: number | undefined
}

/** Where a nameserver answers. */
export interface AskedServer {
  readonly host: string
  readonly port: number
  /** Signs questions and answers (RFC 8945); without one, whoever can send from the address is believed. */
  readonly key?: TsigKey | undefined
}

/** Asks secondaries, and tells them of changes, over UDP. */
export interface SecondaryClient {
  /**
   * What it serves; none when it does not answer within the time, or cannot be reached. Answers that are not authentic
   * are told when no authentic one came. One of them is told at once, unless a removal is asked about: a refusal without
   * a signature, as Knot answers questions about zones that it does not have, whatever key they are signed with.
   */
  readonly ask: (
    server: AskedServer,
    zone: DnsName.DnsName,
    about?: "removal"
  ) => Effect.Effect<Option.Option<ZoneAnswer>>
  /** Tells that a zone has changed (RFC 1996), and waits for an answer, whatever it is. */
  readonly notify: (secondary: Secondary, zone: DnsName.DnsName) => Effect.Effect<void>
}

const answerWithin = "1 second"

/** Questions that wait for an answer; more at once would overflow what a secondary keeps of datagrams. */
const concurrency = 64

const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const openSocket = async (host: string): Promise<Socket> => {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4")
  const isOpen = once(socket, "listening")
  socket.bind({ address: host, port: 0 })
  await isOpen
  return socket
}

/** Reads what answers that question; undefined for what is no answer at all. */
const answerTo = (
  octets: Uint8Array,
  zone: DnsName.DnsName,
  request: Authenticated | undefined,
  now: number
): ZoneAnswer | undefined => {
  if (request === undefined) {
    const decoded = Message.decode(octets)
    if (Result.isFailure(decoded) || !decoded.success.isResponse) return undefined
    return { isAuthentic: true, rcode: decoded.success.rcode, serial: answeredSerial(decoded.success, zone) }
  }
  const verified = verifyAnswer(octets, request, now)
  if (verified._tag === "Malformed" || !verified.message.isResponse) return undefined
  const { rcode } = verified.message
  // NOTAUTH is about the key or the clock, and signed if about the clock: it is no word on the zone.
  const isAuthentic = verified._tag === "Taken" && verified.by !== undefined && rcode !== rcodes.NOTAUTH
  return { isAuthentic, rcode, serial: isAuthentic ? answeredSerial(verified.message, zone) : undefined }
}

/** Sends from that address. */
export const secondaryClient = Effect.fnUntraced(function*(
  host: string
): Effect.fn.Return<SecondaryClient, Error, Scope.Scope> {
  const socket = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => openSocket(host),
      catch: (error) => new Error(`No datagrams can be sent from ${host}: ${String(error)}`)
    }),
    (open) => Effect.sync(() => open.close())
  )
  const turns = yield* Semaphore.make(concurrency)
  const waiting = new Map<number, (octets: Buffer, from: { readonly address: string; readonly port: number }) => void>()
  socket.on("error", () => undefined)
  socket.on("message", (octets, from) => {
    if (octets.length > 2) waiting.get(octets.readUInt16BE(0))?.(octets, from)
  })
  const freeId = (): number => {
    const id = randomInt(0x10000)
    return waiting.has(id) ? freeId() : id
  }

  /** Sends, and takes in what comes back until the effect ends; it holds a turn until there is an answer to go on with. */
  const exchange = (
    server: AskedServer,
    message: (id: number) => Uint8Array,
    heard: (octets: Uint8Array) => void,
    answered: Latch.Latch
  ) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const id = freeId()
        waiting.set(id, (octets, from) => {
          if (from.port === server.port && (isIP(server.host) === 0 || from.address === server.host)) heard(octets)
        })
        // An error in sending is as good as no answer.
        socket.send(message(id), server.port, server.host, () => undefined)
        return id
      }),
      (id) => Effect.sync(() => void waiting.delete(id))
    ).pipe(
      Effect.andThen(Effect.timeoutOption(answered.await, answerWithin)),
      turns.withPermit
    )

  const ask: SecondaryClient["ask"] = Effect.fnUntraced(function*(server, zone, about) {
    const now = yield* seconds
    const [answered, authenticated] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
    let answer: ZoneAnswer | undefined
    let request: Authenticated | undefined
    const question = (id: number) => {
      const octets = soaQuestion(id, "QUERY", zone)
      if (server.key === undefined) return octets
      const signed = signRequest(octets, server.key, now)
      request = signed.by
      return signed.octets
    }
    yield* exchange(server, question, (octets) => {
      const said = answerTo(octets, zone, request, now)
      if (said === undefined || answer?.isAuthentic === true) return
      answer = said
      if (said.isAuthentic) authenticated.openUnsafe()
      if (said.isAuthentic || said.rcode === rcodes.REFUSED) answered.openUnsafe()
    }, answered)
    if (answer?.isAuthentic === false && about === "removal") {
      yield* Effect.timeoutOption(authenticated.await, answerWithin)
    }
    return Option.fromUndefinedOr(answer)
  }, Effect.scoped)

  const notify: SecondaryClient["notify"] = Effect.fnUntraced(function*(secondary, zone) {
    const now = yield* seconds
    const answered = Latch.makeUnsafe()
    const message = (id: number) => signRequest(soaQuestion(id, "NOTIFY", zone), secondary.key, now).octets
    yield* exchange(secondary, message, () => answered.openUnsafe(), answered)
  }, Effect.scoped)

  return { ask, notify }
})

import { type DnsName } from "@namewright/core/dns"
import { Clock, Effect, Latch, Option, Result, Semaphore } from "effect"
import { randomInt } from "node:crypto"
import * as Message from "../message/Message.ts"
import { rcodes } from "../message/Rcode.ts"
import { isTruncated, overTcp, sendDatagram } from "../transport/DnsExchange.ts"
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
export interface QueriedServer {
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
    server: QueriedServer,
    zone: DnsName.DnsName,
    about?: "removal"
  ) => Effect.Effect<Option.Option<ZoneAnswer>>
  /** Tells that a zone has changed (RFC 1996), and waits for an answer, whatever it is. */
  readonly notify: (secondary: Secondary, zone: DnsName.DnsName) => Effect.Effect<void>
}

/** Milliseconds for a response. */
const responseMillis = 1000

/** Questions that wait for an answer; more at once would overflow what a secondary keeps of datagrams. */
const concurrency = 64

const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

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

/** Client that sends from an address. */
export const secondaryClient = Effect.fnUntraced(function*(from?: string): Effect.fn.Return<SecondaryClient> {
  const turns = yield* Semaphore.make(concurrency)

  /** Sends, and receives until the scope closes; holds one of the turns until a response settles the question. */
  const send = (
    { host, port }: QueriedServer,
    message: Uint8Array,
    receive: (response: Buffer) => void,
    settled: Latch.Latch
  ) =>
    // A server that cannot be reached for a moment is waited for like one that does not answer.
    sendDatagram({ host, port, from }, message, receive, () => undefined).pipe(
      Effect.andThen(Effect.timeoutOption(settled.await, responseMillis)),
      turns.withPermit
    )

  const ask: SecondaryClient["ask"] = Effect.fnUntraced(function*(server, zone, about) {
    const now = yield* seconds
    const [settled, authenticated] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
    const query = soaQuestion(randomInt(0x10000), "QUERY", zone)
    const signed = server.key && signRequest(query, server.key, now)
    const message = signed?.octets ?? query
    const read = (response: Buffer) => answerTo(response, zone, signed?.by, now)
    let answer: ZoneAnswer | undefined
    let isCut = false
    yield* send(server, message, (response) => {
      const next = read(response)
      if (next === undefined || answer?.isAuthentic === true) return
      answer = next
      isCut = isTruncated(response)
      if (next.isAuthentic) authenticated.openUnsafe()
      if (isCut || next.isAuthentic || next.rcode === rcodes.REFUSED) settled.openUnsafe()
    }, settled)
    if (isCut) return yield* overTcp({ ...server, from }, message, read, responseMillis)
    if (answer?.isAuthentic === false && about === "removal") {
      yield* Effect.timeoutOption(authenticated.await, responseMillis)
    }
    return Option.fromUndefinedOr(answer)
  }, Effect.scoped)

  const notify: SecondaryClient["notify"] = Effect.fnUntraced(function*(secondary, zone) {
    const settled = Latch.makeUnsafe()
    const notification = soaQuestion(randomInt(0x10000), "NOTIFY", zone)
    const { octets } = signRequest(notification, secondary.key, yield* seconds)
    yield* send(secondary, octets, () => settled.openUnsafe(), settled)
  }, Effect.scoped)

  return { ask, notify }
})

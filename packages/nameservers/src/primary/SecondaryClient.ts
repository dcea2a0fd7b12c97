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

/** Answer of a secondary about a zone. */
export interface ZoneAnswer {
  /** True if it is signed with the key, or if the server has no key. */
  readonly isAuthentic: boolean
  readonly rcode: number
  /** Undefined if the zone is not served, or the answer is not authentic. */
  readonly serial: number | undefined
}

/** A nameserver that is queried. */
export interface QueriedServer {
  readonly host: string
  readonly port: number
  /** Key that signs queries and answers (RFC 8945). Without one, answers from the address are trusted. */
  readonly key?: TsigKey | undefined
}

/** Queries and notifies secondaries, over UDP; truncated answers are queried again over TCP. */
export interface SecondaryClient {
  /**
   * Queries the serial of a zone. `None` if there is no answer within a second. An answer that is not authentic is returned
   * if no authentic one arrives. An unsigned refusal is returned at once, unless the query is about a removal: Knot refuses
   * queries for zones that it does not have without a signature, whatever their key.
   */
  readonly ask: (
    server: QueriedServer,
    zone: DnsName.DnsName,
    about?: "removal"
  ) => Effect.Effect<Option.Option<ZoneAnswer>>
  /** Sends a NOTIFY (RFC 1996) and waits a second for any answer. */
  readonly notify: (secondary: Secondary, zone: DnsName.DnsName) => Effect.Effect<void>
}

/** Milliseconds for a response. */
const responseMillis = 1000

/** Queries that wait for an answer; more would overflow the receive buffer of a secondary. */
const concurrency = 64

const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

/** Decodes an answer; undefined if the octets are none. */
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
  // NOTAUTH is about the key or the clock, not about the zone; it is signed if the clock differs.
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

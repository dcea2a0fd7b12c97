import { DnsName } from "@namewright/core/dns"
import { Clock, Effect, Option, Semaphore } from "effect"
import type { ImageRrset } from "../image/ImageRrset.ts"
import * as Message from "../message/Message.ts"
import { opcodes, rcodes } from "../message/Rcode.ts"
import { classIn, rrTypes } from "../message/RrType.ts"
import type { Responder, Source } from "../transport/effectHandlers.ts"
import type { Catalog, Member } from "./Catalog.ts"
import { askedSerial } from "./Question.ts"
import type { HiddenPrimarySettings } from "./Secondary.ts"
import { answerMessages } from "./TransferMessages.ts"
import { answerSigner, type Authenticated, keysByName, refusalOf, type Verified, verifyRequest } from "./tsig/Tsig.ts"
import type { Difference } from "./ZoneVersion.ts"
import type { ZoneVersions } from "./ZoneVersions.ts"

/** Transfers that are sent concurrently; others wait with open connections. */
const concurrentTransfers = 32

/** A version of a zone or of the catalog. */
interface Transferable {
  readonly soa: ImageRrset
  readonly serial: number
  readonly rrsets: () => Iterable<ImageRrset>
  readonly since: (serial: number) => Effect.Effect<Option.Option<ReadonlyArray<Difference>>>
}

/** Reply to a query: records, or only a response code. */
type Reply =
  | {
    readonly _tag: "Records"
    readonly rrsets: Iterable<ImageRrset>
    readonly soa: ImageRrset
    readonly isTransfer: boolean
  }
  | { readonly _tag: "Code"; readonly rcode: keyof typeof rcodes }

const code = (rcode: keyof typeof rcodes): Reply => ({ _tag: "Code", rcode })

/** Records of a transfer, or the SOA alone. */
const records = (soa: ImageRrset, transfer?: Iterable<ImageRrset>): Reply => ({
  _tag: "Records",
  rrsets: transfer ?? [soa],
  soa,
  isTransfer: transfer !== undefined
})

function* wholeZone({ rrsets, soa }: Transferable): Generator<ImageRrset> {
  yield soa
  yield* rrsets()
  yield soa
}

function* changes({ soa }: Transferable, differences: ReadonlyArray<Difference>): Generator<ImageRrset> {
  yield soa
  for (const { added, removed } of differences) {
    yield* removed
    yield* added
  }
  yield soa
}

/** Serial number arithmetic (RFC 1982): half of all serials are later than a given one. */
const isLater = (serial: number, than: number): boolean => serial !== than && (serial - than) >>> 0 < 0x8000_0000

const transfer = Effect.fnUntraced(function*(
  version: Transferable,
  { type }: Message.Question,
  message: Message.DecodedMessage
): Effect.fn.Return<Reply> {
  const serial = askedSerial(message)
  if (type === rrTypes.AXFR) return records(version.soa, wholeZone(version))
  if (serial === undefined) return code("FORMERR")
  if (!isLater(version.serial, serial)) return records(version.soa)
  const differences = yield* version.since(serial)
  return records(
    version.soa,
    Option.match(differences, { onNone: () => wholeZone(version), onSome: (all) => changes(version, all) })
  )
})

/** Dependencies of the request handler. */
export interface TransferRequestsOptions {
  readonly settings: HiddenPrimarySettings
  readonly catalog: Catalog
  readonly versions: ZoneVersions
  /** Called after each transfer of a zone. */
  readonly transferred: (zone: DnsName.DnsName) => void
}

/** Answers SOA, AXFR and IXFR queries of clients with a key, and refuses all others. */
export const transferRequests = Effect.fnUntraced(function*(
  { catalog, settings, transferred, versions }: TransferRequestsOptions
) {
  const keys = keysByName(settings.keys)
  const trusted = new Set(settings.secondaries.filter(({ trustAddress }) => trustAddress).map(({ host }) => host))
  const transfers = yield* Semaphore.make(concurrentTransfers)
  const clock = yield* Clock.Clock
  const now = () => Math.floor(clock.currentTimeMillisUnsafe() / 1000)

  const catalogVersion = (): Transferable => {
    const [soa, rrsets] = [catalog.soa(), catalog.records()]
    return {
      soa,
      serial: catalog.serial,
      rrsets: () => rrsets,
      since: (serial) => Effect.succeed(Option.fromUndefinedOr(catalog.since(serial)))
    }
  }

  const zoneVersion = Effect.fnUntraced(function*(name: DnsName.DnsName, published: Member) {
    const found = yield* versions.current(name, published)
    return Option.map(found, (version): Transferable => ({
      soa: version.soa,
      serial: version.serial,
      rrsets: () => version.rrsets,
      since: (serial) => versions.since(name, serial, version)
    }))
  })

  const replyOf = Effect.fnUntraced(function*(
    message: Message.DecodedMessage,
    question: Message.Question,
    source: Source
  ): Effect.fn.Return<Reply> {
    if (message.opcode !== opcodes.QUERY) return code("NOTIMP")
    if (question.class !== classIn) return code("REFUSED")
    const isTransfer = question.type === rrTypes.AXFR || question.type === rrTypes.IXFR
    if (!isTransfer && question.type !== rrTypes.SOA) return code("REFUSED")
    // AXFR is for TCP (RFC 5936, section 4.2).
    if (question.type === rrTypes.AXFR && source.transport === "udp") return code("FORMERR")
    const name = DnsName.lowerCase(question.name)
    if (name === catalog.name && catalog.serial === 0) return code("SERVFAIL")
    const member = catalog.member(name)
    const version = name === catalog.name
      ? Option.some(catalogVersion())
      : member === undefined
      ? Option.none()
      : yield* zoneVersion(name, member)
    if (Option.isNone(version)) return code("NOTAUTH")
    if (isTransfer) return yield* transfer(version.value, question, message)
    return records(version.value.soa)
  })

  const replyTo = (message: Message.DecodedMessage, question: Message.Question, source: Source) =>
    Effect.catchCause(
      replyOf(message, question, source),
      (cause) => Effect.as(Effect.logError("A query of a secondary could not be answered", cause), code("SERVFAIL"))
    )

  const answerTaken = Effect.fnUntraced(function*(
    { by, message }: Extract<Verified, { readonly _tag: "Taken" }>,
    source: Source,
    reply: (octets: Uint8Array) => Effect.Effect<void>
  ) {
    const sign = signing(by, now)
    const refuse = (rcode: keyof typeof rcodes) => reply(sign(codeAnswer(message, rcode)))
    const [question, ...others] = message.questions
    if (question === undefined || others.length > 0) return yield* refuse("FORMERR")
    if (by === undefined && !trusted.has(source.address)) return yield* refuse("REFUSED")
    const result = yield* replyTo(message, question, source)
    if (result._tag === "Code") return yield* refuse(result.rcode)
    if (source.transport === "udp") yield* reply(datagram(message, question, result, by, now))
    else {
      const messages = answerMessages(message, question, result.rrsets)
      yield* Effect.forEach(messages, (octets) => reply(sign(octets)), { discard: true })
    }
    if (result.isTransfer) transferred(DnsName.lowerCase(question.name))
  })

  /** True for transfers, which wait for a permit before a version of the zone is loaded. */
  const inTurn = ({ by, message }: Extract<Verified, { readonly _tag: "Taken" }>, source: Source): boolean =>
    source.transport === "tcp" && (by !== undefined || trusted.has(source.address)) &&
    message.questions.some(({ type }) => type === rrTypes.AXFR || type === rrTypes.IXFR)

  const respond: Responder = (octets, source, reply) => {
    const verified = verifyRequest(octets, keys, now())
    if (verified._tag === "Malformed") {
      const answer = formatError(octets)
      return answer === undefined ? Effect.void : reply(answer)
    }
    // Responses get no answer, or two servers could answer each other without end.
    if (verified.message.isResponse) return Effect.void
    if (verified._tag === "Refused") return reply(refusalOf(codeAnswer(verified.message, "NOTAUTH"), verified, now()))
    const answer = answerTaken(verified, source, reply)
    return inTurn(verified, source) ? transfers.withPermit(answer) : answer
  }
  return respond
})

type Sign = (octets: Uint8Array) => Uint8Array

const signing = (by: Authenticated | undefined, now: () => number): Sign => {
  if (by === undefined) return (octets) => octets.slice()
  const sign = answerSigner(by)
  return (octets) => sign(octets, now())
}

const codeAnswer = (
  { id, opcode, questions, recursionDesired }: Message.Message,
  rcode: keyof typeof rcodes
): Uint8Array =>
  Message.encode({ ...Message.query, id, opcode, recursionDesired, isResponse: true, rcode: rcodes[rcode], questions })

/** FORMERR for octets that cannot be decoded. Undefined for responses, and for octets shorter than a header. */
const formatError = (octets: Uint8Array): Uint8Array | undefined =>
  octets.length < 12 || ((octets[2] ?? 0) & 0x80) !== 0
    ? undefined
    : codeAnswer({ ...Message.query, id: (octets[0] ?? 0) * 256 + (octets[1] ?? 0) }, "FORMERR")

/** Octets of datagrams: the largest that is not fragmented, and the largest without EDNS (RFC 1035, section 4.2.1). */
const datagramOctets = { largest: 1232, smallest: 512 }

/** The answer if it fits into one datagram, else the SOA alone; the client then asks over TCP (RFC 1995, section 4). */
const datagram = (
  message: Message.DecodedMessage,
  question: Message.Question,
  { rrsets, soa }: Extract<Reply, { readonly _tag: "Records" }>,
  by: Authenticated | undefined,
  now: () => number
): Uint8Array => {
  const messages = answerMessages(message, question, rrsets)
  const first = messages.next()
  const answer = signing(by, now)(first.done === true ? new Uint8Array(0) : first.value)
  const { largest, smallest } = datagramOctets
  const room = Math.min(Math.max(message.edns?.udpSize ?? smallest, smallest), largest)
  if (messages.next().done === true && answer.length <= room) return answer
  const [short = new Uint8Array(0)] = answerMessages(message, question, [soa])
  return signing(by, now)(short)
}

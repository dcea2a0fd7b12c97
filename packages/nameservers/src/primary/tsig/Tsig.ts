import { DnsName } from "@namewright/core/dns"
import { Redacted } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import type * as Message from "../../message/Message.ts"
import { type TsigAlgorithm, tsigAlgorithms, type TsigKey } from "./TsigKey.ts"
import { appendTsig, integerOctets, splitTsig, type TsigRecord } from "./TsigRecord.ts"

/** Seconds by which clocks may differ (RFC 8945, section 10). */
const fudge = 300

/** Why a message is not taken (RFC 8945, section 3). */
export const tsigErrors = { none: 0, BADSIG: 16, BADKEY: 17, BADTIME: 18, BADTRUNC: 22 } as const

export type TsigErrorName = Exclude<keyof typeof tsigErrors, "none">

/** The keys of an installation by name. */
export type TsigKeys = ReadonlyMap<DnsName.DnsName, TsigKey>

/** The keys by the names that messages call them. */
export const keysByName = (keys: ReadonlyArray<TsigKey>): TsigKeys => new Map(keys.map((key) => [key.name, key]))

/** A message with a MAC that is right; what answers it is authenticated with the same key. */
export interface Authenticated {
  readonly key: TsigKey
  readonly mac: Uint8Array
}

/** What is known of a message by its TSIG record. */
export type Verified =
  /** The octets are those before the record was appended; without one, nobody says who wrote them. */
  | {
    readonly _tag: "Taken"
    readonly message: Message.DecodedMessage
    readonly octets: Uint8Array
    readonly by: Authenticated | undefined
  }
  /** Its answer is NOTAUTH, as `refusalOf` makes it. */
  | {
    readonly _tag: "Refused"
    readonly message: Message.DecodedMessage
    readonly error: TsigErrorName
    readonly record: TsigRecord
    /** Known when only the time was wrong: then the answer is signed. */
    readonly by: Authenticated | undefined
  }
  /** No message at all, or one whose answer is FORMERR. */
  | { readonly _tag: "Malformed" }

const algorithmName = (algorithm: TsigAlgorithm): DnsName.DnsName => DnsName.DnsName.make(`${algorithm}.`)

/** What is authenticated besides the message (RFC 8945, section 4.3.3). */
const variables = (record: TsigRecord): Uint8Array =>
  Buffer.concat([
    DnsName.encode(record.keyName),
    integerOctets(255, 2),
    integerOctets(0, 4),
    DnsName.encode(record.algorithmName),
    timers(record),
    integerOctets(record.error, 2),
    integerOctets(record.otherData.length, 2),
    record.otherData
  ])

/** All that is authenticated besides a message that is not the first of an answer (RFC 8945, section 5.3.1). */
const timers = (record: TsigRecord): Uint8Array =>
  Buffer.concat([integerOctets(record.timeSigned, 6), integerOctets(record.fudge, 2)])

const macOf = (key: TsigKey, before: Uint8Array | undefined, octets: Uint8Array, after: Uint8Array): Uint8Array => {
  const hmac = createHmac(tsigAlgorithms[key.algorithm].hash, Redacted.value(key.secret))
  if (before !== undefined) hmac.update(integerOctets(before.length, 2)).update(before)
  return hmac.update(octets).update(after).digest()
}

const verified = (
  octets: Uint8Array,
  now: number,
  keyOf: (record: TsigRecord) => TsigKey | undefined,
  digest: (key: TsigKey, octets: Uint8Array, record: TsigRecord) => Uint8Array
): Verified => {
  const split = splitTsig(octets)
  if (split === undefined) return { _tag: "Malformed" }
  const { message, record } = split
  if (record === undefined) return { _tag: "Taken", message, octets, by: undefined }
  const refused = (error: TsigErrorName, by?: Authenticated): Verified => ({
    _tag: "Refused",
    message,
    error,
    record,
    by
  })
  const key = keyOf(record)
  if (key === undefined || algorithmName(key.algorithm) !== record.algorithmName) return refused("BADKEY")
  const whole = tsigAlgorithms[key.algorithm].octets
  const size = record.mac.length
  if (size > whole || size !== 0 && size < Math.max(10, whole / 2)) return { _tag: "Malformed" }
  const mac = digest(key, split.octets, record)
  if (size === 0 || !timingSafeEqual(mac.subarray(0, size), record.mac)) return refused("BADSIG")
  const by = { key, mac: record.mac }
  if (Math.abs(now - record.timeSigned) > record.fudge) return refused("BADTIME", by)
  // A MAC may be cut to its half (RFC 8945, section 5.2.2.1); no nameserver that we know does it unless it is told to.
  if (size < whole) return refused("BADTRUNC", by)
  return { _tag: "Taken", message, octets: split.octets, by }
}

/** What a server makes of a request (RFC 8945, section 5.2); `now` in seconds since 1970. */
export const verifyRequest = (octets: Uint8Array, keys: TsigKeys, now: number): Verified =>
  verified(
    octets,
    now,
    ({ keyName }) => keys.get(keyName),
    (key, message, record) => macOf(key, undefined, message, variables(record))
  )

/** Authenticates a request (RFC 8945, section 5.1). */
export const signRequest = (
  octets: Uint8Array,
  key: TsigKey,
  now: number
): { readonly octets: Uint8Array; readonly by: Authenticated } => {
  const record = withoutMac(octets, key, now)
  const mac = macOf(key, undefined, octets, variables(record))
  return { octets: appendTsig(octets, { ...record, mac }), by: { key, mac } }
}

/** Whether an answer comes from who has the key, and belongs to the request (RFC 8945, section 5.3). */
export const verifyAnswer = (octets: Uint8Array, request: Authenticated, now: number): Verified =>
  verified(
    octets,
    now,
    ({ keyName }) => keyName === request.key.name ? request.key : undefined,
    (key, message, record) => macOf(key, request.mac, message, variables(record))
  )

const idOf = (octets: Uint8Array): number => (octets[0] ?? 0) * 256 + (octets[1] ?? 0)

const withoutMac = (octets: Uint8Array, key: TsigKey, now: number): TsigRecord => ({
  keyName: key.name,
  algorithmName: algorithmName(key.algorithm),
  timeSigned: now,
  fudge,
  mac: new Uint8Array(0),
  originalId: idOf(octets),
  error: tsigErrors.none,
  otherData: new Uint8Array(0)
})

/**
 * Authenticates an answer of several messages, in their order: each one's MAC covers the one before, so that none can be
 * left out, added or moved (RFC 8945, section 5.3.1).
 */
export const answerSigner = (request: Authenticated): (octets: Uint8Array, now: number) => Uint8Array => {
  let before = request.mac
  let isFirst = true
  return (octets, now) => {
    const record = withoutMac(octets, request.key, now)
    const mac = macOf(request.key, before, octets, isFirst ? variables(record) : timers(record))
    before = mac
    isFirst = false
    return appendTsig(octets, { ...record, mac })
  }
}

/**
 * Appends to an answer NOTAUTH why the request was refused (RFC 8945, section 5.2). The answer to a wrong time says what
 * time it is here and is signed; those to a wrong key or MAC cannot be.
 */
export const refusalOf = (
  octets: Uint8Array,
  { by, error, record }: Extract<Verified, { readonly _tag: "Refused" }>,
  now: number
): Uint8Array => {
  const answer: TsigRecord = {
    ...record,
    mac: new Uint8Array(0),
    originalId: idOf(octets),
    error: tsigErrors[error],
    otherData: error === "BADTIME" ? integerOctets(now, 6) : new Uint8Array(0)
  }
  const mac = by === undefined ? answer.mac : macOf(by.key, by.mac, octets, variables(answer))
  return appendTsig(octets, { ...answer, mac })
}

import { DnsName } from "@namewright/core/dns"
import { Redacted } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import type * as Message from "../../message/Message.ts"
import { type TsigAlgorithm, tsigAlgorithms, type TsigKey } from "./TsigKey.ts"
import { appendTsig, integerOctets, splitTsig, type TsigRecord } from "./TsigRecord.ts"

/** Seconds by which clocks may differ (RFC 8945, section 10). */
const fudge = 300

/** Errors of a signature (RFC 8945, section 3). */
export const tsigErrors = { none: 0, BADSIG: 16, BADKEY: 17, BADTIME: 18, BADTRUNC: 22 } as const

export type TsigErrorName = Exclude<keyof typeof tsigErrors, "none">

/** Keys of an installation by name. */
export type TsigKeys = ReadonlyMap<DnsName.DnsName, TsigKey>

/** Indexes keys by the name in messages. */
export const keysByName = (keys: ReadonlyArray<TsigKey>): TsigKeys => new Map(keys.map((key) => [key.name, key]))

/** Key and MAC of an authenticated message, which its answer is signed with. */
export interface Authenticated {
  readonly key: TsigKey
  readonly mac: Uint8Array
}

/** Result of the check of a message's TSIG record. */
export type Verified =
  /** Accepted, with the octets before the record. `by` is undefined for a message without one. */
  | {
    readonly _tag: "Taken"
    readonly message: Message.DecodedMessage
    readonly octets: Uint8Array
    readonly by: Authenticated | undefined
  }
  /** The answer is NOTAUTH, see `refusalOf`. */
  | {
    readonly _tag: "Refused"
    readonly message: Message.DecodedMessage
    readonly error: TsigErrorName
    readonly record: TsigRecord
    /** Defined if only the time or the length of the MAC is wrong; then the answer is signed. */
    readonly by: Authenticated | undefined
  }
  /** Octets that are no message, or whose answer is FORMERR. */
  | { readonly _tag: "Malformed" }

const algorithmName = (algorithm: TsigAlgorithm): DnsName.DnsName => DnsName.DnsName.make(`${algorithm}.`)

/** Fields that the MAC covers besides the message (RFC 8945, section 4.3.3). */
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

/** Fields that the MAC covers in messages after the first of an answer (RFC 8945, section 5.3.1). */
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
  // A MAC may be truncated to its half (RFC 8945, section 5.2.2.1); known nameservers only do so if configured.
  if (size < whole) return refused("BADTRUNC", by)
  return { _tag: "Taken", message, octets: split.octets, by }
}

/** Checks a request (RFC 8945, section 5.2); `now` in seconds since 1970. */
export const verifyRequest = (octets: Uint8Array, keys: TsigKeys, now: number): Verified =>
  verified(
    octets,
    now,
    ({ keyName }) => keys.get(keyName),
    (key, message, record) => macOf(key, undefined, message, variables(record))
  )

/** Signs a request (RFC 8945, section 5.1); `now` in seconds since 1970. */
export const signRequest = (
  octets: Uint8Array,
  key: TsigKey,
  now: number
): { readonly octets: Uint8Array; readonly by: Authenticated } => {
  const record = withoutMac(octets, key, now)
  const mac = macOf(key, undefined, octets, variables(record))
  return { octets: appendTsig(octets, { ...record, mac }), by: { key, mac } }
}

/** Checks that an answer is signed with the key of the request, and for it (RFC 8945, section 5.3). */
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
 * Signs the messages of an answer in their order. Each MAC covers the one before, so that no message can be removed, added
 * or moved (RFC 8945, section 5.3.1).
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
 * Appends the TSIG error to a NOTAUTH answer (RFC 8945, section 5.2). The answer to a wrong time contains the server's time
 * and is signed; answers to a wrong key or MAC cannot be.
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

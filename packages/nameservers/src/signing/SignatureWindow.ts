import type { DnsName } from "@namewright/core/dns"
import { createHash } from "node:crypto"

/** Validity period of signatures, in seconds since 1970. */
export interface SignatureWindow {
  readonly inception: number
  readonly expiration: number
}

const hour = 3600
const day = 24 * hour

/** Validity from the start of the day of signing; at least 14 days remain. */
const validity = 15 * day

/** Remaining validity at which signatures are renewed. */
const renewedBefore = 7 * day

/** Tolerated delay of validators' clocks. */
const clockSkew = hour

/** Start of a zone's day, which differs between zones, so that not all are signed at the same time. */
const startOfDay = (zone: DnsName.DnsName): number => createHash("sha256").update(zone).digest().readUInt32BE(0) % day

/**
 * The window of signatures that are made now. It changes once a day, so that processes that serve the same zone agree and
 * signatures made on one day can be kept for the zone's next version.
 */
export const signatureWindow = (zone: DnsName.DnsName, now: number): SignatureWindow => {
  const start = startOfDay(zone)
  const today = Math.floor((now - start) / day) * day + start
  return { inception: today - clockSkew, expiration: today + validity }
}

/** Whether signatures of this window are still to be given out. */
export const isFresh = ({ expiration, inception }: SignatureWindow, now: number): boolean =>
  now >= inception && now < expiration - renewedBefore

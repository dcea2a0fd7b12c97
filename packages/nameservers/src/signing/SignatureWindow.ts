import type { DnsName } from "@namewright/core/dns"
import { createHash } from "node:crypto"

/** From when until when signatures count, in seconds since 1970. */
export interface SignatureWindow {
  readonly inception: number
  readonly expiration: number
}

const hour = 3600
const day = 24 * hour

/** From the beginning of the day on which they are made, so that 14 days are left of it then, or more. */
const validity = 15 * day

/** Signatures are renewed while this much of their validity is left. */
const renewedBefore = 7 * day

/** Clocks of validators may be late by this much. */
const clockSkew = hour

/** Where the days of a zone begin, so that not all zones are signed anew in the same moment. */
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

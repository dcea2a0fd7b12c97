import { typeBitmap } from "@namewright/core/dns"

/** How names are hashed: the settings that NSEC3 and NSEC3PARAM begin with (RFC 5155, section 3.1). */
export interface Nsec3Settings {
  /** 1: SHA-1, the only one there is. */
  readonly algorithm: number
  /** 1: the chain leaves out unsigned delegations. */
  readonly flags: number
  /** Further rounds of hashing after the first. */
  readonly iterations: number
  readonly salt: Uint8Array
}

/** What RFC 9276, section 3.1, recommends: `1 0 0 -`. */
export const nsec3Settings: Nsec3Settings = { algorithm: 1, flags: 0, iterations: 0, salt: new Uint8Array(0) }

/** What types a name has, and which hashed name of the zone comes next (RFC 5155, section 3). */
export interface Nsec3 extends Nsec3Settings {
  readonly next: Uint8Array
  readonly types: Iterable<number>
}

/** The NSEC3PARAM record's data on the wire (RFC 5155, section 4.2); NSEC3 begins with it. */
export const encodeNsec3Param = ({ algorithm, flags, iterations, salt }: Nsec3Settings): Uint8Array =>
  Uint8Array.from([algorithm, flags, iterations >> 8, iterations, salt.length, ...salt])

/** The record's data on the wire. */
export const encodeNsec3 = (nsec3: Nsec3): Uint8Array =>
  Buffer.concat([encodeNsec3Param(nsec3), Uint8Array.of(nsec3.next.length), nsec3.next, typeBitmap(nsec3.types)])

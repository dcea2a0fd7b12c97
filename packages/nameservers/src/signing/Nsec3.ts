import { typeBitmap } from "@namewright/core/dns"

/** Hash parameters, the first fields of NSEC3 and NSEC3PARAM (RFC 5155, section 3.1). */
export interface Nsec3Settings {
  /** 1: SHA-1, the only algorithm. */
  readonly algorithm: number
  /** 1: the chain omits unsigned delegations (opt-out). */
  readonly flags: number
  /** Further rounds of hashing after the first. */
  readonly iterations: number
  readonly salt: Uint8Array
}

/** Recommendation of RFC 9276, section 3.1: `1 0 0 -`. */
export const nsec3Settings: Nsec3Settings = { algorithm: 1, flags: 0, iterations: 0, salt: new Uint8Array(0) }

/** Data of an NSEC3 record: the types of a name, and the next hashed name of the zone (RFC 5155, section 3). */
export interface Nsec3 extends Nsec3Settings {
  readonly next: Uint8Array
  readonly types: Iterable<number>
}

/** Data of an NSEC3PARAM record on the wire (RFC 5155, section 4.2); data of NSEC3 begin with it. */
export const encodeNsec3Param = ({ algorithm, flags, iterations, salt }: Nsec3Settings): Uint8Array =>
  Uint8Array.from([algorithm, flags, iterations >> 8, iterations, salt.length, ...salt])

/** Data of an NSEC3 record on the wire. */
export const encodeNsec3 = (nsec3: Nsec3): Uint8Array =>
  Buffer.concat([encodeNsec3Param(nsec3), Uint8Array.of(nsec3.next.length), nsec3.next, typeBitmap(nsec3.types)])

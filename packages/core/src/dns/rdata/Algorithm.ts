import { type Mnemonics, uint8Named } from "./field/Integer.ts"

/**
 * Algorithms of DNSSEC keys by the mnemonics that nameservers support. Source: IANA registry of DNSSEC algorithm
 * numbers.
 */
const algorithmNames: Mnemonics = {
  RSAMD5: 1,
  DH: 2,
  DSA: 3,
  RSASHA1: 5,
  NSEC3DSA: 6,
  "DSA-NSEC3-SHA1": 6,
  NSEC3RSASHA1: 7,
  "RSASHA1-NSEC3-SHA1": 7,
  RSASHA256: 8,
  RSASHA512: 10,
  ECCGOST: 12,
  "ECC-GOST": 12,
  ECDSAP256SHA256: 13,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
  INDIRECT: 252,
  PRIVATEDNS: 253,
  PRIVATEOID: 254
}

/** Algorithm number; text may contain its mnemonic. */
export const algorithm = uint8Named(algorithmNames)

/** Sizes of digests in octets, by digest type (IANA registry of DS digest types). */
export const dsDigestOctets: Readonly<Record<number, number>> = { 1: 20, 2: 32, 4: 48 }

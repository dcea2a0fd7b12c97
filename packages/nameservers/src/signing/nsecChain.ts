import { DnsName, typeBitmap } from "@namewright/core/dns"
import type { ImageRrset } from "../image/ImageRrset.ts"
import { rrTypes } from "../message/RrType.ts"
import type { AuthoritativeName } from "./AuthoritativeName.ts"
import { canonicalOrder } from "./canonicalOrder.ts"
import { type DenialChain, lastNotAbove, madeOnce } from "./DenialChain.ts"

const { NSEC, RRSIG } = rrTypes

/** Data of an NSEC record: the types of a name, and the next name of the zone (RFC 4034, section 4). */
export interface Nsec {
  readonly next: DnsName.DnsName
  readonly types: Iterable<number>
}

/** The data on the wire; the name in lower case, because some validators compare it as octets. */
export const encodeNsec = ({ next, types }: Nsec): Uint8Array =>
  Buffer.concat([DnsName.encode(DnsName.lowerCase(next)), typeBitmap(types)])

/** NSEC chain of a zone (RFC 4034, section 4). The names are in canonical order, the apex first. */
export const nsecChain = (
  names: readonly [AuthoritativeName, ...ReadonlyArray<AuthoritativeName>],
  ttl: number
): DenialChain => {
  const [apex] = names
  const orders = names.map(({ order }) => order)
  const rrsetAt = madeOnce(names.length, (index): ImageRrset => {
    const { name, types } = names[index] ?? apex
    const next = (names[index + 1] ?? apex).name
    return { name, type: NSEC, ttl, rdata: [encodeNsec({ next, types: [...types, RRSIG, NSEC] })] }
  })
  return {
    matching: (name) => {
      const order = canonicalOrder(name)
      const index = lastNotAbove(orders, order)
      return orders[index] === order ? rrsetAt(index) : undefined
    },
    // No name of the zone comes before the apex.
    covering: (name) => rrsetAt(Math.max(0, lastNotAbove(orders, canonicalOrder(name)))),
    all: () => names.map((_, index) => rrsetAt(index))
  }
}

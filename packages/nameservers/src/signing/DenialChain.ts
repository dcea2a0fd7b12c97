import type { DnsName } from "@namewright/core/dns"
import type { ImageRrset } from "../image/ImageRrset.ts"

/** NSEC or NSEC3 chain of a zone. Names are within the zone, in lower case. */
export interface DenialChain {
  /** The RRset that lists the types of a name; undefined if the name is not in the chain. */
  readonly matching: (name: DnsName.DnsName) => ImageRrset | undefined
  /** The RRset that proves that a name is not in the chain; for a name in the chain, its own RRset. */
  readonly covering: (name: DnsName.DnsName) => ImageRrset
  readonly all: () => Iterable<ImageRrset>
}

/** Index of the last sorted text that is not greater than the given one; -1 if all are greater. */
export const lastNotAbove = (sorted: ReadonlyArray<string>, text: string): number => {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = from + to >> 1
    if ((sorted[middle] ?? "") <= text) from = middle + 1
    else to = middle
  }
  return from - 1
}

/** Makes each RRset once, with its first use. */
export const madeOnce = (count: number, make: (index: number) => ImageRrset): (index: number) => ImageRrset => {
  const made: Array<ImageRrset | undefined> = Array.from({ length: count })
  return (index) => made[index] ??= make(index)
}

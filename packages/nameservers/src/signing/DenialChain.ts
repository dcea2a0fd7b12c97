import type { DnsName } from "@namewright/core/dns"
import type { ImageRrset } from "../image/ImageRrset.ts"

/** The ring of NSEC or NSEC3 RRsets of a zone. Names are within the zone, in lower case. */
export interface DenialChain {
  /** What tells the types of a name; undefined when the chain does not have the name. */
  readonly matching: (name: DnsName.DnsName) => ImageRrset | undefined
  /** What shows that a name is not in the chain. For one that is, what matches it. */
  readonly covering: (name: DnsName.DnsName) => ImageRrset
  readonly all: () => Iterable<ImageRrset>
}

/** The index of the last of the sorted texts that is not above the given one; -1 when all are. */
export const lastNotAbove = (sorted: ReadonlyArray<string>, text: string): number => {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = from + to >> 1
    if ((sorted[middle] ?? "") <= text) from = middle + 1
    else to = middle
  }
  return from - 1
}

/** Makes each of the RRsets once, when it is asked for. */
export const madeOnce = (count: number, make: (index: number) => ImageRrset): (index: number) => ImageRrset => {
  const made: Array<ImageRrset | undefined> = Array.from({ length: count })
  return (index) => made[index] ??= make(index)
}

import type { ApiRrset } from "./PowerDnsApi.ts"

/** PowerDNS takes 2 MB of a call. */
const largestCall = 1_000_000

/** Parts that are each taken in one call. A part is all or nothing, so what makes room for others goes with them. */
export const inParts = (changes: ReadonlyArray<ApiRrset>): ReadonlyArray<ReadonlyArray<ApiRrset>> => {
  const parts: Array<Array<ApiRrset>> = [[]]
  let size = 0
  for (const change of changes) {
    const octets = JSON.stringify(change).length
    if (size > 0 && size + octets > largestCall) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(change)
    size += octets
  }
  return parts
}

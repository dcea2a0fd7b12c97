import type { Seconds, Stretch } from "./DomainSelection.ts"

/** The seconds that a member covers: about twelve days. Stored, so it never changes. */
const memberSeconds = 2 ** 20

/** The member of domains that do not expire comes before all others. */
const undated = -1_000_000

/** What a domain is counted under by its expiry: all those that expire within the same twelve days. */
export const expiryMember = (expires_on: number | null): number =>
  expires_on === null ? undated : Math.floor(expires_on / memberSeconds)

/** A stretch of expiry in members, and in shorter stretches at its ends. */
export interface ExpiryCover {
  /** Members from the first to the last; there are none where the last comes before the first. */
  readonly first: number
  readonly last: number
  /** What lies in the stretch and in none of these members. */
  readonly more: ReadonlyArray<Stretch>
  /** What lies in one of these members and not in the stretch. */
  readonly less: ReadonlyArray<Stretch>
}

const isOne = ({ from, to }: Stretch): boolean => from < to

/** The members that are nearest to a stretch: what remains at an end is at most half of one. */
export const expiryCover = ({ from, to }: Seconds): ExpiryCover => {
  const first = from === undefined ? undated + 1 : Math.round(from / memberSeconds)
  const end = to === undefined ? Infinity : Math.round(to / memberSeconds)
  if (from !== undefined && to !== undefined && first >= end) {
    return { first, last: first - 1, more: [{ from, to }].filter(isOne), less: [] }
  }
  const start = first * memberSeconds
  const stop = end * memberSeconds
  return {
    first,
    last: end - 1,
    more: [{ from: from ?? start, to: start }, { from: stop, to: to ?? stop }].filter(isOne),
    less: [{ from: start, to: from ?? start }, { from: to ?? stop, to: stop }].filter(isOne)
  }
}

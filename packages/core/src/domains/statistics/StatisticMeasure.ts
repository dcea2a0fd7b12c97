import type { EventKind } from "../../events/index.ts"

/** What the statistics count. */
export const measures = ["create", "transfer", "delete", "transfer_out", "renew", "restore"] as const
export type Measure = typeof measures[number]

/**
 * Kind of the events that a measure counts; only successes are counted. A domain is deleted when it leaves the
 * portfolio, not when its deletion is ordered: until then it can be restored.
 */
export const kindOf: { readonly [M in Measure]: EventKind } = {
  create: "domain.registered",
  transfer: "domain.transferred_in",
  delete: "domain.purged",
  transfer_out: "domain.transferred_out",
  renew: "domain.renewed",
  restore: "domain.restored"
}

/** Measure that counts events of a kind; undefined if none does. */
export const measureOf = (kind: EventKind): Measure | undefined => measures.find((measure) => kindOf[measure] === kind)

/** Measures that count a domain at most once on a day (UTC), however often it is renewed or restored. */
export const oncePerDay: ReadonlySet<Measure> = new Set(["renew", "restore"])

import type { DomainListTuning } from "@namewright/adapters-sql"

/** Tunings that prefer one access path each. Every access path must return the same rows. */
export const listTunings: Readonly<Record<string, DomainListTuning>> = {
  "collected at once": { collected: 1e6, rowCost: 12 },
  "counted and collected": { collected: 0, rowCost: -1e9 },
  "by a scan in sort order": { collected: 0, rowCost: 1e9 },
  "by the cheapest access path": { collected: 5, rowCost: 2 }
}

/** Tuning that selects for 20,000 domains the access paths of 1,000,000. */
export const asAtAMillion: DomainListTuning = { collected: 80, rowCost: 12 }

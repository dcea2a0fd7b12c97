import type { DomainListTuning } from "@namewright/adapters-sql"

/** Every access path returns the same rows; each tuning takes one of them wherever it is possible. */
export const listTunings: Readonly<Record<string, DomainListTuning>> = {
  "collected at once": { collected: 1e6, rowCost: 12 },
  "counted and collected": { collected: 0, rowCost: -1e9 },
  "by a scan in sort order": { collected: 0, rowCost: 1e9 },
  "by the cheapest access path": { collected: 5, rowCost: 2 }
}

/** Chooses for 20,000 domains the access paths that a million have. */
export const asAtAMillion: DomainListTuning = { collected: 80, rowCost: 12 }

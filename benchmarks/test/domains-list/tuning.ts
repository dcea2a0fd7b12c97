import type { DomainListTuning } from "@namewright/adapters-sql"

/** Chooses for 20,000 domains the access paths that a million have. */
export const asAtAMillion: DomainListTuning = { collected: 80, rowCost: 12 }

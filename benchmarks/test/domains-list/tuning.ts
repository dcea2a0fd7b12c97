import type { DomainListTuning } from "@namewright/adapters-sql"

/** Choices between the ways to a page for 20,000 domains, as they fall for a million. */
export const asAtAMillion: DomainListTuning = {
  collected: 80,
  passed: 100,
  collectedCost: 12,
  stripesCost: 20,
  membersRead: 2000,
  setsRead: 50,
  spread: 10,
  spreadCost: 1.5,
  striped: 20_000,
  stripedPerRound: 1000
}

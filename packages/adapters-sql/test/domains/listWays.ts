import type { DomainListTuning } from "@namewright/adapters-sql"

/** Every way to a page answers the same; here each is taken wherever it can be. */
export const listWays: Readonly<Record<string, DomainListTuning>> = {
  "along the order": {
    collected: 0,
    passed: 0,
    collectedCost: 1e9,
    stripesCost: 1e9,
    membersRead: 0,
    setsRead: 99,
    spread: 1e9,
    spreadCost: 1,
    striped: 1e9,
    stripedPerRound: 1000
  },
  "from stripes": {
    collected: 0,
    passed: 0,
    collectedCost: 1e9,
    stripesCost: -1e9,
    membersRead: 99,
    setsRead: 0,
    spread: 0,
    spreadCost: 0,
    striped: 1,
    stripedPerRound: 3
  },
  "by collecting": {
    collected: 0,
    passed: 0,
    collectedCost: -1e9,
    stripesCost: 1e9,
    membersRead: 0,
    setsRead: 99,
    spread: 1e9,
    spreadCost: 1,
    striped: 1,
    stripedPerRound: 1000
  },
  "by the shortest": {
    collected: 5,
    passed: 3,
    collectedCost: 4,
    stripesCost: 1,
    membersRead: 2,
    setsRead: 1,
    spread: 2,
    spreadCost: 1,
    striped: 20,
    stripedPerRound: 7
  }
}

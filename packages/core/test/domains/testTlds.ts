import { Period } from "@namewright/core/shared"
import { type TldSpec, tldSpec } from "@namewright/core/tlds"

/** Names that are also sold and renewed by the month. */
const monthly: TldSpec = (() => {
  const spec = tldSpec({ name: "monthly", type: "gTLD", backend: "month-registry", roles: "R", years: [1, 3] })
  const terms = [Period.months(1), ...(spec.domain_lifecycle.renewal_periods ?? [])]
  return {
    ...spec,
    domain_lifecycle: { ...spec.domain_lifecycle, registration_periods: terms, renewal_periods: terms }
  }
})()

/** A registrant is changed by a trade, and auth codes are made by the registry. */
const trading = tldSpec({
  name: "trading",
  type: "ccTLD",
  backend: "trade-registry",
  roles: "RAt",
  most: { admin: 2 },
  registrant_change: "trade",
  auth: { by: "registry" },
  lock: [0, 0]
})

/** Names move at once when their code is right, and a transfer adds two years. */
const swift = tldSpec({
  name: "swift",
  type: "gTLD",
  backend: "swift-registry",
  roles: "R",
  lock: [0, 0],
  years: [2, 10],
  transfer: { days: 0, adds: 2 },
  premium: true
})

/** The losing side has five days, and nothing is locked. */
const slow = tldSpec({ name: "slow", type: "gTLD", backend: "slow-registry", roles: "RAT", lock: [0, 0] })

/** The losing side has no say, and a name has two nameservers at most. */
const mute = tldSpec({
  name: "mute",
  type: "gTLD",
  backend: "mute-registry",
  roles: "R",
  nameservers: [0, 2],
  lock: [0, 0],
  transfer: { confirm: "none" }
})

/** Restores bring no year with them, and the registry does not renew by itself. */
const bare = tldSpec({
  name: "bare",
  type: "ccTLD",
  backend: "bare-registry",
  roles: "R",
  renewal: "command",
  attempt: 0,
  restore_renews: false,
  grace: { add: 0, renew: 0, redemption: 5, delete: 0 }
})

/** A deleted name is gone at once, and nobody gets anything back. */
const final = tldSpec({
  name: "final",
  type: "ccTLD",
  backend: "final-registry",
  roles: "R",
  grace: { add: 0, redemption: 0, delete: 0 }
})

/** Names that cannot be signed. */
const unsigned: TldSpec = (() => {
  const spec = tldSpec({ name: "unsigned", type: "gTLD", backend: "unsigned-registry", roles: "R" })
  return { ...spec, dns_configuration: { ...spec.dns_configuration, dnssec_allowed: false, dnssec_mode: null } }
})()

/** TLDs with rules that the tests of domains need, beside those of the catalogue. */
export const testTlds = [monthly, trading, swift, slow, mute, bare, final, unsigned]

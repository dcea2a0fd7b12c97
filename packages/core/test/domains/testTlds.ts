import { Period } from "@namewright/core/shared"
import { type TldSpec, tldSpec } from "@namewright/core/tlds"

/** Monthly terms in addition to years. */
const monthly: TldSpec = (() => {
  const spec = tldSpec({ name: "monthly", type: "gTLD", backend: "month-registry", roles: "R", years: [1, 3] })
  const terms = [Period.months(1), ...(spec.domain_lifecycle.renewal_periods ?? [])]
  return {
    ...spec,
    domain_lifecycle: { ...spec.domain_lifecycle, registration_periods: terms, renewal_periods: terms }
  }
})()

/** The registrant is changed by a trade, and the registry generates auth codes. */
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

/** Transfers with a correct code complete at once and add two years. */
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

/** The losing registrar has five days, and no lock applies. */
const slow = tldSpec({ name: "slow", type: "gTLD", backend: "slow-registry", roles: "RAT", lock: [0, 0] })

/** The losing registrar cannot decide, and a name has at most two nameservers. */
const mute = tldSpec({
  name: "mute",
  type: "gTLD",
  backend: "mute-registry",
  roles: "R",
  nameservers: [0, 2],
  lock: [0, 0],
  transfer: { confirm: "none" }
})

/** Restores require no renewal, and the registry does not renew at expiry. */
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

/** Deleted names are released at once without a refund. */
const final = tldSpec({
  name: "final",
  type: "ccTLD",
  backend: "final-registry",
  roles: "R",
  grace: { add: 0, redemption: 0, delete: 0 }
})

/** No DNSSEC. */
const unsigned: TldSpec = (() => {
  const spec = tldSpec({ name: "unsigned", type: "gTLD", backend: "unsigned-registry", roles: "R" })
  return { ...spec, dns_configuration: { ...spec.dns_configuration, dnssec_allowed: false, dnssec_mode: null } }
})()

/** Additional TLDs with rules for the tests of domains. */
export const testTlds = [monthly, trading, swift, slow, mute, bare, final, unsigned]

import type { SimulatedDomain } from "@namewright/core/registry"
import { readInstant } from "../../Codecs.ts"
import { type Kept, orNull } from "./KeptJson.ts"

type Phase = SimulatedDomain["phase"]

const phaseOf = (phase: Kept<Phase>): Phase => {
  switch (phase._tag) {
    case "Active":
      return phase
    case "PendingCreate":
    case "PendingRestore":
      return { ...phase, decides_on: readInstant(phase.decides_on) }
    case "AwaitingReport":
      return {
        ...phase,
        ends_on: readInstant(phase.ends_on),
        redemption_ends_on: readInstant(phase.redemption_ends_on)
      }
    case "Redemption":
    case "PendingDelete":
      return { ...phase, ends_on: readInstant(phase.ends_on) }
  }
}

/** JSON text of a domain. */
export const writeState = (domain: SimulatedDomain): string => JSON.stringify(domain)

/**
 * Decodes the text of `writeState` without a schema: every registration writes a domain and reads it again, and a
 * schema would check each of its values both times.
 */
export const readState = (text: string): SimulatedDomain => {
  const kept: Kept<SimulatedDomain> = JSON.parse(text)
  return {
    ...kept,
    updated_on: orNull(kept.updated_on, readInstant),
    phase: phaseOf(kept.phase),
    created_on: orNull(kept.created_on, readInstant),
    expires_on: orNull(kept.expires_on, readInstant),
    transferred_on: orNull(kept.transferred_on, readInstant),
    auth_code_expires_on: orNull(kept.auth_code_expires_on, readInstant),
    grace: kept.grace.map((period) => ({ ...period, ends_on: readInstant(period.ends_on) })),
    transfer: orNull(kept.transfer, (transfer) => ({
      ...transfer,
      requested_on: readInstant(transfer.requested_on),
      acts_on: readInstant(transfer.acts_on),
      expires_on: orNull(transfer.expires_on, readInstant)
    })),
    verification: orNull(kept.verification, (verification) => ({
      ...verification,
      demands_on: readInstant(verification.demands_on),
      holds_on: readInstant(verification.holds_on)
    })),
    dnssec_deferred_until: orNull(kept.dnssec_deferred_until, readInstant)
  }
}

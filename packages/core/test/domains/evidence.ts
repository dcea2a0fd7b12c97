import { Attestations } from "@namewright/core/contacts"
import type { Customer } from "./DomainsPlatform.ts"

/** Attests that the address of the customer's contact is reachable. */
export const attestEmail = ({ act, contact_id }: Customer) =>
  Attestations.use(({ attest }) =>
    act(attest(contact_id, {
      attestations: [{
        claim: "EMAIL",
        method: "REACHABILITY",
        proof: "EMAIL_VER_TRANSACTION_LOG",
        attestation_reference: "mail-1"
      }]
    }))
  )

/** Attests the name of the customer's contact. */
export const attestName = ({ act, contact_id }: Customer, attestation_reference = "kyc-1") =>
  Attestations.use(({ attest }) =>
    act(attest(contact_id, {
      attestations: [{ claim: "NAME", method: "VDIG", proof: "PASSPORT", attestation_reference }]
    }))
  )

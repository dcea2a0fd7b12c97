import { BillingTransactionId } from "@namewright/core/billing"
import { type StoredVanitySet, VanitySetId, VanitySetState } from "@namewright/core/dns"
import { DomainName, Hostname, OrganizationId } from "@namewright/core/shared"
import { DateTime } from "effect"

/** The moment at which the sets of these tests are made. */
export const start = DateTime.makeUnsafe("2026-02-28T12:00:00Z")

const suffix = "01h455vb4pex5vsknk084sn02q"

/** A new set, but for the members that are named. */
export const vanitySetOf = (members: Partial<StoredVanitySet> = {}): StoredVanitySet => ({
  set_id: VanitySetId.make(`vns_${suffix}`),
  organization_id: OrganizationId.make(`organization_${suffix}`),
  name: "Example",
  parent_domain_name: DomainName.make("example.com"),
  soa_rname: "hostmaster.example.com",
  is_default: false,
  nameservers: ["ns1", "ns2"].map((label, position) => ({ hostname: Hostname.make(`${label}.example.com`), position })),
  renewal_mode: "renew",
  expires_on: null,
  renew_scheduled_at: null,
  grace_period_ends_at: null,
  billing_transaction_id: BillingTransactionId.make(`billing_transaction_${suffix}`),
  ...VanitySetState.begun(start),
  created_on: start,
  updated_on: start,
  ...members
})

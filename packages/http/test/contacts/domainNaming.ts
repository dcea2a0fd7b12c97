import type { ContactId } from "@namewright/core/contacts"
import { type Domain, DomainStore } from "@namewright/core/domains"
import { RegistryAccountId } from "@namewright/core/registry"
import { DomainName, Instant, newDomainId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { Effect } from "effect"

/** Stores a domain of the organization that names the contact as its technical contact. */
export const domainNaming = Effect.fnUntraced(function*(organization_id: OrganizationId, contact_id: ContactId) {
  const domain_id = yield* newDomainId
  const now = yield* Instant.now
  const sld = domain_id.replace("_", "-")
  const domain: Domain = {
    domain_id,
    organization_id,
    name: DomainName.make(`${sld}.example`),
    sld,
    tld: "example",
    roid: "",
    registry: "simulator",
    registry_account_id: RegistryAccountId.make("registry_account_01h455vb4pex5vsknk084sn02q"),
    registrar: "NATIVE",
    registrar_credential_id: null,
    renewal_mode: "expire",
    is_premium: false,
    read_only: false,
    registry_statuses: ["ok"],
    contacts: [{ contact_id, contact_type: "tech" }],
    nameservers: [],
    auth_code: null,
    auth_code_expires_on: null,
    attributes: {},
    verification_required: null,
    registered_on: now,
    expires_on: null,
    transferred_on: null,
    canceled_on: null,
    deleted_on: null,
    created_on: now,
    updated_on: now,
    registration_transaction_id: null,
    unpaid_renewal_on: null,
    next_action_on: null
  }
  const { atomically } = yield* Transaction
  yield* atomically(Effect.orDie(DomainStore.use((store) => store.insert(domain))))
  return domain_id
})

import { RegistryOrders } from "@namewright/conformance"
import { type CreateDomain, newCommandId, type UpdateDomain } from "@namewright/core/registry"
import { DomainName, Period } from "@namewright/core/shared"
import { Effect } from "effect"
import type { DomainData } from "../../src/message/ResponseData.ts"

export const name = DomainName.make("example.test")

/** A command that names only the domain. */
export const named = Effect.map(newCommandId, (command_id) => ({ command_id, name }))

export const creation = (changes: Partial<CreateDomain> = {}) =>
  Effect.map(newCommandId, (command_id): CreateDomain => ({
    command_id,
    name,
    period: Period.years(1),
    contacts: [],
    nameservers: [],
    auth_code: null,
    dnssec: [],
    attributes: {},
    fee: null,
    claims_acceptance: null,
    ...changes
  }))

const noParts = { nameservers: [], contacts: [], statuses: [], dnssec: [] }

export const updating = (changes: {
  readonly add?: Partial<UpdateDomain["add"]>
  readonly remove?: Partial<UpdateDomain["remove"]>
  readonly change?: Partial<UpdateDomain["change"]>
}) =>
  Effect.map(newCommandId, (command_id): UpdateDomain => ({
    command_id,
    name,
    add: { ...noParts, ...changes.add },
    remove: { ...noParts, ...changes.remove },
    change: { registrant: null, auth_code: null, attributes: {}, ...changes.change }
  }))

export const { nameservers } = RegistryOrders

/** A domain of ours as the registry writes it. */
export const domainData = (changes: Partial<DomainData> = {}): DomainData => ({
  _tag: "DomainData",
  name,
  roid: "D1-TEST",
  statuses: [{ status: "ok" }],
  contacts: [],
  subordinateHosts: [],
  sponsor: "us",
  createdOn: "2026-01-02T03:04:05.678Z",
  expiresOn: "2027-01-02T03:04:05.678Z",
  ...changes
})

export const contact = RegistryOrders.contactData("N123456789012345")

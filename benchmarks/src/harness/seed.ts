import { ApiKeys } from "@namewright/core/access"
import { type Domain, DomainStore } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { RegistryAccountId } from "@namewright/core/registry"
import { CurrentActor, DomainName, Hostname, newDomainId, TableStatistics, Transaction } from "@namewright/core/shared"
import { Array as Arr, DateTime, Effect, Redacted } from "effect"
import { serveParent, taskOf } from "./ChildProcess.ts"
import { type Customer, newCustomer } from "./customer.ts"
import type { Storage } from "./Databases.ts"
import { storageOf } from "./storageOf.ts"

export interface SeedTask {
  readonly storage: Storage
  readonly domains: number
  /** True if statistics are collected after the load. Default `true`. */
  readonly analyzed?: boolean
}

export interface Seeded {
  readonly organization_id: string
  readonly contact_id: string
  readonly apiKey: string
}

const tlds = ["com", "com", "com", "net", "org"]
const domainsPerTransaction = 500
const first = DateTime.makeUnsafe("2025-01-01T00:00:00Z")
const registryAccount = RegistryAccountId.make(`registry_account_${"0".repeat(26)}`)
const nameservers = ["ns1.hoster.example", "ns2.hoster.example"].map((hostname) => ({
  hostname: Hostname.make(hostname),
  ip_addresses: []
}))
const roles = ["registrant", "admin", "tech", "billing"] as const

/** Domain `number` of a customer: registered, delegated, with four contacts. */
const sample = Effect.fnUntraced(function*({ contact_id, organization_id }: Customer, number: number) {
  const tld = tlds[number % tlds.length] ?? "com"
  const sld = `sample-${number}`
  const registered = DateTime.add(first, { minutes: number * 30 })
  const domain: Domain = {
    domain_id: yield* newDomainId,
    organization_id,
    name: DomainName.make(`${sld}.${tld}`),
    sld,
    tld,
    roid: `D${number}-SAMPLE`,
    registry: "verisign",
    registry_account_id: registryAccount,
    registrar: "NATIVE",
    registrar_credential_id: null,
    renewal_mode: "renew",
    is_premium: false,
    read_only: false,
    registry_statuses: ["clientTransferProhibited"],
    contacts: roles.map((contact_type) => ({ contact_type, contact_id })),
    nameservers,
    auth_code: `code-${number}`,
    auth_code_expires_on: null,
    attributes: {},
    verification_required: null,
    policy_verification: null,
    registered_on: registered,
    expires_on: DateTime.add(registered, { days: 365 * 3 }),
    transferred_on: null,
    canceled_on: null,
    deleted_on: null,
    created_on: registered,
    updated_on: registered,
    grace_charges: [],
    unpaid_renewal_on: null,
    next_action_on: null
  }
  return domain
})

const { analyzed = true, domains, storage } = taskOf<SeedTask>()

const seed = Effect.gen(function*() {
  const store = yield* DomainStore
  const transaction = yield* Transaction
  const customer = yield* newCustomer
  for (const numbers of Arr.chunksOf(Arr.range(1, domains), domainsPerTransaction)) {
    yield* transaction.atomically(Effect.forEach(
      numbers,
      (number) => Effect.flatMap(sample(customer, number), store.insert),
      { discard: true }
    ))
  }
  if (analyzed) yield* Effect.flatMap(TableStatistics, ({ refresh }) => refresh)
  const keys = yield* ApiKeys
  const { api_key } = yield* Effect.provideService(
    keys.create({ api_key_name: "benchmark" }),
    CurrentActor,
    customer.actor
  )
  const { contact_id, organization_id } = customer
  const seeded: Seeded = { organization_id, contact_id, apiKey: Redacted.value(api_key) }
  return seeded
})

serveParent(await Effect.runPromise(Effect.provide(seed, layerPlatform({ storage: storageOf(storage), loggers: [] }))))

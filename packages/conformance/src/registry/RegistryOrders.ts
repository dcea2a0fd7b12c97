import {
  type AgreedFee,
  type CommandError,
  type CreateDomain,
  type DomainChange,
  type DomainParts,
  type DomainStatus,
  newCommandId,
  type PollMessage,
  type RefusalReason,
  type Registry,
  type RegistryContact,
  type RegistryContactLink,
  type RegistryDomain,
  type RegistryNameserver,
  type TransferDomain
} from "@namewright/core/registry"
import { DomainName, Entropy, Hostname, type Instant, Period } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import * as assert from "../drivers/assert.ts"
import { type ContractDomain, DomainOfContract } from "./ContractDomain.ts"

/** A word that no other test or earlier run uses. */
const newWord = Effect.gen(function*() {
  const entropy = yield* Entropy
  return (yield* entropy.intBetween(0, 2 ** 48)).toString(36).padStart(10, "0")
})

/** An unregistered name; its label begins with `label`. Suffixes of `contractTlds` become that of the driver under test. */
export const newName = Effect.fnUntraced(function*(suffix: string, label = "name") {
  const domain = yield* DomainOfContract
  const word = yield* newWord
  return DomainName.make(`${label}-${word}.${contractSuffixes.has(suffix) ? domain?.suffix ?? suffix : suffix}`)
})
const contractSuffixes: ReadonlySet<string> = new Set(["generic", "locked", "country", "released"])

export const hostname = (text: string): Hostname => Hostname.make(text)

export const nameservers = (...names: ReadonlyArray<string>): ReadonlyArray<RegistryNameserver> =>
  names.map((name) => ({ hostname: hostname(name), ip_addresses: [] }))

/** Contact data that every registry accepts. */
export const contactData = (handle: string, changes: Partial<RegistryContact> = {}): RegistryContact => ({
  handle,
  name: "Ada Lovelace",
  organization: "Analytical Engines Ltd",
  street: ["12 St James's Square"],
  city: "London",
  state: null,
  postal_code: "SW1Y 4JH",
  country: "GB",
  phone: "+44.2079460000",
  fax: null,
  email: "ada@example.org",
  disclose: false,
  attributes: {},
  ...changes
})

/** Creates a contact at a registry; returns its handle. */
export const newContact = Effect.fnUntraced(function*(registry: Registry) {
  const contact = contactData(`c-${yield* newWord}`)
  const { handle } = yield* registry.createContact({ command_id: yield* newCommandId, contact })
  return handle
})

/** The contacts that a registration requires, all with one handle. */
export const newContacts = Effect.fnUntraced(function*(registry: Registry, suffix: string) {
  const domain = yield* DomainOfContract
  const types = domain === undefined ? isCountry(suffix) ? registrantOnly : threeRoles : domain.roles ?? []
  if (types.length === 0) return []
  const handle = domain?.handle ?? (yield* newContact(registry))
  return types.map((type): RegistryContactLink => ({ type, handle }))
})
const registrantOnly = ["registrant"] as const
const threeRoles = ["registrant", "admin", "tech"] as const

const suffixOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1)
const isCountry = (suffix: string): boolean => suffix === "country" || suffix === "released"

/** Requirements of `contractTlds` for a registration. */
const contractDomain = (suffix: string): ContractDomain =>
  isCountry(suffix)
    ? { suffix, nameservers: ["ns1.example.net", "ns2.example.net"], auth_code: null }
    : { suffix, auth_code: "Correct-Horse-1" }

/** Create command with defaults: one year, and only the required members. */
export const creation = Effect.fnUntraced(function*(registry: Registry, changes: Partial<CreateDomain> = {}) {
  const name = changes.name ?? (yield* newName("generic"))
  const suffix = suffixOf(name)
  const domain = (yield* DomainOfContract) ?? contractDomain(suffix)
  const command: CreateDomain = {
    command_id: yield* newCommandId,
    name,
    period: Period.years(1),
    contacts: changes.contacts ?? (yield* newContacts(registry, suffix)),
    nameservers: nameservers(...domain.nameservers ?? []),
    auth_code: domain.auth_code ?? null,
    dnssec: [],
    attributes: {},
    fee: null,
    claims_acceptance: null,
    ...changes
  }
  return command
})

/** Registers a domain; returns it as the registry shows it. */
export const register = Effect.fnUntraced(function*(registry: Registry, changes: Partial<CreateDomain> = {}) {
  const command = yield* creation(registry, changes)
  const created = yield* registry.createDomain(command)
  assert.isTrue(created.completed, `${command.name} is registered at once`)
  return yield* info(registry, command.name)
})

/** The domain as the registrar sees it, which must exist. */
export const info = (registry: Registry, name: DomainName): Effect.Effect<RegistryDomain, CommandError> =>
  Effect.map(registry.infoDomain(name), Option.getOrThrow)

const noParts: DomainParts = { nameservers: [], contacts: [], statuses: [], dnssec: [] }

/** Updates a domain; absent members are unchanged. */
export const update = Effect.fnUntraced(function*(
  registry: Registry,
  name: DomainName,
  { add, change, remove }: {
    readonly add?: Partial<DomainParts>
    readonly remove?: Partial<DomainParts>
    readonly change?: Partial<DomainChange>
  }
) {
  return yield* registry.updateDomain({
    command_id: yield* newCommandId,
    name,
    add: { ...noParts, ...add },
    remove: { ...noParts, ...remove },
    change: { registrant: null, auth_code: null, attributes: {}, ...change }
  })
})

/** Renews by the current expiry of the registry, unless another one is passed. */
export const renew = Effect.fnUntraced(function*(
  registry: Registry,
  name: DomainName,
  { day, fee = null, period = Period.years(1) }: {
    readonly day?: string
    readonly period?: Period.Period
    readonly fee?: AgreedFee | null
  } = {}
) {
  const current_expiry_date = day ?? dayOf(expiryOf(yield* info(registry, name)))
  return yield* registry.renewDomain({ command_id: yield* newCommandId, name, period, current_expiry_date, fee })
})

export const remove = (registry: Registry, name: DomainName) =>
  Effect.flatMap(newCommandId, (command_id) => registry.deleteDomain({ command_id, name }))

export const restore = (registry: Registry, name: DomainName) =>
  Effect.flatMap(
    newCommandId,
    (command_id) => registry.restoreDomain({ command_id, name, reason: "Deleted by mistake", fee: null })
  )

export const requestTransfer = (registry: Registry, name: DomainName, changes: Partial<TransferDomain> = {}) =>
  Effect.flatMap(newCommandId, (command_id) =>
    registry.requestTransfer({
      command_id,
      name,
      auth_code: "Correct-Horse-1",
      period: null,
      contacts: [],
      nameservers: [],
      attributes: {},
      fee: null,
      ...changes
    }))

/** Sends a command with only a domain name. */
export const decide = <A, E>(
  method: (
    command: { readonly command_id: CreateDomain["command_id"]; readonly name: DomainName }
  ) => Effect.Effect<A, E>,
  name: DomainName
) => Effect.flatMap(newCommandId, (command_id) => method({ command_id, name }))

export const createHost = (registry: Registry, host: string, ...ip_addresses: ReadonlyArray<string>) =>
  Effect.flatMap(
    newCommandId,
    (command_id) => registry.createHost({ command_id, hostname: hostname(host), ip_addresses })
  )

export const deleteHost = (registry: Registry, host: string) =>
  Effect.flatMap(newCommandId, (command_id) => registry.deleteHost({ command_id, hostname: hostname(host) }))

/** Asserts that the registry refuses for one of the reasons: the strict one, and those of other registries. */
export const refused = Effect.fnUntraced(function*<A>(
  command: Effect.Effect<A, CommandError>,
  ...reasons: readonly [RefusalReason, ...ReadonlyArray<RefusalReason>]
) {
  const error = yield* Effect.flip(command)
  assert.strictEqual(error._tag, "RegistryRefusal", error.message)
  if (error._tag === "RegistryRefusal") assert.include(reasons, error.reason, error.text)
  return error
})

export const expiryOf = (domain: RegistryDomain): Instant.Instant => {
  if (domain.expires_on === null) throw new Error(`${domain.name} has no expiry`)
  return domain.expires_on
}

export const createdOf = (domain: RegistryDomain): Instant.Instant => {
  if (domain.created_on === null) throw new Error(`${domain.name} has no date of creation`)
  return domain.created_on
}

export const dayOf = (instant: Instant.Instant): string => DateTime.formatIsoDateUtc(instant)

/** Asserts that two instants are equal. */
export const sameInstant = (actual: Instant.Instant | null, expected: Instant.Instant) =>
  assert.strictEqual(actual === null ? null : DateTime.formatIso(actual), DateTime.formatIso(expected))

export const hasStatus = (domain: RegistryDomain, ...statuses: ReadonlyArray<DomainStatus>) =>
  assert.includeMembers([...domain.statuses], [...statuses], `${domain.name} is ${domain.statuses.join(", ")}`)

export const lacksStatus = (domain: RegistryDomain, ...statuses: ReadonlyArray<DomainStatus>) =>
  assert.notIncludeMembers([...domain.statuses], [...statuses], `${domain.name} is ${domain.statuses.join(", ")}`)

/** True if the domain exists at the registry. */
export const exists = (registry: Registry, name: DomainName) => Effect.map(registry.infoDomain(name), Option.isSome)

/** Reads and acknowledges all messages; returns the payloads about the domain, oldest first. */
export const messagesAbout = Effect.fnUntraced(function*(registry: Registry, name: DomainName) {
  const found: Array<PollMessage["payload"]> = []
  while (true) {
    const message = yield* registry.nextMessage
    if (Option.isNone(message)) return found
    const { message_id, payload } = message.value
    if ("name" in payload && payload.name === name) found.push(payload)
    yield* registry.acknowledgeMessage(message_id)
  }
})

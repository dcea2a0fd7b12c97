import { newRequestId, RequestIdentity } from "@namewright/core/access"
import { BillingTransactionStore, Wallets } from "@namewright/core/billing"
import { type ContactId, Contacts, CreateContact } from "@namewright/core/contacts"
import {
  type Domain,
  DomainLifeCycle,
  DomainStore,
  OwnedDomains,
  RegisterDomain,
  Registrations,
  TransferInDomain,
  Transfers,
  UpdateDomainRequest
} from "@namewright/core/domains"
import { layerPlatform, type PlatformOptions, type PlatformServices, type Storage } from "@namewright/core/embed"
import { EventStore } from "@namewright/core/events"
import { JobWorker } from "@namewright/core/jobs"
import { OrganizationOperations, Organizations } from "@namewright/core/organizations"
import {
  newCommandId,
  type Registry,
  RegistryIntentStore,
  RegistrySimulator,
  simulatedAllocationToken
} from "@namewright/core/registry"
import {
  type Actor,
  callContext,
  CurrentActor,
  DomainName,
  Hostname,
  Instant,
  Money,
  type OrganizationId,
  Period,
  permissions,
  Timetable
} from "@namewright/core/shared"
import { DateTime, Duration, Effect, Layer, Metric, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { testSize } from "../../../../test/testSize.ts"
import { ada } from "../contacts/ada.ts"
import { verifiedContact } from "../contacts/verifiedContact.ts"
import { testTlds } from "./testTlds.ts"

/** Platform on simulated registries and the test clock. */
export const platformOn = (
  storage: Layer.Layer<Storage, unknown>,
  simulator: PlatformOptions["simulator"] = {}
): Layer.Layer<PlatformServices> => Layer.orDie(layerPlatform({ storage, simulator, tlds: testTlds }))

export const onSqlite = platformOn(memoryDatabase())

const actorOf = (organization_id: OrganizationId, parent_organization_id: OrganizationId | null = null): Actor => ({
  principal: { type: "api_key", id: "test_key" },
  organization_id,
  parent_organization_id,
  organization_active: true,
  role: "admin",
  permissions: new Set(permissions)
})

/** Customer with a contact. */
export interface Customer {
  readonly organization_id: OrganizationId
  readonly actor: Actor
  readonly contact_id: ContactId
  readonly act: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, CurrentActor>>
}

const asCustomer = Effect.fnUntraced(function*(actor: Actor, isVerified = true) {
  const act: Customer["act"] = (work) =>
    Effect.updateContext(Effect.provideService(work, CurrentActor, actor), callContext)
  const contacts = yield* Contacts
  const { contact_id } = yield* act(contacts.create(Schema.decodeUnknownSync(CreateContact)(ada)))
  if (isVerified) yield* verifiedContact(actor.organization_id, contact_id)
  const made: Customer = { organization_id: actor.organization_id, actor, act, contact_id }
  return made
})

/** Customer with a balance and a contact whose claims are verified, unless `isVerified` is false. */
export const customer = Effect.fnUntraced(function*(credit: number = 100_000, isVerified = true) {
  const operations = yield* OrganizationOperations
  const { organization_id } = yield* operations.createParent({
    name: "Example",
    terms: { independent_billing_approved: true }
  })
  const owner = yield* asCustomer(actorOf(organization_id), isVerified)
  if (credit > 0) yield* pay(owner, credit)
  return owner
})

/** Suborganization whose parent pays its charges. */
export const suborganization = Effect.fnUntraced(function*(parent: Customer) {
  const organizations = yield* Organizations
  const { organization_id } = yield* parent.act(organizations.create({ name: "Branch" }))
  return yield* asCustomer(actorOf(organization_id, parent.organization_id))
})

/** Suborganization with its own empty account in euros. */
export const independentSuborganization = Effect.fnUntraced(function*(parent: Customer, username: string) {
  const organizations = yield* Organizations
  const { organization_id } = yield* parent.act(organizations.create({
    name: "Branch",
    billing_mode: "independent",
    currency: "EUR",
    country_code: "DE",
    users: [{ username, email: `${username}@example.org`, first_name: "Ada", last_name: "Lovelace", locale: "en_US" }]
  }))
  return yield* asCustomer(actorOf(organization_id, parent.organization_id))
})

/** Runs work as a request with an `Idempotency-Key`; every run is another attempt. */
export const asOneRequest = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.map(newRequestId, (request) => Effect.provideService(work, RequestIdentity, Option.some(request)))

/** Creates another contact of the customer, with verified claims unless `isVerified` is false. */
export const anotherContact = Effect.fnUntraced(
  function*(owner: Customer, input: Partial<typeof ada & { readonly org: string }> = {}, isVerified = true) {
    const contacts = yield* Contacts
    const wanted = Schema.decodeUnknownSync(CreateContact)({ ...ada, ...input })
    const { contact_id } = yield* owner.act(contacts.create(wanted))
    if (isVerified) yield* verifiedContact(owner.organization_id, contact_id)
    return contact_id
  }
)

let payments = 0

/** Credits a customer with an amount in minor units. */
export const pay = Effect.fnUntraced(function*({ organization_id }: Pick<Customer, "organization_id">, amount: number) {
  const wallets = yield* Wallets
  yield* wallets.topUp({
    organization_id,
    amount: Money.MinorUnits.make(amount),
    reference: `payment ${++payments}`
  })
})

/** Contacts of a request, the same in every role. */
export const everyRole = (contact_id: string) => ({
  registrant: contact_id,
  admin: contact_id,
  tech: contact_id,
  billing: contact_id
})

/** Decoded request of a registration. */
export const registration = ({ contact_id }: Customer, name: string, members: Record<string, unknown> = {}) =>
  Schema.decodeUnknownSync(RegisterDomain)({
    name,
    contacts: everyRole(contact_id),
    period: { unit: "y", value: 1 },
    renewal_mode: "renew",
    ...members
  })

export const register = Effect.fnUntraced(
  function*(owner: Customer, name: string, members: Record<string, unknown> = {}) {
    const registrations = yield* Registrations
    return yield* owner.act(registrations.register(registration(owner, name, members)))
  }
)

/** Decoded request of an update. */
export const updateOf = Schema.decodeUnknownSync(UpdateDomainRequest)

/** Requests the transfer of a domain from another registrar. */
export const transferIn = Effect.fnUntraced(
  function*(owner: Customer, name: string, members: Record<string, unknown> = {}) {
    const transfers = yield* Transfers
    return yield* owner.act(transfers.request(
      Schema.decodeUnknownSync(TransferInDomain)({
        name,
        auth_code: "Transfer-Code-1",
        renewal_mode: "renew",
        contacts: everyRole(owner.contact_id),
        ...members
      })
    ))
  }
)

/** Balance of a customer in minor units. */
export const balanceOf = Effect.fnUntraced(function*({ organization_id }: Pick<Customer, "organization_id">) {
  const wallets = yield* Wallets
  return Option.match(yield* wallets.balance(organization_id), {
    onNone: () => 0,
    onSome: ({ amount }) => amount as number
  })
})

const everything = { page: 1, page_size: 1000 }

/** Charges of a customer for a name, oldest first, as `action status price`. */
export const chargesOf = Effect.fnUntraced(function*({ actor, organization_id }: Customer, name?: string) {
  const transactions = yield* BillingTransactionStore
  const scope = actor.parent_organization_id === null ? { payer_id: organization_id } : { organization_id }
  const filter = { product_type: "domain" as const, ...(name === undefined ? {} : { product_reference: name }) }
  const { items } = yield* transactions.list(
    scope,
    filter,
    { by: "created_on", order: "asc" },
    everything
  )
  return items.map(({ action, price, status }) => `${action} ${status} ${Money.toDecimal(price)}`)
})

/** Events of a customer, oldest first. */
export const eventListOf = Effect.fnUntraced(function*({ organization_id }: Customer, objectId?: string) {
  const store = yield* EventStore
  const filter = objectId === undefined ? {} : { object_id: objectId }
  const { items } = yield* store.list(organization_id, filter, { by: "created_on", order: "asc" }, everything)
  return items
})

/** Events of a customer, oldest first, as `TYPE/SUBTYPE`. */
export const eventsOf = (owner: Customer, objectId?: string) =>
  Effect.map(eventListOf(owner, objectId), (events) => events.map(({ subtype, type }) => `${type}/${subtype}`))

/** Current state of an existing domain. */
export const domainNow = Effect.fnUntraced(function*(owner: Customer, reference: { readonly domain_id: string }) {
  const owned = yield* OwnedDomains
  return yield* Effect.orDie(owned.get(owner.actor, reference.domain_id as never))
})

/** True if any organization has the name. */
export const isOwned = Effect.fnUntraced(function*(name: string) {
  const store = yield* DomainStore
  return Option.isSome(yield* store.find(DomainName.make(name)))
})

/** Open intents of a domain. */
export const openIntents = Effect.fnUntraced(function*({ domain_id }: { readonly domain_id: string }) {
  const intents = yield* RegistryIntentStore
  return (yield* intents.ofObject(domain_id)).map(({ kind, state }) => `${kind} ${state}`)
})

/** Value of a gauge for a registry, as monitoring reads it; undefined if it was never set. */
export const gaugeOf = Effect.fnUntraced(function*(gauge: string, registry: string) {
  const found = (yield* Metric.snapshot).find(({ attributes, id }) =>
    id === gauge && attributes?.["registry"] === registry
  )
  return found?.type === "Gauge" ? Number(found.state.value) : undefined
})

/** The name at its registry, queried with the platform's account. */
export const atRegistry = Effect.fnUntraced(
  function*(domain: { readonly name: DomainName; readonly registry: string }) {
    const simulator = yield* RegistrySimulator
    return Option.getOrUndefined(yield* Effect.orDie(simulator.registry(domain.registry).infoDomain(domain.name)))
  }
)

/** Account of another registrar at a registry. */
export const rival = (backend: string): Effect.Effect<Registry, never, RegistrySimulator> =>
  Effect.map(RegistrySimulator, ({ registry }) => registry(backend, "rival"))

/** Name of another registrar, older than the lock after a registration. */
export const ownedByRival = Effect.fnUntraced(function*(name: string, backend: string, auth_code: string | null) {
  const registry = yield* rival(backend)
  const { handle } = yield* registry.createContact({
    command_id: yield* newCommandId,
    contact: {
      handle: `R${name.replaceAll(/[^a-z]/g, "").slice(0, 14)}`,
      name: "Charles Babbage",
      organization: null,
      street: ["Dorset Street 1"],
      city: "London",
      state: null,
      postal_code: "W1U 4EG",
      country: "GB",
      phone: "+44.2079460001",
      fax: null,
      email: "charles@example.org",
      disclose: false,
      attributes: {}
    }
  })
  yield* registry.createDomain({
    command_id: yield* newCommandId,
    name: DomainName.make(name),
    period: Period.years(1),
    contacts: (["registrant", "admin", "tech"] as const).map((type) => ({ type, handle })),
    nameservers: [{ hostname: Hostname.make("ns1.rival.example"), ip_addresses: [] }],
    auth_code,
    dnssec: [],
    attributes: {},
    fee: null,
    claims_acceptance: null,
    // Ignored unless the label needs it.
    allocation_token: simulatedAllocationToken
  })
  return registry
})

/** Requests the transfer of a domain to another registrar, with its auth code. */
export const requestAway = Effect.fnUntraced(function*(domain: Domain) {
  const registry = yield* rival(domain.registry)
  yield* registry.requestTransfer({
    command_id: yield* newCommandId,
    name: domain.name,
    auth_code: domain.auth_code,
    period: null,
    contacts: [],
    nameservers: [],
    attributes: {},
    fee: null
  })
  return registry
})

/** Status tags of a domain. */
export const statusTagsOf = Effect.fnUntraced(function*({ name }: Domain) {
  const store = yield* DomainStore
  return Option.match(yield* store.findListed(name, { tags: true }), {
    onNone: () => [],
    onSome: ({ status_tags }) => status_tags ?? []
  })
})

/** Runs one round of all scheduled work, and its jobs. */
export const round = Effect.updateContext(
  Effect.gen(function*() {
    const timetable = yield* Timetable
    for (const work of yield* timetable.works) {
      for (let more = yield* work.run; more;) more = yield* work.run
    }
    const worker = yield* JobWorker
    yield* worker.drain(Duration.hours(1))
  }),
  callContext<JobWorker | Timetable>
)

/** Runs only the due actions of one domain. */
export const advance = Effect.fnUntraced(function*(name: string) {
  const lifeCycle = yield* DomainLifeCycle
  const found = yield* DomainStore.use(({ find }) => find(DomainName.make(name)))
  if (Option.isSome(found)) yield* lifeCycle.advance(found.value.domain_id)
})

/** Runs only the due actions of domains. */
export const advanceDue = Effect.gen(function*() {
  const lifeCycle = yield* DomainLifeCycle
  const store = yield* DomainStore
  yield* Effect.forEach(yield* store.due(yield* Instant.now, 100), lifeCycle.advance)
})

/**
 * Advances the clock by days and runs the due actions of domains once a day. Ten times as fast as `passDays`, which
 * runs about 40 works every day.
 */
export const passQuietDays = Effect.fnUntraced(function*(days: number) {
  for (let day = 0; day < days; day++) {
    yield* TestClock.adjust("1 day")
    yield* advanceDue
  }
})

/** Advances the clock by days, and runs all scheduled work once a day. */
export const passDays = Effect.fnUntraced(function*(days: number) {
  for (let day = 0; day < days; day++) {
    yield* TestClock.adjust("1 day")
    yield* round
  }
})

/**
 * As `passDays`. Only the due actions of domains are done on all but the `last` days; `NAMEWRIGHT_QUIET_DAYS=0` does all work
 * on each day.
 */
export const passManyDays = Effect.fnUntraced(function*(days: number, last = 10) {
  const quiet = testSize(days - last, days - last, "NAMEWRIGHT_QUIET_DAYS")
  yield* passQuietDays(quiet)
  yield* passDays(days - quiet)
})

/** Sets the clock to some days before or after an instant. */
export const setTime = Effect.fnUntraced(function*(instant: Instant.Instant | null, days: number = 0) {
  if (instant === null) return yield* Effect.die(new Error("There is no such instant"))
  yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.add(instant, { days })))
})

/** Sets the clock to some days before or after an instant, and runs all scheduled work. */
export const moveTo = (instant: Instant.Instant | null, days: number = 0) =>
  Effect.andThen(setTime(instant, days), round)

/** Number of whole days between two instants. */
export const daysBetween = (from: Instant.Instant | null, to: Instant.Instant | null): number =>
  from === null || to === null
    ? Number.NaN
    : Math.round((DateTime.toEpochMillis(to) - DateTime.toEpochMillis(from)) / 86_400_000)

/** UTC day of an instant. */
export const day = (instant: Instant.Instant | null): string =>
  instant === null ? "never" : Instant.format(instant).slice(0, 10)

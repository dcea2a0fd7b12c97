import { layer as sqlite } from "@namewright/adapters-sqlite"
import { Wallets } from "@namewright/core/billing"
import { Contacts, CreateContact } from "@namewright/core/contacts"
import { RegisterDomain, Registrations } from "@namewright/core/domains"
import { layerPlatform, type PlatformServices, type Storage } from "@namewright/core/embed"
import { EventStore } from "@namewright/core/events"
import { OrganizationOperations } from "@namewright/core/organizations"
import { type Actor, CurrentActor, Money, type OrganizationId, permissions, Timetable } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"

/** A whole platform on the simulated registries and the test's clock. */
export const platformOn = (storage: Layer.Layer<Storage, unknown>): Layer.Layer<PlatformServices> =>
  Layer.orDie(layerPlatform({ storage }))

export const onSqlite = platformOn(sqlite({ filename: ":memory:", synchronous: "normal" }))

const actorOf = (organization_id: OrganizationId): Actor => ({
  principal: { type: "api_key", id: "api_key_00000000000000000000000000" },
  organization_id,
  parent_organization_id: null,
  organization_active: true,
  role: "admin",
  permissions: new Set(permissions)
})

const contact = Schema.decodeUnknownSync(CreateContact)({
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.org",
  phone: "+49.30123456",
  street: "Invalidenstr. 1",
  city: "Berlin",
  postal_code: "10115",
  country: "DE"
})

/** A customer with money, a contact, and a way to act. */
export const customer = Effect.fnUntraced(function*(credit: number = 100_000) {
  const operations = yield* OrganizationOperations
  const organization = yield* operations.createParent({ name: "Example" } as never)
  const { organization_id } = organization
  if (credit > 0) {
    const wallets = yield* Wallets
    yield* wallets.topUp({ organization_id, amount: Money.MinorUnits.make(credit), reference: "test" })
  }
  const actor = actorOf(organization_id)
  const act = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, CurrentActor, actor)
  const contacts = yield* Contacts
  const { contact_id } = yield* act(contacts.create(contact))
  return { organization_id, actor, act, contact_id }
})
export type Customer = Effect.Success<ReturnType<typeof customer>>

/** The request of a registration, as it comes over the wire. */
export const registration = ({ contact_id }: Customer, name: string, members: Record<string, unknown> = {}) =>
  Schema.decodeUnknownSync(RegisterDomain)({
    name,
    contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id },
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

/** What the customer has, in minor units. */
export const balanceOf = Effect.fnUntraced(function*({ organization_id }: Customer) {
  const wallets = yield* Wallets
  return Option.match(yield* wallets.balance(organization_id), {
    onNone: () => 0,
    onSome: ({ amount }) => amount as number
  })
})

/** The events of a customer, oldest first, as `TYPE/SUBTYPE`. */
export const eventsOf = Effect.fnUntraced(function*({ organization_id }: Customer, objectId?: string) {
  const store = yield* EventStore
  const filter = objectId === undefined ? {} : { object_id: objectId }
  const { items } = yield* store.list(organization_id, filter, { by: "created_on", order: "asc" }, {
    page: 1,
    page_size: 1000
  })
  return items.map(({ subtype, type }) => `${type}/${subtype}`)
})

/** One round of everything that time brings. */
export const round = Effect.gen(function*() {
  const timetable = yield* Timetable
  for (const work of yield* timetable.works) {
    for (let more = yield* work.run; more;) more = yield* work.run
  }
})

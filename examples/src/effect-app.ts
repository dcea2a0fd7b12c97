import { sqlite } from "@namewright/adapters-sqlite"
import { asSystem } from "@namewright/core/access"
import { Contacts, CreateContact } from "@namewright/core/contacts"
import { Availability, RegisterDomain, Registrations } from "@namewright/core/domains"
import { layerPlatform, Worker } from "@namewright/core/embed"
import { Events } from "@namewright/core/events"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { ada } from "./ada.ts"

/** Registers a free name as the platform itself in an organization. Its errors are in its type. */
const registerFree = Effect.fnUntraced(function*(name: string) {
  const [checked] = yield* Effect.flatMap(Availability, (availability) => availability.check([name]))
  if (checked?.available !== true) return yield* Effect.fail("taken" as const)

  const contacts = yield* Contacts
  const { contact_id } = yield* contacts.create(yield* Schema.decodeEffect(CreateContact)(ada))
  const order = yield* Schema.decodeEffect(RegisterDomain)({
    name,
    contacts: { registrant: contact_id },
    renewal_mode: "renew",
    period: 1
  })
  return yield* Effect.flatMap(Registrations, (registrations) => registrations.register(order))
})

/** An application in Effect: services come from the context, and the worker is a concurrent fiber. */
export const effectApp = Effect.gen(function*() {
  yield* Effect.forkScoped(Effect.flatMap(Worker, (worker) => worker.work))

  const operations = yield* OrganizationOperations
  const { organization_id } = yield* operations.createParent({
    name: "Example",
    starting_credit: Money.MinorUnits.make(100_00)
  })
  const domain = yield* asSystem(organization_id, registerFree("my-shop.de"))
  const recorded = yield* asSystem(
    organization_id,
    Effect.flatMap(
      Events,
      (events) =>
        events.list({ object_id: domain.name }, { by: "created_on", order: "asc" }, { page: 1, page_size: 10 })
    )
  )
  return { domain, events: recorded.items }
}).pipe(Effect.scoped)

/** The platform that it needs. */
export const live = layerPlatform({ storage: sqlite({ filename: ":memory:" }) })

if (import.meta.main) console.log(await Effect.runPromise(Effect.provide(effectApp, live)))

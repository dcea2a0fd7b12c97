import { Context, Effect, Layer, Option } from "effect"
import { type Contact, type ContactId, ContactStore } from "../../contacts/index.ts"
import {
  type CommandError,
  newCommandId,
  type QueryError,
  type Registry,
  type RegistryContact,
  type RegistryContactLink,
  RegistryRefusal
} from "../../registry/index.ts"
import { type OrganizationId, TypeId } from "../../shared/index.ts"
import { registryAttributes, registryPostalCode, TldCatalog, type TldSpec } from "../../tlds/index.ts"
import type { DomainContact } from "../Domain.ts"

/** Contact at one registry. A contact has one handle for each set of additional attributes. */
export interface RegistryHandle {
  readonly registry: string
  readonly contact_id: ContactId
  /** Attributes as JSON with sorted keys. */
  readonly attributes: string
  readonly handle: string
  /** True once the registry has confirmed the handle. */
  readonly confirmed: boolean
}

/** Storage port of registry handles. */
export class RegistryHandleStore extends Context.Service<RegistryHandleStore, {
  readonly find: (
    registry: string,
    contact: ContactId,
    attributes: string
  ) => Effect.Effect<Option.Option<RegistryHandle>>
  /** The contact with a handle at a registry. */
  readonly contactOf: (registry: string, handle: string) => Effect.Effect<Option.Option<ContactId>>
  /** Stores the handle unless the contact has one already; returns the stored one. */
  readonly insert: (handle: RegistryHandle) => Effect.Effect<RegistryHandle>
  /** Records the handle that the registry confirmed. */
  readonly confirm: (chosen: RegistryHandle, handle: string) => Effect.Effect<void>
  /** Removes the row, unless it has another handle by now. */
  readonly remove: (handle: RegistryHandle) => Effect.Effect<void>
}>()("@namewright/core/domains/RegistryHandleStore") {}

/** Maximum number of cached sets of contacts; the oldest are evicted. */
const cacheSize = 10_000

/** Creates missing contacts of a domain at the registry, and returns their handles. Part of sending a command. */
export class RegistryHandles extends Context.Service<RegistryHandles, {
  readonly ensure: (
    registry: Registry,
    domain: { readonly organization_id: OrganizationId; readonly tld: string },
    contacts: ReadonlyArray<DomainContact>
  ) => Effect.Effect<ReadonlyArray<RegistryContactLink>, CommandError>
  /** Links to the confirmed contacts, without a command to the registry. */
  readonly confirmed: (
    registry: Registry,
    domain: { readonly organization_id: OrganizationId; readonly tld: string },
    contacts: ReadonlyArray<DomainContact>
  ) => Effect.Effect<ReadonlyArray<RegistryContactLink>>
  /** Removes the handles of contacts that the registry no longer has. The next `ensure` creates them again. */
  readonly forgetMissing: (
    registry: Registry,
    domain: { readonly organization_id: OrganizationId; readonly tld: string },
    contacts: ReadonlyArray<DomainContact>
  ) => Effect.Effect<void, QueryError>
}>()("@namewright/core/domains/RegistryHandles") {
  static readonly layer = Layer.effect(
    RegistryHandles,
    Effect.gen(function*() {
      const store = yield* RegistryHandleStore
      const contacts = yield* ContactStore
      const catalog = yield* TldCatalog
      /** Handles of sets of contacts, valid until the TLD changes or the registry reports a missing contact. */
      const memory = new Map<string, CachedLinks>()

      const create = Effect.fnUntraced(function*(
        registry: Registry,
        spec: TldSpec | undefined,
        contact: Contact,
        chosen: RegistryHandle
      ) {
        const command_id = yield* newCommandId
        const created = yield* registry.createContact({
          command_id,
          contact: toRegistryContact(spec, contact, chosen)
        }).pipe(
          Effect.map((answer) => answer.handle),
          // The handle is random, so an existing object is from an earlier command whose response was lost.
          Effect.catchIf(
            (error) => error._tag === "RegistryRefusal" && error.reason === "objectExists",
            () => Effect.succeed(chosen.handle)
          )
        )
        yield* store.confirm(chosen, created)
        return created
      })

      const handleOf = Effect.fnUntraced(function*(
        registry: Registry,
        spec: TldSpec | undefined,
        contact: Contact,
        attributes: string
      ) {
        const known = yield* store.find(registry.key, contact.contact_id, attributes)
        if (Option.isSome(known) && known.value.confirmed) return known.value.handle
        const chosen = Option.isSome(known) ? known.value : yield* store.insert({
          registry: registry.key,
          contact_id: contact.contact_id,
          attributes,
          handle: yield* newHandle,
          confirmed: false
        })
        return chosen.confirmed ? chosen.handle : yield* create(registry, spec, contact, chosen)
      })

      const found = Effect.fnUntraced(function*(organization: OrganizationId, wanted: ReadonlyArray<DomainContact>) {
        const ids = Array.from(new Set(wanted.map(({ contact_id }) => contact_id)))
        return new Map((yield* contacts.findMany(organization, ids)).map((contact) => [contact.contact_id, contact]))
      })

      const linksOf = Effect.fnUntraced(function*(
        registry: Registry,
        spec: TldSpec | undefined,
        organization_id: OrganizationId,
        wanted: ReadonlyArray<DomainContact>
      ) {
        const contactsById = yield* found(organization_id, wanted)
        const handles = new Map<string, string>()
        const links: Array<RegistryContactLink> = []
        for (const link of wanted) {
          const { contact_id, contact_type } = link
          const contact = contactsById.get(contact_id)
          if (contact === undefined) return yield* missing(contact_id)
          const canonical = canonicalAttributes(spec, contact, link)
          const key = `${contact_id} ${canonical}`
          const handle = handles.get(key) ?? (yield* handleOf(registry, spec, contact, canonical))
          handles.set(key, handle)
          links.push({ type: contact_type, handle })
        }
        return links
      })

      const ensure = Effect.fn("RegistryHandles.ensure")(function*(
        registry: Registry,
        { organization_id, tld }: { readonly organization_id: OrganizationId; readonly tld: string },
        wanted: ReadonlyArray<DomainContact>
      ) {
        if (!registry.capabilities.contact_objects || wanted.length === 0) return []
        const spec = Option.getOrUndefined(yield* catalog.find(tld))
        const key = memoryKey(registry, organization_id, tld, wanted)
        const before = memory.get(key)
        if (before !== undefined && before.spec === spec) return before.links
        const links = yield* linksOf(registry, spec, organization_id, wanted)
        const oldest = memory.size >= cacheSize ? memory.keys().next().value : undefined
        if (oldest !== undefined) memory.delete(oldest)
        memory.set(key, { spec, links })
        return links
      })

      const confirmedHandles = Effect.fnUntraced(function*(
        registry: Registry,
        organization_id: OrganizationId,
        tld: string,
        wanted: ReadonlyArray<DomainContact>
      ) {
        const spec = Option.getOrUndefined(yield* catalog.find(tld))
        const people = yield* found(organization_id, wanted)
        const confirmed: Array<{ readonly type: DomainContact["contact_type"]; readonly handle: RegistryHandle }> = []
        for (const link of wanted) {
          const contact = people.get(link.contact_id)
          if (contact === undefined) continue
          const known = yield* store.find(registry.key, contact.contact_id, canonicalAttributes(spec, contact, link))
          if (Option.isSome(known) && known.value.confirmed) {
            confirmed.push({ type: link.contact_type, handle: known.value })
          }
        }
        return confirmed
      })

      const confirmed = Effect.fnUntraced(function*(
        registry: Registry,
        { organization_id, tld }: { readonly organization_id: OrganizationId; readonly tld: string },
        wanted: ReadonlyArray<DomainContact>
      ) {
        if (!registry.capabilities.contact_objects) return []
        const known = yield* confirmedHandles(registry, organization_id, tld, wanted)
        return known.map(({ handle, type }): RegistryContactLink => ({ type, handle: handle.handle }))
      })

      const forgetMissing = Effect.fn("RegistryHandles.forgetMissing")(function*(
        registry: Registry,
        { organization_id, tld }: { readonly organization_id: OrganizationId; readonly tld: string },
        wanted: ReadonlyArray<DomainContact>
      ) {
        if (!registry.capabilities.contact_objects) return
        memory.delete(memoryKey(registry, organization_id, tld, wanted))
        const known = yield* confirmedHandles(registry, organization_id, tld, wanted)
        const handles = new Map(known.map(({ handle }) => [handle.handle, handle]))
        for (const handle of handles.values()) {
          if (Option.isSome(yield* registry.infoContact(handle.handle))) continue
          yield* store.remove(handle)
          for (const [key, { links }] of memory) {
            if (links.some((link) => link.handle === handle.handle)) memory.delete(key)
          }
        }
      })

      return RegistryHandles.of({ ensure, confirmed, forgetMissing })
    })
  )
}

interface CachedLinks {
  readonly spec: TldSpec | undefined
  readonly links: ReadonlyArray<RegistryContactLink>
}

const memoryKey = (
  { key }: Registry,
  organization: OrganizationId,
  tld: string,
  wanted: ReadonlyArray<DomainContact>
): string => `${key} ${organization} ${tld} ${JSON.stringify(wanted)}`

/** Handle of 16 characters, the maximum of RFC 5733; the last 15 are random. */
const newHandle = TypeId.generator("handle", (text) => `N${text.slice(-15).toUpperCase()}`)

const canonicalJson = (attributes: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(attributes).toSorted(([a], [b]) => a < b ? -1 : 1)))

/** Additional attributes that the registry requires of a contact in its role; each distinct text has its own handle. */
const canonicalAttributes = (
  spec: TldSpec | undefined,
  contact: Contact,
  { attributes = {}, contact_type }: DomainContact
): string =>
  canonicalJson(spec === undefined ? attributes : registryAttributes(spec, { contact, contact_type, attributes }))

const missing = (contact: ContactId) =>
  new RegistryRefusal({ reason: "objectMissing", result_code: null, text: `Contact ${contact} is gone` })

const toRegistryContact = (
  spec: TldSpec | undefined,
  contact: Contact,
  { attributes, handle }: RegistryHandle
): RegistryContact => ({
  handle,
  name: `${contact.first_name} ${contact.last_name}`,
  organization: contact.org,
  street: contact.street.split(/\r?\n/).filter((line) => line.trim() !== "").slice(0, 3),
  city: contact.city,
  state: contact.state,
  postal_code: spec === undefined
    ? contact.postal_code
    : registryPostalCode(spec, contact.country, contact.postal_code),
  country: contact.country,
  phone: contact.phone,
  fax: contact.fax,
  email: contact.email,
  disclose: contact.disclose,
  attributes: JSON.parse(attributes)
})

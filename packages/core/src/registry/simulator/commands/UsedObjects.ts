import { Effect } from "effect"
import { type DomainName, type Hostname, Instant } from "../../../shared/index.ts"
import type { RegistryContactLink, RegistryNameserver } from "../../RegistryDomain.ts"
import { notSponsor, objectMissing } from "../objects/Refusal.ts"
import type { SimulatedDomain } from "../objects/SimulatedDomain.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import type { Links } from "../SimulatorStore.ts"
import { isOverdue, parentOf, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import { lockOwnContact } from "./ContactTransfers.ts"

/**
 * Refuses contacts that do not exist or that another registrar sponsors. Prevents the deletion of the others until the
 * transaction ends.
 */
export const needContacts = Effect.fnUntraced(
  function*(account: SimulatedAccount, contacts: ReadonlyArray<RegistryContactLink>) {
    const handles = [...new Set(contacts.map(({ handle }) => handle))]
    if (handles.length === 0) return
    const now = yield* Instant.now
    const holders = yield* account.store.shareContacts(account.registry, handles)
    for (const handle of handles) {
      const holder = holders.get(handle)
      if (holder === undefined) return yield* objectMissing(`The contact ${handle} does not exist`)
      if (isOverdue(holder.due_on, now)) yield* lockOwnContact(account, handle)
      else if (holder.sponsor !== account.registrar) {
        return yield* notSponsor(`Another registrar sponsors the contact ${handle}`)
      }
    }
  }
)

/**
 * Refuses nameservers below domains of this registry without a host object. Prevents the deletion of the others until
 * the transaction ends. A nameserver elsewhere needs no object. Below a name that is not registered here one is needed
 * only if such names count as missing.
 */
export const needHosts = Effect.fnUntraced(
  function*(
    account: SimulatedAccount,
    name: DomainName,
    nameservers: ReadonlyArray<RegistryNameserver>,
    tld: SimulatedTld
  ) {
    if (!tld.host_objects || nameservers.length === 0) return
    const parents = new Map<Hostname, DomainName>()
    for (const { hostname } of nameservers) {
      const parent = yield* parentOf(account, hostname)
      if (parent !== undefined) parents.set(hostname, parent)
    }
    if (parents.size === 0) return
    const known = yield* account.store.shareHosts(account.registry, [...parents.keys()])
    const missing = [...parents].filter(([hostname]) => !known.has(hostname))
    if (missing.length === 0) return
    const registered = account.settings.unknown_names === "missing"
      ? undefined
      : yield* account.store.existingDomains(account.registry, [...new Set(missing.map(([, parent]) => parent))])
    const lacking = missing.find(([, parent]) => registered === undefined || registered.has(parent) || parent === name)
    if (lacking !== undefined) return yield* objectMissing(`The host ${lacking[0]} does not exist`)
  }
)

/** The objects that a domain uses; hosts only if they are objects. */
export const linksOf = ({ contacts, nameservers }: SimulatedDomain, tld: SimulatedTld): Links => ({
  contacts: [...new Set(contacts.map(({ handle }) => handle))],
  hosts: tld.host_objects ? nameservers.map(({ hostname }) => hostname) : []
})

/** Links to add and to remove when a domain changes. */
export const linkChange = (before: Links, after: Links): { readonly add: Links; readonly remove: Links } => ({
  add: without(after, before),
  remove: without(before, after)
})

const without = (links: Links, others: Links): Links => ({
  contacts: links.contacts.filter((handle) => !others.contacts.includes(handle)),
  hosts: links.hosts.filter((hostname) => !others.hosts.includes(hostname))
})

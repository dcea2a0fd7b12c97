import { Context, type Effect, type Option } from "effect"
import type { DomainName, Hostname, Instant } from "../../shared/index.ts"
import type { SimulatedContact } from "./objects/SimulatedContact.ts"
import type { SimulatedDomain } from "./objects/SimulatedDomain.ts"
import type { SimulatedHost } from "./objects/SimulatedHost.ts"
import type { QueuedMessage, SimulatedMessage } from "./objects/SimulatedMessage.ts"

/** The objects that a domain uses, which therefore cannot be deleted. */
export interface Links {
  readonly contacts: ReadonlyArray<string>
  readonly hosts: ReadonlyArray<string>
}

/** A stored domain, and the time of its next automatic change. */
export interface StoredDomain {
  readonly domain: SimulatedDomain
  readonly due_on: Instant.Instant | null
}

export interface ContactHolder {
  readonly sponsor: string
  readonly due_on: Instant.Instant | null
}

/** What happens when a registrar asks its simulated registry for messages. */
export interface Outstanding {
  /** An automatic change of any domain or contact is due. */
  readonly isChangeDue: boolean
  /** A message waits in the queue of the registrar. */
  readonly isMessageWaiting: boolean
}

/**
 * Storage port of the simulated registries. Every method works on one registry, by its key. `lock` locks a row for the
 * running transaction; `share` prevents its deletion until the transaction ends.
 */
export class SimulatorStore extends Context.Service<SimulatorStore, {
  readonly findDomain: (registry: string, name: DomainName) => Effect.Effect<Option.Option<StoredDomain>>
  readonly lockDomain: (registry: string, name: DomainName) => Effect.Effect<Option.Option<StoredDomain>>
  /** The names that exist, with the time of their next automatic change. */
  readonly existingDomains: (
    registry: string,
    names: ReadonlyArray<DomainName>
  ) => Effect.Effect<ReadonlyMap<DomainName, Instant.Instant | null>>
  /** False if the domain exists. */
  readonly insertDomain: (registry: string, domain: StoredDomain, links: Links) => Effect.Effect<boolean>
  readonly saveDomain: (registry: string, domain: StoredDomain) => Effect.Effect<void>
  readonly changeLinks: (
    registry: string,
    name: DomainName,
    change: { readonly add: Links; readonly remove: Links }
  ) => Effect.Effect<void>
  /** Removes the domain with its links. Hosts below it become hosts without a parent or addresses. */
  readonly removeDomain: (registry: string, name: DomainName) => Effect.Effect<void>
  /** What a registrar that asks for messages finds, read in one statement. */
  readonly outstanding: (registry: string, registrar: string, now: Instant.Instant) => Effect.Effect<Outstanding>
  /** The registries of a list at which a registrar that asks for messages finds anything, read in one statement. */
  readonly waitingRegistries: (
    registries: ReadonlyArray<string>,
    registrar: string,
    now: Instant.Instant
  ) => Effect.Effect<ReadonlySet<string>>
  /** Locks domains with a due change, most overdue first. Skips domains that another transaction has locked. */
  readonly lockDue: (
    registry: string,
    now: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<StoredDomain>>

  readonly findHost: (registry: string, hostname: Hostname) => Effect.Effect<Option.Option<SimulatedHost>>
  readonly lockHost: (registry: string, hostname: Hostname) => Effect.Effect<Option.Option<SimulatedHost>>
  readonly shareHosts: (
    registry: string,
    hostnames: ReadonlyArray<Hostname>
  ) => Effect.Effect<ReadonlySet<Hostname>>
  /** The hosts that exist. */
  readonly existingHosts: (registry: string, hostnames: ReadonlyArray<Hostname>) => Effect.Effect<ReadonlySet<Hostname>>
  /** The domains that delegate to the host, by name. */
  readonly domainsUsingHost: (registry: string, hostname: Hostname) => Effect.Effect<ReadonlyArray<DomainName>>
  /** False if the host exists. */
  readonly insertHost: (registry: string, host: SimulatedHost) => Effect.Effect<boolean>
  readonly saveHost: (registry: string, host: SimulatedHost) => Effect.Effect<void>
  /** Replaces the one host by the other in every domain that uses it. */
  readonly moveHostLinks: (registry: string, before: Hostname, after: Hostname) => Effect.Effect<void>
  readonly removeHost: (registry: string, hostname: Hostname) => Effect.Effect<void>

  readonly findContact: (registry: string, handle: string) => Effect.Effect<Option.Option<SimulatedContact>>
  readonly lockContact: (registry: string, handle: string) => Effect.Effect<Option.Option<SimulatedContact>>
  /** Sponsor and time of the next automatic change of each existing contact, by handle. */
  readonly shareContacts: (
    registry: string,
    handles: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, ContactHolder>>
  /** The contacts that exist. */
  readonly existingContacts: (registry: string, handles: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
  /** False if the handle is taken. */
  readonly insertContact: (registry: string, contact: SimulatedContact) => Effect.Effect<boolean>
  readonly saveContact: (
    registry: string,
    contact: SimulatedContact,
    due_on: Instant.Instant | null
  ) => Effect.Effect<void>
  /** Locks contacts with a due change, as `lockDue` does with domains. */
  readonly lockDueContacts: (
    registry: string,
    now: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<SimulatedContact>>
  readonly removeContact: (registry: string, handle: string) => Effect.Effect<void>

  /** The domains that name the contact in any role, by name. */
  readonly domainsUsingContact: (registry: string, handle: string) => Effect.Effect<ReadonlyArray<DomainName>>

  /** True if a domain uses the contact or the host. */
  readonly isLinked: (registry: string, kind: "contact" | "host", target: string) => Effect.Effect<boolean>

  /**
   * Changes a registrar's balance and returns the new one; a new account is opened with `opening`. None, without a
   * change, if the balance would become negative and the change does not overdraw.
   */
  readonly changeBalance: (
    registry: string,
    registrar: string,
    change: { readonly by: number; readonly opening: number; readonly overdraws: boolean }
  ) => Effect.Effect<Option.Option<number>>

  readonly enqueue: (registry: string, messages: ReadonlyArray<SimulatedMessage>) => Effect.Effect<void>
  readonly oldestMessage: (registry: string, registrar: string) => Effect.Effect<Option.Option<QueuedMessage>>
  /** Number of messages in a registrar's queue. */
  readonly countMessages: (registry: string, registrar: string) => Effect.Effect<number>
  /** False if the queue has no such message. */
  readonly removeMessage: (registry: string, registrar: string, messageId: string) => Effect.Effect<boolean>
}>()("@namewright/core/registry/SimulatorStore") {}

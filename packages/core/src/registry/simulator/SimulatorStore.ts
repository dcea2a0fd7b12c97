import { Context, type Effect, type Option } from "effect"
import type { DomainName, Hostname, Instant } from "../../shared/index.ts"
import type { SimulatedContact } from "./objects/SimulatedContact.ts"
import type { SimulatedDomain } from "./objects/SimulatedDomain.ts"
import type { SimulatedHost } from "./objects/SimulatedHost.ts"
import type { QueuedMessage, SimulatedMessage } from "./objects/SimulatedMessage.ts"

/** The objects that a domain uses, by which their deletion is refused. */
export interface Links {
  readonly contacts: ReadonlyArray<string>
  readonly hosts: ReadonlyArray<string>
}

/** What the store keeps of a domain: the domain, and when time next changes it. */
export interface StoredDomain {
  readonly domain: SimulatedDomain
  readonly due_on: Instant.Instant | null
}

export interface ContactHolder {
  readonly sponsor: string
  readonly due_on: Instant.Instant | null
}

/**
 * Storage port of the simulated registries; every method works on one of them, named by its key. `lock` keeps a row for
 * the running transaction, `share` keeps it from being deleted.
 */
export class SimulatorStore extends Context.Service<SimulatorStore, {
  readonly findDomain: (registry: string, name: DomainName) => Effect.Effect<Option.Option<StoredDomain>>
  readonly lockDomain: (registry: string, name: DomainName) => Effect.Effect<Option.Option<StoredDomain>>
  /** Which of the names exist, and when each is due. */
  readonly existingDomains: (
    registry: string,
    names: ReadonlyArray<DomainName>
  ) => Effect.Effect<ReadonlyMap<DomainName, Instant.Instant | null>>
  /** False when the name is there already. */
  readonly insertDomain: (registry: string, domain: StoredDomain, links: Links) => Effect.Effect<boolean>
  readonly saveDomain: (registry: string, domain: StoredDomain) => Effect.Effect<void>
  readonly changeLinks: (
    registry: string,
    name: DomainName,
    change: { readonly add: Links; readonly remove: Links }
  ) => Effect.Effect<void>
  /** Takes the name away with its links; hosts below it stay, as hosts without a parent or addresses. */
  readonly removeDomain: (registry: string, name: DomainName) => Effect.Effect<void>
  /** Whether time changes any name or contact by now. */
  readonly isDue: (registry: string, now: Instant.Instant) => Effect.Effect<boolean>
  /** Locks names that time changes by now, the most overdue first; those that others work on are left out. */
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
  /** Which of the hosts exist. */
  readonly existingHosts: (registry: string, hostnames: ReadonlyArray<Hostname>) => Effect.Effect<ReadonlySet<Hostname>>
  /** The domains that delegate to the host, by name. */
  readonly domainsUsingHost: (registry: string, hostname: Hostname) => Effect.Effect<ReadonlyArray<DomainName>>
  /** False when the host is there already. */
  readonly insertHost: (registry: string, host: SimulatedHost) => Effect.Effect<boolean>
  readonly saveHost: (registry: string, host: SimulatedHost) => Effect.Effect<void>
  /** Whoever uses the one host uses the other from now on. */
  readonly moveHostLinks: (registry: string, before: Hostname, after: Hostname) => Effect.Effect<void>
  readonly removeHost: (registry: string, hostname: Hostname) => Effect.Effect<void>

  readonly findContact: (registry: string, handle: string) => Effect.Effect<Option.Option<SimulatedContact>>
  readonly lockContact: (registry: string, handle: string) => Effect.Effect<Option.Option<SimulatedContact>>
  /** The sponsor of each contact that exists, by its handle, and when time next changes the contact. */
  readonly shareContacts: (
    registry: string,
    handles: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, ContactHolder>>
  /** Which of the contacts exist. */
  readonly existingContacts: (registry: string, handles: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
  /** False when the handle is taken. */
  readonly insertContact: (registry: string, contact: SimulatedContact) => Effect.Effect<boolean>
  readonly saveContact: (
    registry: string,
    contact: SimulatedContact,
    due_on: Instant.Instant | null
  ) => Effect.Effect<void>
  /** Locks contacts that time changes by now, as `lockDue` does with domains. */
  readonly lockDueContacts: (
    registry: string,
    now: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<SimulatedContact>>
  readonly removeContact: (registry: string, handle: string) => Effect.Effect<void>

  /** Whether a domain uses the contact or the host. */
  readonly isLinked: (registry: string, kind: "contact" | "host", target: string) => Effect.Effect<boolean>

  /**
   * Adds to what a registrar has on account, which is opened with `opening` when it is new, and answers what is there
   * then; none, and nothing changed, when that were less than nothing and the change does not overdraw.
   */
  readonly changeBalance: (
    registry: string,
    registrar: string,
    change: { readonly by: number; readonly opening: number; readonly overdraws: boolean }
  ) => Effect.Effect<Option.Option<number>>

  readonly enqueue: (registry: string, messages: ReadonlyArray<SimulatedMessage>) => Effect.Effect<void>
  readonly oldestMessage: (registry: string, registrar: string) => Effect.Effect<Option.Option<QueuedMessage>>
  /** How many messages wait for a registrar. */
  readonly countMessages: (registry: string, registrar: string) => Effect.Effect<number>
  /** False when no such message waits. */
  readonly removeMessage: (registry: string, registrar: string, messageId: string) => Effect.Effect<boolean>
}>()("@namewright/core/registry/SimulatorStore") {}

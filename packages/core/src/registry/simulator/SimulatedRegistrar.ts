import type { Effect, Option } from "effect"
import type { DomainName } from "../../shared/index.ts"
import type { TldSpec } from "../../tlds/index.ts"
import type { Registry } from "../Registry.ts"
import type { RegistryRefusal } from "../RegistryError.ts"
import { type ContactObjects, contactObjects } from "./commands/ContactObjects.ts"
import { type ContactTransfers, contactTransfers } from "./commands/ContactTransfers.ts"
import { type DomainRecord, domainRecord } from "./commands/DomainQueries.ts"
import { type HostObjects, hostObjects } from "./commands/HostObjects.ts"
import { type MessageCounts, messageCounts } from "./commands/MessageQueue.ts"
import { type RestoreSteps, restoreSteps } from "./commands/RestoreCommands.ts"
import { domainTransfer } from "./commands/TransferCommands.ts"
import { contactPolicy } from "./objects/ContactPolicy.ts"
import type { SimulatedTld } from "./objects/SimulatedTld.ts"
import { type RegistrarFunds, registrarFunds } from "./time/RegistrarFunds.ts"
import { rulesOf, type SimulatedAccount } from "./time/SimulatedAccount.ts"
import type { TransferRecord } from "./time/TransferLife.ts"

/** Domains with the members that the port does not have. */
export interface DomainRecords {
  /** The rules of a name; a refusal if it is not a name of the registry. */
  readonly rules: (name: DomainName) => Effect.Effect<SimulatedTld, RegistryRefusal>
  /** As `infoDomain` of the port: registrars other than the sponsor need the auth code to see all members. */
  readonly find: (name: DomainName, authCode?: string) => Effect.Effect<Option.Option<DomainRecord>, RegistryRefusal>
  /** None if no transfer was ever requested. */
  readonly transfer: (
    name: DomainName,
    authCode?: string
  ) => Effect.Effect<Option.Option<TransferRecord>, RegistryRefusal>
  /** The restore of the port, in its two steps. */
  readonly restore: RestoreSteps
}

/**
 * A registrar's account at a simulated registry with all its commands: those of the port, and those of a full EPP
 * server that the platform does not use.
 */
export interface SimulatedRegistrar {
  readonly clientId: string
  /** The same account as a registry driver. */
  readonly registry: Registry
  readonly domains: DomainRecords
  readonly contacts: ContactObjects & { readonly transfers: ContactTransfers }
  readonly hosts: HostObjects
  readonly messages: MessageCounts
  readonly funds: RegistrarFunds
}

/** `specs` are the specifications of the registry's suffixes. */
export const simulatedRegistrar = (
  account: SimulatedAccount,
  registry: Registry,
  specs: ReadonlyArray<TldSpec>
): SimulatedRegistrar => ({
  clientId: account.registrar,
  registry,
  contacts: {
    ...contactObjects(account, contactPolicy(specs)),
    transfers: contactTransfers(account, contactPolicy(specs))
  },
  hosts: hostObjects(account, registry.capabilities.host_objects),
  domains: {
    rules: (name) => rulesOf(account, name),
    find: (name, authCode) => domainRecord(account, name, authCode),
    transfer: (name, authCode) => domainTransfer(account, name, authCode),
    restore: restoreSteps(account)
  },
  messages: messageCounts(account),
  funds: registrarFunds(account)
})

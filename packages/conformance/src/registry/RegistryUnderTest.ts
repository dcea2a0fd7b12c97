import type { ClaimsNotice, Registry, RegistryCapability } from "@namewright/core/registry"
import { Context, type Duration, type Effect } from "effect"
import type { ContractTest } from "../drivers/ContractRunner.ts"

/**
 * Driver under test: two registrars at the registries of `contractTlds`, and the registries' clock. Unregistered names
 * must not exist there, and magic labels must work as described in docs/registry-simulator.md.
 */
export class RegistryUnderTest extends Context.Service<RegistryUnderTest, {
  /** The platform's accounts, through the driver under test. */
  readonly ours: Accounts
  /** Another registrar's accounts, through any driver. */
  readonly theirs: Accounts
  /** Advances the clock of the registries. */
  readonly advance: (duration: Duration.Input) => Effect.Effect<void>
  /** The notice of a claims key; default the one of the simulated clearinghouse, whose keys magic labels have. */
  readonly noticeOf?: (claimsKey: string) => Effect.Effect<ClaimsNotice>
}>()("@namewright/conformance/registry/RegistryUnderTest") {}

export interface Accounts {
  readonly generic: Registry
  readonly country: Registry
}

/** Needs of a case: capabilities, the account of a rival, and the registry's clock. */
export type RegistryNeed = RegistryCapability | "rival" | "clock"

/** Defines the cases of the contract. */
export type RegistryTest = ContractTest<RegistryUnderTest, RegistryNeed>

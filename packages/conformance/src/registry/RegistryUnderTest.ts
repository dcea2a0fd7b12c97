import type { Vitest } from "@effect/vitest"
import type { Registry } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Context, type Duration, type Effect } from "effect"

/**
 * What a driver brings to the suite: two registrars at the registries of `contractTlds`, and the registries' clock.
 * Names that nobody registered must not exist there, and magic labels must work as docs/registry-simulator.md says.
 */
export class RegistryUnderTest extends Context.Service<RegistryUnderTest, {
  /** The platform's accounts, through the driver under test. */
  readonly ours: Accounts
  /** Another registrar's accounts, by any means. */
  readonly theirs: Accounts
  /** Moves the registries' time on. */
  readonly advance: (duration: Duration.Input) => Effect.Effect<void>
  /** What proves that the notice behind a claims key was accepted just now; the key itself unless told. */
  readonly acceptance?: (name: DomainName, claimsKey: string) => Effect.Effect<string>
}>()("@namewright/conformance/registry/RegistryUnderTest") {}

export interface Accounts {
  readonly generic: Registry
  readonly country: Registry
}

/** What the parts of the suite define their tests with. */
export type ContractTest = Vitest.MethodsNonLive<RegistryUnderTest>

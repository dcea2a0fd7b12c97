import { Context, type Effect } from "effect"
import type { DomainCredential } from "./DomainView.ts"

/** Port: the credentials of domains at external registrars. `registrars` implements it. */
export class CredentialNames extends Context.Service<CredentialNames, {
  /** Credentials by id. Removed ones are absent. */
  readonly of: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, DomainCredential>>
}>()("@namewright/core/domains/CredentialNames") {}

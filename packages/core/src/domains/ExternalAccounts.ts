import { Context, type Effect, Schema } from "effect"
import type { Domain } from "./Domain.ts"
import type { DomainCredential } from "./DomainView.ts"

/** Port: accounts at external registrars, whose domains are shown here. `registrars` implements it. */
export class ExternalAccounts extends Context.Service<ExternalAccounts, {
  /** Credentials by id. Removed ones are absent. */
  readonly of: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, DomainCredential>>
  /**
   * Has the account of a credential listed again soon, because a domain that was shown for it may have to be shown again.
   * Runs in the caller's transaction.
   */
  readonly review: (credential: string) => Effect.Effect<void>
}>()("@namewright/core/domains/ExternalAccounts") {}

/** A domain at an external registrar that was shown here until its registration or transfer was ordered. */
export const ReplacedDomain = Schema.Struct({
  registrar_credential_id: Schema.String,
  /** True if the organization that ordered the domain had it at the external registrar: it imports the domain. */
  is_import: Schema.Boolean
})
export type ReplacedDomain = typeof ReplacedDomain.Type

/** True if a domain is only shown here. It does not keep its name from being registered or transferred. */
export const isExternal = ({ read_only, registrar_credential_id }: Domain): boolean =>
  read_only && registrar_credential_id !== null

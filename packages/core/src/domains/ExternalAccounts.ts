import { Context, type Effect, type Redacted, Schema } from "effect"
import type { QueryError } from "../registry/index.ts"
import type { DomainName, OrganizationId } from "../shared/index.ts"
import type { Domain } from "./Domain.ts"
import type { DomainCredential } from "./DomainView.ts"

/** A domain that is ready for the transfer from its external registrar. */
export interface ReleasedDomain {
  readonly auth_code: Redacted.Redacted
  /** Reason for which the registrar did not remove the transfer lock; null if it did, or has no such command. */
  readonly unlock_refusal: string | null
}

/** Port: accounts at external registrars, whose domains are shown here. `registrars` implements it. */
export class ExternalAccounts extends Context.Service<ExternalAccounts, {
  /** Credentials by id. Removed ones are absent. */
  readonly of: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, DomainCredential>>
  /**
   * Has the account of a credential listed again soon, because a domain that was shown for it may have to be shown again.
   * Runs in the caller's transaction.
   */
  readonly review: (credential: string) => Effect.Effect<void>
  /** True if the registrar of a credential provides auth codes and has not refused the credential. */
  readonly hasAuthCodes: (organization: OrganizationId, credential: string) => Effect.Effect<boolean>
  /**
   * Removes the transfer lock of a domain at its registrar, and reads its auth code. Called outside of transactions, and
   * again after a crash. Fails with a refusal, or temporarily if the registrar could not be asked.
   */
  readonly release: (
    organization: OrganizationId,
    credential: string,
    name: DomainName
  ) => Effect.Effect<ReleasedDomain, QueryError>
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

import { Context, type Effect, type Option } from "effect"
import type { ContactId } from "../contacts/index.ts"
import type { OrganizationId } from "../shared/index.ts"
import type { StoredVerification } from "./ContactVerification.ts"

/** Storage port of verifications. They are removed with their contact. */
export class ContactVerificationStore extends Context.Service<ContactVerificationStore, {
  /** Stores a new verification. The caller has locked the contact and has canceled its pending verification. */
  readonly insert: (verification: StoredVerification) => Effect.Effect<void>
  /** The pending verification of a contact, otherwise its newest one. */
  readonly findOf: (
    organization: OrganizationId,
    contact: ContactId
  ) => Effect.Effect<Option.Option<StoredVerification>>
  /** The verification whose token has this SHA-256 hash, in any status. */
  readonly findByToken: (token_hash: string) => Effect.Effect<Option.Option<StoredVerification>>
  /** Stores a change of a pending verification. False, without a change, if it is not pending any more. */
  readonly settle: (
    changed: Pick<
      StoredVerification,
      "contact_verification_id" | "status" | "updated_on" | "verified_on" | "canceled_on"
    >
  ) => Effect.Effect<boolean>
  /** The newest verified one of an address, for any contact of the organization. */
  readonly findVerified: (
    organization: OrganizationId,
    email: string
  ) => Effect.Effect<Option.Option<StoredVerification>>
}>()("@namewright/core/emailverification/ContactVerificationStore") {}

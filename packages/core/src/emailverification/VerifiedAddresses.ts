import { Context, Effect, Layer, Option } from "effect"
import { type Instant, type OrganizationId, Text } from "../shared/index.ts"
import type { ContactVerificationId } from "./ContactVerification.ts"
import { ContactVerificationStore } from "./ContactVerificationStore.ts"

/** Proof that the holder of an address has confirmed it. */
export interface VerifiedAddress {
  readonly contact_verification_id: ContactVerificationId
  readonly verified_on: Instant.Instant
}

/**
 * Verified addresses of an organization, for slices that require one. The address counts, not the contact: contacts never
 * change, so another contact with the address is the same person after a move.
 */
export class VerifiedAddresses extends Context.Service<VerifiedAddresses, {
  /** The newest verification of an address, in any case of its letters. None if it was never verified. */
  readonly find: (organization: OrganizationId, email: string) => Effect.Effect<Option.Option<VerifiedAddress>>
}>()("@namewright/core/emailverification/VerifiedAddresses") {
  static readonly layer = Layer.effect(
    VerifiedAddresses,
    Effect.map(ContactVerificationStore, (store) =>
      VerifiedAddresses.of({
        find: (organization, email) =>
          Effect.map(store.findVerified(organization, Text.foldCase(email)), (found) =>
            Option.flatMap(found, ({ contact_verification_id, verified_on }) =>
              verified_on === null ? Option.none() : Option.some({ contact_verification_id, verified_on })))
      }))
  )
}

import { Array as Arr, Context, Effect, Layer } from "effect"
import { type AuthorizationError, authorize, OrganizationDirectory, OrganizationScope } from "../../access/index.ts"
import {
  type Actor,
  type CurrentActor,
  Instant,
  type InvalidInput,
  refuseInput,
  Transaction
} from "../../shared/index.ts"
import type { ContactId } from "../Contact.ts"
import { ContactNotFound } from "../ContactError.ts"
import { ContactStore } from "../ContactStore.ts"
import { attestationIssues, contradictions } from "./AttestationRules.ts"
import { ContactNeverVerified, ImpossibleEvidence, type MixedEvidence } from "./ClaimError.ts"
import { type AttestContact, claimStatuses, type ClaimStatusList } from "./ContactClaim.ts"
import { ContactClaims } from "./ContactClaims.ts"
import { ContactClaimStore } from "./ContactClaimStore.ts"

/** Verified claims of contacts. Source: REST specification, "Contact verification entry". */
export class Attestations extends Context.Service<Attestations, {
  /** Records how the organization has verified claims of a contact. Stores nothing if one of them is refused. */
  readonly attest: (
    id: ContactId,
    request: AttestContact
  ) => Effect.Effect<
    ClaimStatusList,
    AuthorizationError | ContactNotFound | ImpossibleEvidence | InvalidInput | MixedEvidence,
    CurrentActor
  >
  /** The claims of a contact that were required or attested so far. */
  readonly list: (
    id: ContactId
  ) => Effect.Effect<ClaimStatusList, AuthorizationError | ContactNeverVerified | ContactNotFound, CurrentActor>
}>()("@namewright/core/contacts/Attestations") {
  static readonly layer = Layer.effect(
    Attestations,
    Effect.gen(function*() {
      const contacts = yield* ContactStore
      const store = yield* ContactClaimStore
      const claims = yield* ContactClaims
      const directory = yield* OrganizationDirectory
      const transaction = yield* Transaction

      const ownerFor = (actor: Actor, contact_id: ContactId) =>
        OrganizationScope.ownerFor(directory, actor, contacts.ownerOf(contact_id))

      return Attestations.of({
        attest: Effect.fn("Attestations.attest")(function*(contact_id, { attestations }) {
          const organization_id = yield* ownerFor(yield* authorize("contacts:manage"), contact_id)
          yield* refuseInput(attestationIssues(attestations))
          const errors = contradictions(attestations)
          if (Arr.isReadonlyArrayNonEmpty(errors)) return yield* new ImpossibleEvidence({ errors })
          const verifications = yield* transaction.atomically(claims.attest(organization_id, contact_id, attestations))
          return { verifications }
        }),

        list: Effect.fn("Attestations.list")(function*(contact_id) {
          const organization_id = yield* ownerFor(yield* authorize("contacts:read"), contact_id)
          const stored = yield* store.claimsOf(organization_id, [contact_id])
          if (stored.length > 0) return { verifications: claimStatuses(stored, yield* Instant.now) }
          const exists = (yield* contacts.existing(organization_id, [contact_id])).size > 0
          return yield* exists ? new ContactNeverVerified({ contact_id }) : new ContactNotFound({ contact_id })
        })
      })
    })
  )
}

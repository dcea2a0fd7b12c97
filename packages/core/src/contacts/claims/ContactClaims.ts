import { Context, Effect, Layer } from "effect"
import { EventLog } from "../../events/index.ts"
import { Instant, type OrganizationId, type VerificationClaim } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import type { ContactId } from "../Contact.ts"
import { ContactNotFound } from "../ContactError.ts"
import { type ContactRoleUse, ContactUsage } from "../ContactUsage.ts"
import { isUniform, uniformTlds } from "./AttestationRules.ts"
import { changedClaim, unverified } from "./ClaimChange.ts"
import { MixedEvidence } from "./ClaimError.ts"
import { ClaimReports } from "./ClaimReports.ts"
import {
  type Attestation,
  type ClaimStatus,
  claimStatuses,
  type ContactClaim,
  type ContactDemand,
  isVerified
} from "./ContactClaim.ts"
import { ContactClaimStore } from "./ContactClaimStore.ts"
import { verificationEnd } from "./VerificationEnd.ts"
import { VerifiedContacts } from "./VerifiedContacts.ts"

/** Decision of a registry on the verification of a contact. */
export interface ClaimDecision extends Pick<ContactDemand, "contact_id" | "organization_id" | "registry"> {
  readonly verified: boolean
  /** One sentence for the event. */
  readonly message: string
}

/** Error of the event of a registry's refusal. */
const refusal = {
  code: "ERROR_DOMAIN_VERIFICATION_REGISTRY_REJECTED",
  detail: "The registry did not accept the verification"
}

/**
 * Changes of the claims of contacts, with their events and status tags, in the caller's transaction. It checks no
 * permissions.
 */
export class ContactClaims extends Context.Service<ContactClaims, {
  /**
   * Records that claims of a contact were verified, each at most once. Returns all claims of the contact. The evidence
   * must be possible (`contradictions`, `attestationIssues`). While a registry demands a verification, the claims are in
   * progress until its decision; otherwise an event with the message is recorded.
   */
  readonly attest: (
    organization: OrganizationId,
    contact: ContactId,
    attestations: ReadonlyArray<Attestation>,
    message?: string
  ) => Effect.Effect<ReadonlyArray<ClaimStatus>, ContactNotFound | MixedEvidence>
  /**
   * Records that the policies of a TLD require claims of a contact. A claim that is verified remains so. Does nothing if
   * the contact is gone.
   */
  readonly required: (
    organization: OrganizationId,
    contact: ContactId,
    claims: ReadonlyArray<VerificationClaim>
  ) => Effect.Effect<void>
  /**
   * Records that a registry demands the verification of a contact, in addition to what it has demanded before. Does
   * nothing if the contact is gone.
   */
  readonly demanded: (demand: ContactDemand) => Effect.Effect<void>
  /**
   * Records a registry's decision on the verification of a contact. A refusal does not end its demand. Does nothing if
   * the contact is gone.
   */
  readonly decided: (decision: ClaimDecision) => Effect.Effect<void>
}>()("@namewright/core/contacts/ContactClaims") {
  static readonly layer = Layer.effect(
    ContactClaims,
    Effect.gen(function*() {
      const store = yield* ContactClaimStore
      const reports = yield* ClaimReports
      const verified = yield* VerifiedContacts
      const usage = yield* ContactUsage
      const catalog = yield* TldCatalog
      const events = yield* EventLog
      const statusTags = yield* StatusTags

      /** Ends of verifications of the claims, by the TLDs of the domains that name the contact. */
      const endsOf = Effect.fnUntraced(function*(uses: ReadonlyArray<ContactRoleUse>, now: Instant.Instant) {
        const specs = yield* Effect.forEach(
          new Set(uses.map(({ tld }) => tld)),
          (tld) => Effect.map(catalog.find(tld), (spec) => [tld, spec] as const)
        )
        return (claim: VerificationClaim) => verificationEnd(claim, uses, new Map(specs), now)
      })

      const record = (
        organization_id: OrganizationId,
        contact_id: ContactId,
        subtype: "FAILURE" | "SUCCESS",
        event_data: { readonly message: string; readonly error?: typeof refusal }
      ) =>
        Effect.asVoid(events.record({
          organization_id,
          object_type: "CONTACT",
          object_id: contact_id,
          object_name: null,
          type: "VERIFICATION",
          subtype,
          event_data
        }))

      /** Stores changed claims of a contact. Returns all of its claims. */
      const put = Effect.fnUntraced(
        function*(before: ReadonlyArray<ContactClaim>, changed: ReadonlyArray<ContactClaim>) {
          yield* store.putClaims(changed.filter((claim) => !before.includes(claim)))
          return [...before.filter(({ claim }) => changed.every((entry) => entry.claim !== claim)), ...changed]
        }
      )

      /** Clears the tag of a contact that no registry wants verified, if its claims are all verified. */
      const clearTag = Effect.fnUntraced(function*(
        organization: OrganizationId,
        contact: ContactId,
        claims: ReadonlyArray<ContactClaim>,
        now: Instant.Instant
      ) {
        if (claims.some((claim) => !isVerified(claim, now))) return
        yield* statusTags.clear(organization, "CONTACT", contact, "VERIFICATION_REQUIRED")
      })

      const attest: ContactClaims["Service"]["attest"] = Effect.fnUntraced(
        function*(organization, contact_id, attestations, message = "The organization has verified the contact") {
          // Intents are locked before objects, here and where their outcome is stored.
          const reported = new Set<string>()
          const report = Effect.fnUntraced(function*(demands: ReadonlyArray<ContactDemand>) {
            for (const { registry } of demands) {
              if (reported.has(registry)) continue
              yield* reports.order(organization, contact_id, registry)
              reported.add(registry)
            }
          })
          yield* report(yield* store.demandsOf(organization, contact_id))
          const exists = yield* store.lock(organization, contact_id)
          if (!exists) return yield* new ContactNotFound({ contact_id })
          const uses = yield* usage.usesOf(contact_id)
          const demands = yield* store.demandsOf(organization, contact_id)
          // Demands that came meanwhile.
          yield* report(demands)
          yield* refuseMixed(attestations, uses, demands)
          const now = yield* Instant.now
          const endOf = yield* endsOf(uses, now)
          const before = yield* store.claimsOf(organization, [contact_id])
          const isPending = demands.length > 0
          const claims = yield* put(
            before,
            attestations.map((evidence) => {
              const { claim } = evidence
              const stored = claimIn(before, organization, contact_id, claim, now)
              const context = { now, expires_on: endOf(claim), evidence }
              return changedClaim(stored, isPending ? "reported" : "attested", context)
            })
          )
          if (!isPending) {
            yield* clearTag(organization, contact_id, claims, now)
            yield* record(organization, contact_id, "SUCCESS", { message })
          }
          yield* verified.review(contact_id)
          return claimStatuses(claims, now)
        }
      )

      const required: ContactClaims["Service"]["required"] = Effect.fnUntraced(
        function*(organization, contact_id, claims) {
          const exists = yield* store.lock(organization, contact_id)
          if (!exists) return
          const now = yield* Instant.now
          const before = yield* store.claimsOf(organization, [contact_id])
          const wanted = claims.map((claim) =>
            changedClaim(claimIn(before, organization, contact_id, claim, now), "required", { now, expires_on: null })
          )
          yield* put(before, wanted)
          yield* statusTags.set(organization, "CONTACT", contact_id, "VERIFICATION_REQUIRED")
        }
      )

      const demanded: ContactClaims["Service"]["demanded"] = Effect.fnUntraced(function*(demand) {
        const { claims, contact_id, organization_id, registry } = demand
        const exists = yield* store.lock(organization_id, contact_id)
        if (!exists) return
        const now = yield* Instant.now
        const before = yield* store.claimsOf(organization_id, [contact_id])
        yield* put(
          before,
          claims.map((claim) =>
            changedClaim(claimIn(before, organization_id, contact_id, claim, now), "demanded", {
              now,
              expires_on: null
            })
          )
        )
        const demands = yield* store.demandsOf(organization_id, contact_id)
        const earlier = demands.find((entry) => entry.registry === registry)
        yield* store.putDemand({
          ...demand,
          handle: demand.handle ?? earlier?.handle ?? null,
          claims: [...new Set([...earlier?.claims ?? [], ...claims])]
        })
        yield* statusTags.set(organization_id, "CONTACT", contact_id, "VERIFICATION_REQUIRED")
      })

      const decided: ContactClaims["Service"]["decided"] = Effect.fnUntraced(
        function*({ contact_id, message, organization_id, registry, verified: isAccepted }) {
          const exists = yield* store.lock(organization_id, contact_id)
          if (!exists) return
          const now = yield* Instant.now
          const endOf = yield* endsOf(yield* usage.usesOf(contact_id), now)
          const before = yield* store.claimsOf(organization_id, [contact_id])
          const demands = yield* store.demandsOf(organization_id, contact_id)
          const concerned = concernedClaims(before, demands, registry)
          const claims = yield* put(
            before,
            concerned.map((claim) =>
              changedClaim(claim, isAccepted ? "accepted" : "refused", { now, expires_on: endOf(claim.claim) })
            )
          )
          if (isAccepted) {
            yield* store.removeDemand(contact_id, registry)
            const isDemanded = demands.some((demand) => demand.registry !== registry)
            if (!isDemanded) yield* clearTag(organization_id, contact_id, claims, now)
            yield* verified.review(contact_id)
          }
          yield* record(organization_id, contact_id, isAccepted ? "SUCCESS" : "FAILURE", {
            message,
            ...(isAccepted ? {} : { error: refusal })
          })
        }
      )

      return ContactClaims.of({ attest, required, demanded, decided })
    })
  )
}

const claimIn = (
  stored: ReadonlyArray<ContactClaim>,
  organization: OrganizationId,
  contact: ContactId,
  claim: VerificationClaim,
  now: Instant.Instant
) => stored.find((entry) => entry.claim === claim) ?? unverified(organization, contact, claim, now)

/**
 * The claims that a registry's decision concerns: the claims in its demand, and the reported claims that are in no other
 * registry's demand.
 */
const concernedClaims = (
  claims: ReadonlyArray<ContactClaim>,
  demands: ReadonlyArray<ContactDemand>,
  registry: string
): ReadonlyArray<ContactClaim> => {
  const own = demands.find((demand) => demand.registry === registry)?.claims ?? []
  const others = new Set(demands.filter((demand) => demand.registry !== registry).flatMap((demand) => demand.claims))
  return claims.filter(({ claim, state }) => own.includes(claim) || (state === "IN_PROGRESS" && !others.has(claim)))
}

/** Refuses different evidence for a registry that takes one kind, and while a registry demands a verification. */
const refuseMixed = (
  attestations: ReadonlyArray<Attestation>,
  uses: ReadonlyArray<ContactRoleUse>,
  [demand]: ReadonlyArray<ContactDemand>
) => {
  if (isUniform(attestations)) return Effect.void
  const strict = uses.find(({ tld }) => uniformTlds.has(tld))
  if (demand === undefined && strict === undefined) return Effect.void
  return Effect.fail(new MixedEvidence({ domain_name: demand?.domain_name ?? strict?.name ?? null }))
}

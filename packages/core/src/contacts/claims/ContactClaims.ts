import { Context, Effect, Layer } from "effect"
import type { EventData } from "../../events/index.ts"
import { type DomainName, Instant, type OrganizationId, type VerificationClaim } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import type { ContactId } from "../Contact.ts"
import { ContactNotFound } from "../ContactError.ts"
import { type ContactRoleUse, ContactUsage } from "../ContactUsage.ts"
import { isUniform, uniformTlds } from "./AttestationRules.ts"
import { changedClaim, type ClaimChange, unverified } from "./ClaimChange.ts"
import { MixedEvidence } from "./ClaimError.ts"
import { makeClaimWrites } from "./ClaimWrites.ts"
import { type Attestation, type ClaimStatus, claimStatuses, type ContactClaim, isVerified } from "./ContactClaim.ts"
import { ContactClaimStore } from "./ContactClaimStore.ts"
import type { ContactDemand } from "./ContactDemand.ts"
import { VerifiedContacts } from "./VerifiedContacts.ts"

/** Demand of a registry, for domains of one registrant. */
export interface NewDemand extends Omit<ContactDemand, "domain_name"> {
  readonly domain_names: ReadonlyArray<DomainName>
}

/** Decision of a registry on the verification of a contact. */
export interface ClaimDecision extends Pick<ContactDemand, "contact_id" | "organization_id" | "registry"> {
  /** The domains whose demands are decided; null for all of the registry. */
  readonly domain_names: ReadonlyArray<DomainName> | null
  readonly verified: boolean
  /** One sentence for the event. */
  readonly message: string
  /** Error of the event of a failure. Default: the registry did not accept the verification. */
  readonly error?: NonNullable<EventData["error"]>
}

const refusal: NonNullable<EventData["error"]> = {
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
   * progress until its decision, and are reported once all that it demands are attested; otherwise an event with the
   * message is recorded.
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
   * Records that a registry demands the verification of a registrant, in addition to what it has demanded before for the
   * domains. It doubts the claims: they are not verified any more. Does nothing if the contact is gone.
   */
  readonly demanded: (demand: NewDemand) => Effect.Effect<void>
  /**
   * Records that a contact has become a registrant of domains for which the registry demands a verification. Claims that are
   * verified are reported. Does nothing if the contact is gone.
   */
  readonly inherited: (demand: NewDemand) => Effect.Effect<void>
  /**
   * Ends the demand of a registry for a domain that the contact is not a registrant of any more, and reviews its status tag.
   * Claims that no other registry has to decide are verified by their attestation. Does nothing if the contact is gone.
   */
  readonly released: (
    demand: Pick<ContactDemand, "contact_id" | "domain_name" | "organization_id" | "registry">
  ) => Effect.Effect<void>
  /**
   * Records a registry's decision on its demands of a contact. A refusal does not end them. An event is recorded if the state
   * of a claim changes. Does nothing without a demand, and if the contact is gone.
   */
  readonly decided: (decision: ClaimDecision) => Effect.Effect<void>
}>()("@namewright/core/contacts/ContactClaims") {
  static readonly layer = Layer.effect(
    ContactClaims,
    Effect.gen(function*() {
      const store = yield* ContactClaimStore
      const verified = yield* VerifiedContacts
      const usage = yield* ContactUsage
      const statusTags = yield* StatusTags
      const { clearTag, endsOf, put, record, report } = yield* makeClaimWrites

      const attest: ContactClaims["Service"]["attest"] = Effect.fnUntraced(
        function*(organization, contact_id, attestations, message = "The organization has verified the contact") {
          const exists = yield* store.lock(organization, contact_id)
          if (!exists) return yield* new ContactNotFound({ contact_id })
          const uses = yield* usage.usesOf(contact_id)
          const demands = yield* store.demandsOf(organization, contact_id)
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
          if (isPending) yield* report(organization, contact_id, demands, claims)
          else {
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

      /** Adds demands, and changes the demanded claims by `changeOf`. */
      const addDemands = (changeOf: (claim: ContactClaim, now: Instant.Instant) => ClaimChange) =>
        Effect.fnUntraced(function*({ domain_names, ...demand }: NewDemand) {
          const { claims: wanted, contact_id, organization_id, registry } = demand
          const exists = yield* store.lock(organization_id, contact_id)
          if (!exists) return
          const now = yield* Instant.now
          const before = yield* store.claimsOf(organization_id, [contact_id])
          const claims = yield* put(
            before,
            wanted.map((name) => {
              const claim = claimIn(before, organization_id, contact_id, name, now)
              return changedClaim(claim, changeOf(claim, now), { now, expires_on: null })
            })
          )
          const stored = yield* store.demandsOf(organization_id, contact_id)
          const earlier = new Map(
            stored.flatMap((entry) => entry.registry === registry ? [[entry.domain_name, entry] as const] : [])
          )
          const demands = domain_names.map((domain_name): ContactDemand => ({
            ...demand,
            domain_name,
            handle: demand.handle ?? earlier.get(domain_name)?.handle ?? null,
            claims: [...new Set([...earlier.get(domain_name)?.claims ?? [], ...wanted])]
          }))
          yield* store.putDemands(demands)
          yield* statusTags.set(organization_id, "CONTACT", contact_id, "VERIFICATION_REQUIRED")
          yield* report(organization_id, contact_id, demands, claims)
        })

      const released: ContactClaims["Service"]["released"] = Effect.fnUntraced(
        function*({ contact_id, domain_name, organization_id, registry }) {
          const exists = yield* store.lock(organization_id, contact_id)
          if (!exists) return
          yield* store.removeDemands(contact_id, registry, [domain_name])
          const left = yield* store.demandsOf(organization_id, contact_id)
          if (left.length > 0) return
          const now = yield* Instant.now
          const endOf = yield* endsOf(yield* usage.usesOf(contact_id), now)
          const before = yield* store.claimsOf(organization_id, [contact_id])
          const attested = before.filter(({ state }) => state === "IN_PROGRESS")
          const claims = yield* put(
            before,
            attested.map((claim) => changedClaim(claim, "accepted", { now, expires_on: endOf(claim.claim) }))
          )
          yield* clearTag(organization_id, contact_id, claims, now)
          if (attested.length === 0) return
          yield* record(organization_id, contact_id, "SUCCESS", {
            message: "The contact is verified: no registry has to decide on it any more"
          })
          yield* verified.review(contact_id)
        }
      )

      const decided: ContactClaims["Service"]["decided"] = Effect.fnUntraced(
        function*({ contact_id, domain_names, error, message, organization_id, registry, verified: isAccepted }) {
          const exists = yield* store.lock(organization_id, contact_id)
          if (!exists) return
          const demands = yield* store.demandsOf(organization_id, contact_id)
          const isOwn = (demand: ContactDemand) =>
            demand.registry === registry && (domain_names === null || domain_names.includes(demand.domain_name))
          const [own, others] = [demands.filter(isOwn), demands.filter((demand) => !isOwn(demand))]
          if (own.length === 0) return
          const now = yield* Instant.now
          const endOf = yield* endsOf(yield* usage.usesOf(contact_id), now)
          const before = yield* store.claimsOf(organization_id, [contact_id])
          const concerned = concernedClaims(before, own, others)
          const changed = concerned.map((claim) =>
            changedClaim(claim, isAccepted ? "accepted" : "refused", { now, expires_on: endOf(claim.claim) })
          )
          const claims = yield* put(before, changed)
          if (isAccepted) {
            yield* store.removeDemands(contact_id, registry, own.map(({ domain_name }) => domain_name))
            if (others.length === 0) yield* clearTag(organization_id, contact_id, claims, now)
            yield* verified.review(contact_id)
          }
          if (changed.every(({ state }, index) => state === concerned[index]?.state)) return
          yield* record(organization_id, contact_id, isAccepted ? "SUCCESS" : "FAILURE", {
            message,
            ...(isAccepted ? {} : { error: error ?? refusal })
          })
        }
      )

      return ContactClaims.of({
        attest,
        required,
        demanded: addDemands(() => "demanded"),
        inherited: addDemands((claim, now) =>
          isVerified(claim, now) && claim.method !== null ? "reported" : "required"
        ),
        released,
        decided
      })
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

/** The claims that a decision concerns: those of its demands, and the reported claims that are in no other demand. */
const concernedClaims = (
  claims: ReadonlyArray<ContactClaim>,
  own: ReadonlyArray<ContactDemand>,
  others: ReadonlyArray<ContactDemand>
): ReadonlyArray<ContactClaim> => {
  const decided = new Set(own.flatMap((demand) => demand.claims))
  const undecided = new Set(others.flatMap((demand) => demand.claims))
  return claims.filter(({ claim, state }) => decided.has(claim) || (state === "IN_PROGRESS" && !undecided.has(claim)))
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

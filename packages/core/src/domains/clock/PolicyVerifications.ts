import { Effect, Equal, Option } from "effect"
import { ContactClaims, ContactClaimStore, type ContactId, ContactStore } from "../../contacts/index.ts"
import { VerificationRequests, type VerifiedAddress, VerifiedAddresses } from "../../emailverification/index.ts"
import { RegistryIntentStore } from "../../registry/index.ts"
import { type DomainId, Instant, Transaction } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import type { TldSpec } from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { isOwned, prohibiting } from "../DomainState.ts"
import { DomainStore } from "../DomainStore.ts"
import type { RegistryAccount } from "../registry/RegistryAccess.ts"
import { DomainUpdates } from "../update/DomainUpdates.ts"
import { asRegistrant } from "../verification/asRegistrant.ts"
import {
  coveredContacts,
  type KnownContacts,
  type MissingClaims,
  missingClaims,
  requirementsOf
} from "../verification/PolicyRequirements.ts"
import type { PolicyVerification } from "../verification/PolicyVerification.ts"
import { examined, holdStepOf } from "../verification/PolicyVerificationState.ts"
import { demandedClaims, policyDeadlines } from "../verification/requiredVerification.ts"

/** Carries out the verifications that the policies of TLDs require, in the rounds of the domains that have one. */
export const makePolicyVerifications = Effect.gen(function*() {
  const store = yield* DomainStore
  const changes = yield* DomainChanges
  const contactStore = yield* ContactStore
  const claimStore = yield* ContactClaimStore
  const claims = yield* ContactClaims
  const addresses = yield* VerifiedAddresses
  const requests = yield* VerificationRequests
  const intents = yield* RegistryIntentStore
  const statusTags = yield* StatusTags
  const transaction = yield* Transaction
  const updates = yield* DomainUpdates

  const knownOf = Effect.fnUntraced(function*({ organization_id }: Domain, ids: ReadonlyArray<ContactId>) {
    const contacts = yield* contactStore.findMany(organization_id, ids)
    const verified = new Map<ContactId, VerifiedAddress>()
    for (const { contact_id, email } of contacts) {
      const address = yield* addresses.find(organization_id, email)
      if (Option.isSome(address)) verified.set(contact_id, address.value)
    }
    const known: KnownContacts = {
      contacts,
      claims: yield* claimStore.claimsOf(organization_id, ids),
      addresses: verified
    }
    return known
  })

  /** Records the claim of a contact that was asked for it, and whose address another contact has verified. */
  const adoptAddress = Effect.fnUntraced(function*(domain: Domain, known: KnownContacts) {
    const { policy_verification, organization_id } = domain
    for (const contact_id of policy_verification?.contacts ?? []) {
      const address = known.addresses.get(contact_id)
      const claim = known.claims.find((entry) => entry.contact_id === contact_id && entry.claim === "EMAIL")
      if (address === undefined || claim?.state !== "UNVERIFIED") continue
      yield* transaction.atomically(claims.attest(organization_id, contact_id, [{
        claim: "EMAIL",
        method: "REACHABILITY",
        proof: "EMAIL_VER_TRANSACTION_LOG",
        attestation_reference: address.contact_verification_id
      }], "The address of the contact is verified")).pipe(
        Effect.catchTags({
          // The contact was deleted meanwhile.
          ContactNotFound: () => Effect.void,
          // One attestation is uniform.
          MixedEvidence: Effect.die
        })
      )
    }
  })

  /** Asks contacts for missing claims: marks them and the domain, records an event, and sends mails. */
  const ask = Effect.fnUntraced(function*(
    domain: Domain,
    missing: ReadonlyArray<MissingClaims>,
    verification: PolicyVerification
  ) {
    const { domain_id, name, organization_id } = domain
    yield* statusTags.set(organization_id, "DOMAIN", domain_id, "VERIFICATION_REQUIRED")
    yield* changes.record(domain, {
      type: "VERIFICATION",
      subtype: "NOTIFICATION",
      message: `The contacts of ${name} have to be verified`,
      details: {
        detail_type: "domain_verification",
        domain_id,
        verification_deadlines: policyDeadlines(verification),
        verification_claims: demandedClaims(verification.claims),
        registrants: missing.map(({ contact }) => asRegistrant(contact))
      }
    })
    yield* Effect.forEach(missing, ({ claims: wanted, contact }) =>
      Effect.andThen(
        claims.required(organization_id, contact.contact_id, wanted),
        wanted.includes("EMAIL") ? requests.request(organization_id, contact.contact_id) : Effect.void
      ), { discard: true })
  })

  /** Clears the tag of a domain whose contacts are verified, unless its registry demands a verification too. */
  const clearTag = ({ domain_id, organization_id, verification_required }: Domain) =>
    verification_required === null
      ? statusTags.clear(organization_id, "DOMAIN", domain_id, "VERIFICATION_REQUIRED")
      : Effect.void

  /** True if an order of the domain is open, whose outcome may concern the hold. */
  const isChanging = (id: DomainId) => Effect.map(intents.ofObject(id), (open) => open.length > 0)

  /**
   * Stores the state of a domain's verification by the claims of its contacts. None if the domain has changed since the
   * claims were read, or if an order of it is open.
   */
  const examine = (seen: Domain, spec: TldSpec, known: KnownContacts) =>
    transaction.atomically(Effect.gen(function*() {
      const locked = yield* store.lock(seen.domain_id)
      if (Option.isNone(locked) || !isUnchanged(locked.value, seen) || (yield* isChanging(seen.domain_id))) {
        return Option.none<Domain>()
      }
      const domain = locked.value
      const before = domain.policy_verification
      if (before === null) return Option.none<Domain>()
      const now = yield* Instant.now
      const missing = missingClaims(domain, requirementsOf(spec), known, now)
      const after = examined(before, missing, now)
      if (Equal.equals(before, after)) return Option.some(domain)
      const isAsking = missing.some(({ contact }) => !before.contacts.includes(contact.contact_id))
      if (after?.state === "required") {
        if (isAsking) yield* ask(domain, missing, after)
      } else yield* clearTag(domain)
      return yield* changes.change(domain.domain_id, (current) => ({ ...current, policy_verification: after }))
    }))

  const changeHold = Effect.fnUntraced(function*(domain: Domain) {
    const step = holdStepOf(domain, yield* Instant.now)
    if (step === null || prohibiting(domain, "update").some((status) => status !== "clientUpdateProhibited")) return
    yield* Effect.catch(
      updates.changeHold(domain, step),
      (error) => Effect.logInfo(`The hold of ${domain.name} could not be changed`, error.message)
    )
    return step
  })

  /**
   * Examines the verification of a domain, and sets or removes its hold. A step that fails is repeated in a later round,
   * as the life cycle repeats its other actions.
   */
  return Effect.fnUntraced(function*({ domain_id }: Domain, { spec }: RegistryAccount) {
    const found = Option.getOrUndefined(yield* store.find(domain_id))
    if (found === undefined || found.policy_verification === null || !isOwned(found)) return
    const covered = coveredContacts(found, requirementsOf(spec))
    const known = yield* knownOf(found, [...new Set([...covered, ...found.policy_verification.contacts])])
    const named = { ...known, contacts: known.contacts.filter(({ contact_id }) => covered.includes(contact_id)) }
    const domain = yield* examine(found, spec, named)
    yield* adoptAddress(found, known)
    if (Option.isNone(domain)) return
    const step = yield* changeHold(domain.value)
    if (step === undefined) return
    // A hold that was changed under the customer's lock is followed by the lock.
    const after = yield* store.find(domain_id)
    if (Option.isSome(after) && holdStepOf(after.value, yield* Instant.now) === "relock") yield* changeHold(after.value)
  })
})

/** True if a domain has the contacts and the verification with which its claims were read. */
const isUnchanged = (a: Domain, b: Domain): boolean =>
  isOwned(a) && Equal.equals(a.contacts, b.contacts) && Equal.equals(a.policy_verification, b.policy_verification)

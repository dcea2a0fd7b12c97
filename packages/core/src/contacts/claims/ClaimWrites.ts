import { Effect } from "effect"
import { type EventData, EventLog } from "../../events/index.ts"
import { Instant, type OrganizationId, type VerificationClaim } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import type { ContactId } from "../Contact.ts"
import { type ContactRoleUse, ContactUsage } from "../ContactUsage.ts"
import { type ContactClaim, isVerified } from "./ContactClaim.ts"
import { ContactClaimStore } from "./ContactClaimStore.ts"
import { attestedDemands, type ContactDemand } from "./ContactDemand.ts"
import { verificationEnd } from "./VerificationEnd.ts"
import { VerificationReports } from "./VerificationReports.ts"

/** Reads and writes that several changes of claims need: ends of verifications, claims, events, status tags and reports. */
export const makeClaimWrites = Effect.gen(function*() {
  const store = yield* ContactClaimStore
  const reports = yield* VerificationReports
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
    event_data: Pick<EventData, "error" | "message">
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

  /** Clears the tag of a contact without demands, if it has the claims that policies require. */
  const clearTag = Effect.fnUntraced(function*(
    organization: OrganizationId,
    contact: ContactId,
    claims: ReadonlyArray<ContactClaim>,
    now: Instant.Instant
  ) {
    const wanted = yield* usage.requiredClaims(contact)
    const present = new Set(claims.filter((claim) => isVerified(claim, now)).map(({ claim }) => claim))
    if (wanted.some((claim) => !present.has(claim))) return
    yield* statusTags.clear(organization, "CONTACT", contact, "VERIFICATION_REQUIRED")
  })

  /** Orders reports to the registries whose demands can be reported. */
  const report = Effect.fnUntraced(function*(
    organization_id: OrganizationId,
    contact_id: ContactId,
    demands: ReadonlyArray<ContactDemand>,
    claims: ReadonlyArray<ContactClaim>
  ) {
    const attested = attestedDemands(demands, claims, yield* Instant.now)
    const registries = new Set(attested.map(({ demand }) => demand.registry))
    yield* Effect.forEach(
      registries,
      (registry) => reports.order({ contact_id, organization_id, registry }),
      { discard: true }
    )
  })

  return { clearTag, endsOf, put, record, report }
})

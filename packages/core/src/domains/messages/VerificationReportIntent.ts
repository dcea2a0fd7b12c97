import { DateTime, Effect, Layer, Option, Schema } from "effect"
import {
  ClaimReports,
  type ContactClaim,
  ContactClaims,
  ContactClaimStore,
  type ContactDemand,
  ContactId
} from "../../contacts/index.ts"
import {
  done,
  type Intent,
  type IntentHandler,
  notDone,
  type Registry,
  RegistryIntents,
  RegistryRefusal,
  RegistryRouter
} from "../../registry/index.ts"
import type { OrganizationId } from "../../shared/index.ts"
import { RegistryHandleStore } from "../registry/RegistryHandles.ts"

const VerificationReportPayload = Schema.Struct({ contact_id: ContactId })
type VerificationReportPayload = typeof VerificationReportPayload.Type
type ReportIntent = Intent<VerificationReportPayload>

const verificationReport = { kind: "contact.verification_report", payload: VerificationReportPayload }

/** Claims that settle a demand. The report contains the evidence of the newest. */
interface Settlement {
  readonly demand: ContactDemand
  readonly claims: ReadonlyArray<ContactClaim>
  readonly newest: ContactClaim
}

/** Reports of verified contacts. They are deferred intents, so that no caller waits for a registry. */
export const VerificationReportOrders = Layer.effect(
  ClaimReports,
  Effect.gen(function*() {
    const intents = yield* RegistryIntents
    const router = yield* RegistryRouter
    return ClaimReports.of({
      order: Effect.fnUntraced(function*(organization_id, contact_id, registry) {
        if (!Option.exists(router.find(registry), ({ capabilities }) => capabilities.verification_reports)) return
        yield* intents.prepare(verificationReport, {
          organization_id,
          registry,
          object_id: `${contact_id} ${registry}`,
          object_name: contact_id,
          payload: { contact_id },
          billing_transaction_ids: [],
          deferred: true
        }).pipe(
          Effect.catchTags({
            // The open report contains the evidence that is stored when it is sent, or is followed by another.
            OperationInProgress: () => Effect.void,
            // Deferred intents wait for their registry.
            RegistryUnavailable: Effect.die
          })
        )
      })
    })
  })
)

/** Sends the reports of verified contacts. The registry's decision is a message. */
export const VerificationReportIntents = Layer.effectDiscard(Effect.gen(function*() {
  const intents = yield* RegistryIntents
  const reports = yield* ClaimReports
  const contactClaims = yield* ContactClaims
  const store = yield* ContactClaimStore
  const handles = yield* RegistryHandleStore

  /** The claims to report; none unless every claim that the registry demands is attested. */
  const settlementOf = Effect.fnUntraced(function*(organization: OrganizationId, contact: ContactId, registry: string) {
    const demand = (yield* store.demandsOf(organization, contact)).find((entry) => entry.registry === registry)
    if (demand === undefined) return Option.none()
    const stored = yield* store.claimsOf(organization, [contact])
    const claims = stored.filter(({ state }) => state === "IN_PROGRESS")
    const newest = newestOf(claims.filter(({ claim }) => demand.claims.includes(claim)))
    const isSettled = demand.claims.every((demanded) => claims.some(({ claim }) => claim === demanded))
    if (newest === undefined || !isSettled) return Option.none()
    const settlement: Settlement = { demand, claims, newest }
    return Option.some(settlement)
  })

  const settlement = ({ organization_id, payload, registry }: ReportIntent) =>
    settlementOf(organization_id, payload.contact_id, registry)

  /** The contact's handle: that of the demand, or of the registrant of its domain. */
  const handleOf = Effect.fnUntraced(function*(
    registry: Registry,
    contact: ContactId,
    { domain_name, handle }: ContactDemand
  ) {
    if (handle !== null) return handle
    const domain = domain_name === null ? Option.none() : yield* registry.infoDomain(domain_name)
    for (const link of Option.match(domain, { onNone: () => [], onSome: ({ contacts }) => contacts })) {
      if (link.type !== "registrant") continue
      if (Option.contains(yield* handles.contactOf(registry.key, link.handle), contact)) return link.handle
    }
    return yield* noContact
  })

  const handler: IntentHandler<VerificationReportPayload, string | null> = {
    ...verificationReport,

    send: Effect.fnUntraced(function*(intent, registry) {
      const found = yield* settlement(intent)
      if (Option.isNone(found)) return done(null)
      const { claims, demand, newest } = found.value
      const { command_id, payload: { contact_id } } = intent
      yield* registry.reportVerification({
        command_id,
        handle: yield* handleOf(registry, contact_id, demand),
        claims: claims.map(({ claim }) => claim),
        method: newest.method ?? "",
        proof: newest.proof ?? "",
        reference: newest.attestation_reference ?? "",
        verified_on: newest.updated_on
      })
      return done(evidenceOf(newest))
    }),

    // Registries do not show reports. A repeated report replaces the first, and is not necessary after the decision.
    lookUp: (intent) => Effect.map(settlement(intent), (found) => Option.isSome(found) ? notDone : done(null)),

    complete: Effect.fnUntraced(function*({ organization_id, payload: { contact_id }, registry }, reported) {
      if (!(yield* store.lock(organization_id, contact_id))) return
      const now = yield* settlementOf(organization_id, contact_id, registry)
      // Evidence that was attested while the report was sent.
      if (Option.exists(now, ({ newest }) => evidenceOf(newest) !== reported)) {
        yield* reports.order(organization_id, contact_id, registry)
      }
    }),

    accepted: () => Effect.void,

    refused: ({ organization_id, payload: { contact_id }, registry }, reason) =>
      contactClaims.decided({
        contact_id,
        organization_id,
        registry,
        verified: false,
        message: reason._tag === "RegistryRefusal"
          ? "The registry has refused the report of the verification"
          : "The verification could not be reported to the registry"
      })
  }
  yield* intents.register(handler)
}))

const newestOf = (claims: ReadonlyArray<ContactClaim>): ContactClaim | undefined =>
  claims.reduce<ContactClaim | undefined>(
    (newest, claim) =>
      newest !== undefined && !DateTime.isGreaterThan(claim.updated_on, newest.updated_on) ? newest : claim,
    undefined
  )

/** Identifies the evidence of a claim. */
const evidenceOf = ({ attestation_reference, method, proof }: ContactClaim): string =>
  JSON.stringify([method, proof, attestation_reference])

const noContact = new RegistryRefusal({
  reason: "objectMissing",
  result_code: null,
  text: "The registry has no handle of the contact"
})

import { Effect, Layer, Option, Schema } from "effect"
import {
  type AttestedDemand,
  ContactClaims,
  ContactClaimStore,
  type ContactDemand,
  ContactId,
  type Evidence,
  VerificationReports
} from "../../contacts/index.ts"
import {
  done,
  type Intent,
  type IntentHandler,
  newCommandId,
  notDone,
  type Registry,
  RegistryIntents
} from "../../registry/index.ts"
import type { DomainName } from "../../shared/index.ts"
import { registryError } from "../registry/CarriedOut.ts"
import { RegistryHandleStore } from "../registry/RegistryHandles.ts"
import { makeAttestedDemands } from "./AttestedDemands.ts"

const VerificationReportPayload = Schema.Struct({ contact_id: ContactId })
type VerificationReportPayload = typeof VerificationReportPayload.Type
type ReportIntent = Intent<VerificationReportPayload>

/** Kind and payload of the intents of reports. An intent reports one contact to one registry. */
export const verificationReport = { kind: "contact.verification_report", payload: VerificationReportPayload }

/** A report that was sent. */
interface Reported {
  /** The demands with their evidence, as `contentOf` writes them. */
  readonly contents: ReadonlyArray<string>
  /** Domains at which the registry does not have the contact. */
  readonly unknownAt: ReadonlyArray<DomainName>
}

const nothing: Reported = { contents: [], unknownAt: [] }

/**
 * Sends the reports of verified contacts: one command for each handle and each different evidence, because a registry takes
 * one method, proof and reference. The registry's decision is a message.
 */
export const VerificationReportIntents = Layer.effectDiscard(Effect.gen(function*() {
  const intents = yield* RegistryIntents
  const reports = yield* VerificationReports
  const contactClaims = yield* ContactClaims
  const store = yield* ContactClaimStore
  const handles = yield* RegistryHandleStore
  const attested = yield* makeAttestedDemands

  const attestedOf = ({ organization_id, payload: { contact_id }, registry }: ReportIntent) =>
    attested({ contact_id, organization_id, registry })

  /** The contact's handle: that of the demand, or of the registrant of its domain. */
  const handleOf = Effect.fnUntraced(function*(
    registry: Registry,
    { contact_id, domain_name, handle }: ContactDemand
  ) {
    if (handle !== null) return handle
    const domain = yield* registry.infoDomain(domain_name)
    for (const link of Option.match(domain, { onNone: () => [], onSome: ({ contacts }) => contacts })) {
      if (link.type !== "registrant") continue
      if (Option.contains(yield* handles.contactOf(registry.key, link.handle), contact_id)) return link.handle
    }
    return undefined
  })

  /** The commands of a report, by handle and evidence. */
  const commandsOf = Effect.fnUntraced(function*(registry: Registry, demands: ReadonlyArray<AttestedDemand>) {
    const commands = new Map<string, { readonly handle: string; readonly evidence: Evidence }>()
    const unknownAt: Array<DomainName> = []
    for (const { demand, evidence: found } of demands) {
      const handle = yield* handleOf(registry, demand)
      if (handle === undefined) unknownAt.push(demand.domain_name)
      else for (const evidence of found) commands.set(JSON.stringify([handle, evidence.claims]), { handle, evidence })
    }
    return { commands: [...commands.values()], unknownAt }
  })

  const handler: IntentHandler<VerificationReportPayload, Reported> = {
    ...verificationReport,

    // A repeated report replaces the first, so all commands are repeated after one without an answer.
    send: Effect.fnUntraced(function*(intent, registry) {
      const demands = yield* attestedOf(intent)
      const { commands, unknownAt } = yield* commandsOf(registry, demands)
      for (const [index, { evidence, handle }] of commands.entries()) {
        const command_id = index === 0 ? intent.command_id : yield* newCommandId
        yield* registry.reportVerification({ command_id, handle, ...evidence })
      }
      return done({ contents: demands.map(contentOf), unknownAt })
    }),

    // Registries do not show reports.
    lookUp: (intent) => Effect.map(attestedOf(intent), (demands) => demands.length > 0 ? notDone : done(nothing)),

    complete: Effect.fnUntraced(function*(intent, { contents, unknownAt }) {
      const { organization_id, payload: { contact_id }, registry } = intent
      if (!(yield* store.lock(organization_id, contact_id))) return
      const now = yield* attestedOf(intent)
      // Demanded or attested while the report was sent.
      if (now.some((demand) => !contents.includes(contentOf(demand)))) {
        yield* reports.order({ contact_id, organization_id, registry })
      }
      if (unknownAt.length === 0) return
      yield* contactClaims.decided({
        contact_id,
        organization_id,
        registry,
        domain_names: unknownAt,
        verified: false,
        message: "The verification could not be reported: the registry does not have the contact",
        error: {
          code: "ERROR_CONTACT_VERIFICATION_UPSTREAM_NOT_FOUND",
          detail: `The contact is not a registrant of ${unknownAt[0]} at the registry`
        }
      })
    }),

    accepted: () => Effect.void,

    refused: ({ organization_id, payload: { contact_id }, registry }, reason) =>
      contactClaims.decided({
        contact_id,
        organization_id,
        registry,
        domain_names: null,
        verified: false,
        ...(reason._tag === "RegistryRefusal"
          ? { message: "The registry has refused the report of the verification" }
          : {
            message: "The verification could not be reported to the registry",
            error: registryError({ name: contact_id }, reason)
          })
      })
  }
  yield* intents.register(handler)
}))

/** Identifies a demand and its evidence. */
const contentOf = ({ demand: { claims, domain_name, handle }, evidence }: AttestedDemand): string =>
  JSON.stringify([
    domain_name,
    handle,
    claims,
    evidence.map((found) => [found.claims, found.method, found.proof, found.reference])
  ])

import { Effect, Option } from "effect"
import { Billing } from "../../billing/index.ts"
import {
  accepted,
  done,
  type Intent,
  type IntentHandler,
  type LookUpResult,
  notDone,
  pending,
  type QueryError,
  refusedBy,
  RegistrarIds,
  type Registry,
  RegistryRefusal,
  unclear
} from "../../registry/index.ts"
import { Instant } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import { changedDeclaration } from "../declaration/DeclarationState.ts"
import { DeclarationStore } from "../declaration/DeclarationStore.ts"
import { DomainZones } from "../dnssec/DomainZones.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { withStatus } from "../DomainState.ts"
import { withCharges } from "../GraceCharge.ts"
import { answeredWith, type CommandResult, domainAfter, lookedUp } from "../registry/DomainAfterCommand.ts"
import { makeForgetMissing } from "../registry/ForgetMissing.ts"
import { absentCode } from "../registry/NewAuthCode.ts"
import { RegistrationPayload } from "../registry/RegistrationPayload.ts"
import { RegistryHandles } from "../registry/RegistryHandles.ts"
import { RegistryHosts } from "../registry/RegistryHosts.ts"
import { synchronised } from "../registry/RegistryState.ts"
import { learnSponsor, sponsorOfNew } from "../registry/SponsorEvidence.ts"
import { withTrigger } from "../verification/PolicyVerificationState.ts"
import { refusedRegistration } from "./refusedRegistration.ts"

/** Intent of a registration. The domain is stored as `pendingCreate` until the registry has decided. */
export const makeRegistrationIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const handles = yield* RegistryHandles
  const hosts = yield* RegistryHosts
  const forgetMissing = yield* makeForgetMissing
  const billing = yield* Billing
  const statusTags = yield* StatusTags
  const zones = yield* DomainZones
  const ids = yield* RegistrarIds
  const catalog = yield* TldCatalog
  const declarations = yield* DeclarationStore

  /** Ends the declaration of a registration that required one. */
  const endDeclaration = Effect.fnUntraced(
    function*({ declared, domain_id }: RegistrationPayload, change: "complete" | "fail") {
      if (declared !== true) return
      const found = yield* declarations.findByDomain(domain_id)
      const changed = Option.isNone(found) ? undefined : changedDeclaration(found.value, change, yield* Instant.now)
      if (changed !== undefined) yield* declarations.settle(changed, "confirmed")
    }
  )

  const codeFor = Effect.fnUntraced(function*({ auth_code, tld }: RegistrationPayload, registry: Registry) {
    const spec = yield* catalog.find(tld)
    return auth_code ?? (Option.isNone(spec) ? null : yield* absentCode(spec.value, registry))
  })

  const intent: IntentHandler<RegistrationPayload, CommandResult, Option.Option<Domain>> = {
    kind: "domain.create",
    payload: RegistrationPayload,

    send: Effect.fnUntraced(function*({ command_id, organization_id, payload }, registry) {
      const { attributes, fee, name, period, tld } = payload
      const contacts = yield* handles.ensure(registry, { organization_id, tld }, payload.contacts)
      const nameservers = yield* hosts.ensure(registry, tld, payload.nameservers)
      const created = yield* registry.createDomain({
        command_id,
        name,
        period,
        contacts,
        nameservers,
        auth_code: yield* codeFor(payload, registry),
        attributes,
        fee,
        dnssec: [],
        claims_acceptance: payload.claims_acceptance ?? null,
        allocation_token: payload.allocation_token ?? null,
        idn_language: payload.idn_language ?? null
      }).pipe(forgetMissing(registry, { ...payload, organization_id }))
      if (!created.completed) return accepted
      const registered = yield* domainAfter(registry, command_id, payload.name)
      yield* learnSponsor(ids, registry, registered)
      return done(answeredWith(registered, created))
    }),

    lookUp: Effect.fnUntraced(function*(ordered, registry): Effect.fn.Return<LookUpResult<CommandResult>, QueryError> {
      const { name } = ordered.payload
      const registered = yield* registry.infoDomain(name)
      if (Option.isNone(registered)) return notDone
      const sponsor = sponsorOfNew(registered.value, yield* orderOf(ordered, registry))
      if (sponsor === "other") return refusedBy(taken)
      if (sponsor === "unknown") {
        return unclear(`${name} is shown under the registrar id ${registered.value.sponsor_id}`)
      }
      yield* learnSponsor(ids, registry, registered.value)
      return registered.value.statuses.includes("pendingCreate") ? pending : done(lookedUp(registered.value))
    }),

    adopt: Effect.fnUntraced(function*({ payload }, registry) {
      const registered = yield* registry.infoDomain(payload.name)
      if (Option.isSome(registered)) yield* learnSponsor(ids, registry, registered.value)
      return Option.map(registered, lookedUp)
    }),

    refusedOnceDone: new Set(["objectExists"]),

    isUndone: ({ payload }, registry) =>
      Effect.map(
        registry.checkDomains([payload.name], payload.allocation_token ?? undefined),
        (names) => names.every(({ available }) => available)
      ),

    complete: Effect.fnUntraced(
      function*({ billing_transaction_ids, organization_id, payload, state }, { cost, registered }) {
        if (state === "accepted" || payload.declared === true) {
          yield* statusTags.clear(organization_id, "DOMAIN", payload.domain_id, "CREATE_REQUESTED")
        }
        // The organization becomes the owner here, which displaces zones of other organizations at the name and below.
        const spec = yield* catalog.find(payload.tld)
        const stored = yield* changes.change(
          payload.domain_id,
          (domain, now) => {
            const charged = withCharges(synchronised(domain, registered, now), {
              billing_transaction_ids,
              operation: "create",
              began_on: registered.created_on ?? now,
              cost: cost ?? payload.fee
            }, now)
            return Option.isNone(spec) ? charged : withTrigger(charged, spec.value, "domain_registration", now)
          }
        )
        yield* record({ organization_id, payload }, "SUCCESS", `${payload.name} is registered`)
        yield* endDeclaration(payload, "complete")
        if (payload.create_zone) yield* zones.request({ ...payload, organization_id })
        yield* Effect.forEach(billing_transaction_ids, billing.capture, { discard: true })
        return stored
      }
    ),

    accepted: Effect.fnUntraced(function*({ organization_id, payload }) {
      yield* statusTags.set(organization_id, "DOMAIN", payload.domain_id, "CREATE_REQUESTED")
      yield* changes.change(payload.domain_id, (domain) => withStatus(domain, "pendingCreate"))
      yield* record({ organization_id, payload }, "NOTIFICATION", `The registry will decide on ${payload.name}`)
    }),

    escalated: changes.recordEscalation,

    refused: Effect.fnUntraced(function*(registration, reason) {
      const { billing_transaction_ids, payload } = registration
      yield* endDeclaration(payload, "fail")
      yield* changes.drop(payload.domain_id)
      yield* changes.recordRefusal(registration, reason, {
        type: "REGISTRATION",
        message: `${payload.name} could not be registered`,
        onRefusal: (refusal) => refusedRegistration(payload.name, refusal)
      })
      yield* Effect.forEach(billing_transaction_ids, (id) => billing.release(id, "failed"), { discard: true })
    })
  }

  const orderOf = Effect.fnUntraced(function*(
    { created_on, organization_id, payload }: Intent<RegistrationPayload>,
    registry: Registry
  ) {
    const { auth_code, contacts, tld } = payload
    const links = yield* handles.confirmed(registry, { organization_id, tld }, contacts)
    return { created_on, auth_code, handles: new Set(links.map(({ handle }) => handle)) }
  })

  const record = (
    { organization_id, payload }: Pick<Intent<RegistrationPayload>, "organization_id" | "payload">,
    subtype: "SUCCESS" | "NOTIFICATION",
    message: string
  ) => changes.record({ ...payload, organization_id }, { type: "REGISTRATION", subtype, message })

  return intent
})

const taken = new RegistryRefusal({ reason: "objectExists", result_code: null, text: "Another registrar was faster" })

import { Context, Effect, Layer } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { type ContactNotFound, ContactStore } from "../contacts/index.ts"
import {
  type OperationInProgress,
  RegistryIntents,
  RegistryIntentStore,
  type RegistryPolicyRefused,
  type RegistryUnavailable
} from "../registry/index.ts"
import {
  type CurrentActor,
  Instant,
  type InvalidInput,
  type PolicyViolation,
  refuseInput,
  Transaction
} from "../shared/index.ts"
import type { TldSpec } from "../tlds/index.ts"
import { carriedOut } from "./CarriedOut.ts"
import type { Domain, DomainReference } from "./Domain.ts"
import { DomainChanges } from "./DomainChanges.ts"
import { type DomainNotFound, type DomainReadOnly, DomainStatusProhibited } from "./DomainError.ts"
import { DomainPolicy, updateInputIssues, type Wanted } from "./DomainPolicy.ts"
import type { UpdateDomainRequest } from "./DomainRequest.ts"
import { prohibiting } from "./DomainState.ts"
import { HeldDomains } from "./HeldDomains.ts"
import { keepContacts } from "./Holders.ts"
import { authCodeExpiry } from "./NewAuthCode.ts"
import { RegistryAccess } from "./RegistryAccess.ts"
import { desiredStatuses, isNamed } from "./RequestedStatuses.ts"
import { beforeOf, isAsWanted, isSameUpdate, makeUpdateIntent, type UpdatePayload, withWanted } from "./UpdateIntent.ts"

type UpdateError =
  | AuthorizationError
  | ContactNotFound
  | DomainNotFound
  | DomainReadOnly
  | DomainStatusProhibited
  | InvalidInput
  | OperationInProgress
  | PolicyViolation
  | RegistryPolicyRefused
  | RegistryUnavailable

/** Changes of a domain that is held. Source: REST specification, "Endpoints", Domains. */
export class DomainUpdates extends Context.Service<DomainUpdates, {
  /** Everything that the request names changes, or nothing does. */
  readonly update: (
    reference: DomainReference,
    request: UpdateDomainRequest
  ) => Effect.Effect<Domain, UpdateError, CurrentActor>
  /**
   * As `update`, for a request that may have been carried out before: a domain that is as it is wanted, or on its way
   * there, is left alone.
   */
  readonly updateOnce: (
    reference: DomainReference,
    request: UpdateDomainRequest
  ) => Effect.Effect<Domain, UpdateError, CurrentActor>
}>()("@namewright/core/domains/DomainUpdates") {
  static readonly layer = Layer.effect(
    DomainUpdates,
    Effect.gen(function*() {
      const held = yield* HeldDomains
      const home = yield* RegistryAccess
      const contacts = yield* ContactStore
      const policy = yield* DomainPolicy
      const changes = yield* DomainChanges
      const transaction = yield* Transaction
      const intents = yield* RegistryIntents
      const intentStore = yield* RegistryIntentStore
      const handler = yield* makeUpdateIntent
      yield* intents.register(handler)

      const changeAtRegistry = Effect.fnUntraced(function*(domain: Domain, payload: UpdatePayload) {
        const { domain_id, name, organization_id, registry } = domain
        const intent = yield* transaction.atomically(Effect.gen(function*() {
          const prepared = yield* intents.prepare(handler, {
            organization_id,
            registry,
            object_id: domain_id,
            object_name: name,
            payload,
            billing_transaction_ids: []
          })
          yield* held.lockUnchanged(domain)
          yield* keepContacts(contacts, organization_id, payload.contacts ?? [])
          return prepared
        }))
        yield* carriedOut(name, yield* intents.execute(handler, intent))
      })

      const changeHere = (payload: UpdatePayload) =>
        transaction.atomically(changes.change(payload.domain_id, (domain) => withWanted(domain, payload)))

      const wantedBy = Effect.fnUntraced(function*(domain: Domain, request: UpdateDomainRequest) {
        const { spec } = yield* home.homeOf(domain)
        const wanted = yield* policy.update(domain, spec, request)
        return payloadOf(domain, spec, request, wanted, yield* Instant.now)
      })

      const change = (domain: Domain, payload: UpdatePayload) =>
        concernsRegistry(payload) ? changeAtRegistry(domain, payload) : changeHere(payload)

      const update = Effect.fn("DomainUpdates.update")(
        function*(reference: DomainReference, request: UpdateDomainRequest) {
          const actor = yield* authorize("domains:manage")
          const domain = yield* held.getWritable(actor, reference)
          yield* refuseInput(updateInputIssues(request))
          yield* refuseLocked(domain, request)
          yield* change(domain, yield* wantedBy(domain, request))
          return yield* held.get(actor, domain.domain_id)
        }
      )

      const isUnderWay = Effect.fnUntraced(function*({ domain_id }: Domain, wanted: UpdatePayload) {
        const open = yield* intentStore.ofObject(domain_id)
        return open.some(({ kind, payload, state }) =>
          kind === handler.kind && state === "accepted" && isSameUpdate(payload, wanted)
        )
      })

      const updateOnce = Effect.fn("DomainUpdates.updateOnce")(
        function*(reference: DomainReference, request: UpdateDomainRequest) {
          const actor = yield* authorize("domains:manage")
          const domain = yield* held.getWritable(actor, reference)
          yield* refuseInput(updateInputIssues(request))
          const payload = yield* wantedBy(domain, request)
          if (isAsWanted(domain, payload) || (yield* isUnderWay(domain, payload))) return domain
          yield* refuseLocked(domain, request)
          yield* change(domain, payload)
          return yield* held.get(actor, domain.domain_id)
        }
      )

      return DomainUpdates.of({ update, updateOnce })
    })
  )
}

/**
 * A locked domain still takes a new renewal mode, which its registry does not see, and the statuses alone, because
 * otherwise nobody could lift `clientUpdateProhibited`.
 */
const refuseLocked = (domain: Domain, request: UpdateDomainRequest): Effect.Effect<void, DomainStatusProhibited> => {
  const { attributes, auth_code, contacts, nameservers } = request
  const others = [auth_code, nameservers].some(isNamed)
    || (contacts?.roles ?? []).length > 0 || Object.keys(attributes ?? {}).length > 0
  const desired = desiredStatuses(domain, request)
  if (!others && desired === null) return Effect.void
  const lifted = !others && desired !== null && !desired.includes("clientUpdateProhibited") &&
    !isNamed(request.renewal_mode)
  const prohibiting_statuses = prohibiting(domain, "update")
    .filter((status) => !(lifted && status === "clientUpdateProhibited"))
  return prohibiting_statuses.length === 0
    ? Effect.void
    : Effect.fail(new DomainStatusProhibited({ domain_name: domain.name, prohibiting_statuses }))
}

const payloadOf = (
  domain: Domain,
  spec: TldSpec,
  request: UpdateDomainRequest,
  wanted: Wanted,
  now: Instant.Instant
): UpdatePayload => ({
  domain_id: domain.domain_id,
  name: domain.name,
  tld: domain.tld,
  contacts: (request.contacts?.roles ?? []).length === 0 ? null : wanted.contacts,
  nameservers: isNamed(request.nameservers) ? wanted.nameservers : null,
  statuses: desiredStatuses(domain, request),
  auth_code: wanted.auth_code,
  auth_code_expires_on: authCodeExpiry(spec, wanted.auth_code, now),
  renewal_mode: request.renewal_mode ?? null,
  attributes: request.attributes ?? null,
  before: beforeOf(domain)
})

const concernsRegistry = ({ auth_code, contacts, nameservers, statuses }: UpdatePayload): boolean =>
  [auth_code, contacts, nameservers, statuses].some(isNamed)

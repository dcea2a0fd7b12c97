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
import { generateStrongAuthCode } from "../tlds/index.ts"
import { carriedOut } from "./CarriedOut.ts"
import type { Domain, DomainReference } from "./Domain.ts"
import { DomainChanges } from "./DomainChanges.ts"
import { type DomainNotFound, type DomainReadOnly, DomainStatusProhibited } from "./DomainError.ts"
import { DomainPolicy, updateInputIssues, type Wanted } from "./DomainPolicy.ts"
import type { UpdateDomainRequest } from "./DomainRequest.ts"
import { prohibiting } from "./DomainState.ts"
import { HeldDomains } from "./HeldDomains.ts"
import { keepContacts } from "./Holders.ts"
import { areForTransfers, authCodeExpiry } from "./NewAuthCode.ts"
import { type Home, RegistryAccess } from "./RegistryAccess.ts"
import { desiredStatuses, isNamed, letsLeave } from "./RequestedStatuses.ts"
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
  /** Takes the auth code of a domain away; for the platform itself, which checks no right. */
  readonly removeAuthCode: (
    domain: Domain
  ) => Effect.Effect<void, ContactNotFound | OperationInProgress | RegistryPolicyRefused | RegistryUnavailable>
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

      /**
       * A name that its owner lets leave gets a code, where codes are for transfers alone and it has none that counts.
       */
      const madeCode = Effect.fnUntraced(function*(
        domain: Domain,
        { registry, spec }: Home,
        request: UpdateDomainRequest,
        now: Instant.Instant
      ) {
        const { auth_code, auth_code_expires_on } = domain
        const counts = auth_code !== null &&
          (auth_code_expires_on === null || !Instant.hasPassed(auth_code_expires_on, now))
        return letsLeave(domain, request) && areForTransfers(spec, registry) && !counts
          ? yield* generateStrongAuthCode(spec)
          : null
      })

      const wantedBy = Effect.fnUntraced(function*(domain: Domain, request: UpdateDomainRequest) {
        const place = yield* home.homeOf(domain)
        const now = yield* Instant.now
        const wanted = yield* policy.update(domain, place.spec, request)
        const made = wanted.auth_code === null ? yield* madeCode(domain, place, request, now) : null
        const auth_code = wanted.auth_code ?? made
        return {
          ...payloadOf(domain, request, { ...wanted, auth_code }),
          auth_code_expires_on: authCodeExpiry(place.spec, place.registry, auth_code, now),
          ...(made === null ? {} : { makes_code: true })
        }
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

      const removeAuthCode = Effect.fn("DomainUpdates.removeAuthCode")((domain: Domain) =>
        changeAtRegistry(domain, {
          domain_id: domain.domain_id,
          name: domain.name,
          tld: domain.tld,
          contacts: null,
          nameservers: null,
          statuses: null,
          auth_code: "",
          auth_code_expires_on: null,
          renewal_mode: null,
          attributes: null,
          before: beforeOf(domain, { auth_code: "" })
        })
      )

      return DomainUpdates.of({ update, updateOnce, removeAuthCode })
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
  request: UpdateDomainRequest,
  wanted: Wanted
): Omit<UpdatePayload, "auth_code_expires_on"> => ({
  domain_id: domain.domain_id,
  name: domain.name,
  tld: domain.tld,
  contacts: (request.contacts?.roles ?? []).length === 0 ? null : wanted.contacts,
  nameservers: isNamed(request.nameservers) ? wanted.nameservers : null,
  statuses: desiredStatuses(domain, request),
  auth_code: wanted.auth_code,
  renewal_mode: request.renewal_mode ?? null,
  attributes: request.attributes ?? null,
  before: beforeOf(domain, wanted)
})

const concernsRegistry = ({ auth_code, contacts, nameservers, statuses }: UpdatePayload): boolean =>
  [auth_code, contacts, nameservers, statuses].some(isNamed)

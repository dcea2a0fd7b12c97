import { Context, Effect, Layer } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { type ContactNotFound, ContactStore } from "../contacts/index.ts"
import {
  ClientStatus,
  type OperationInProgress,
  RegistryIntents,
  type RegistryPolicyRefused,
  type RegistryUnavailable
} from "../registry/index.ts"
import {
  type CurrentActor,
  type InputIssue,
  inputIssue,
  Instant,
  InvalidInput,
  type PolicyViolation,
  Transaction
} from "../shared/index.ts"
import { IsoDuration, type TldSpec } from "../tlds/index.ts"
import { carriedOut } from "./CarriedOut.ts"
import type { Domain, DomainReference } from "./Domain.ts"
import { DomainChanges } from "./DomainChanges.ts"
import { type DomainNotFound, type DomainReadOnly, DomainStatusProhibited } from "./DomainError.ts"
import { DomainPolicy, type Wanted } from "./DomainPolicy.ts"
import type { UpdateDomainRequest } from "./DomainRequest.ts"
import { prohibiting } from "./DomainState.ts"
import { HeldDomains } from "./HeldDomains.ts"
import { keepContacts } from "./Holders.ts"
import { RegistryAccess } from "./RegistryAccess.ts"
import { makeUpdateIntent, type UpdatePayload, withWanted } from "./UpdateIntent.ts"

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
      const handler = yield* makeUpdateIntent
      yield* intents.register(handler)

      const changeAtRegistry = Effect.fnUntraced(function*(domain: Domain, payload: UpdatePayload) {
        const { domain_id, name, organization_id, registry } = domain
        const intent = yield* transaction.atomically(Effect.gen(function*() {
          yield* keepContacts(contacts, organization_id, payload.contacts ?? [])
          return yield* intents.prepare(handler, {
            organization_id,
            registry,
            object_id: domain_id,
            object_name: name,
            payload,
            billing_transaction_ids: []
          })
        }))
        yield* carriedOut(name, yield* intents.execute(handler, intent))
      })

      const update = Effect.fn("DomainUpdates.update")(
        function*(reference: DomainReference, request: UpdateDomainRequest) {
          const actor = yield* authorize("domains:manage")
          const domain = yield* held.getWritable(actor, reference)
          yield* refuseContradictions(request)
          yield* refuseLocked(domain, request)
          const { spec } = yield* home.homeOf(domain)
          const payload = payloadOf(
            domain,
            spec,
            request,
            yield* policy.update(domain, spec, request),
            yield* Instant.now
          )
          if (concernsRegistry(payload)) yield* changeAtRegistry(domain, payload)
          else {yield* transaction.atomically(changes.change(domain.domain_id, (current) =>
              withWanted(current, payload)))}
          return yield* held.get(actor, domain.domain_id)
        }
      )

      return DomainUpdates.of({ update })
    })
  )
}

/** Null and absent members are both silent. */
const named = <A>(value: A | null | undefined): value is A => value !== null && value !== undefined

/** Source: REST specification, "Status-update validation". */
const refuseContradictions = (
  { status_changes, statuses }: UpdateDomainRequest
): Effect.Effect<void, InvalidInput> => {
  const add = status_changes?.add ?? []
  const remove = status_changes?.remove ?? []
  const issue = (message: string): InputIssue =>
    inputIssue(["body", "status_changes"], "value_error", message, status_changes)
  const issues = [
    ...(named(statuses) && named(status_changes) ? [issue("Name either statuses or status_changes")] : []),
    ...(named(status_changes) && add.length === 0 && remove.length === 0
      ? [issue("Name at least one status to add or to remove")]
      : []),
    ...(add.some((status) => remove.includes(status)) ? [issue("A status cannot be added and removed at once")] : [])
  ]
  const [first, ...others] = issues
  return first === undefined ? Effect.void : Effect.fail(new InvalidInput({ issues: [first, ...others] }))
}

/** The client statuses that the domain shall have; null when the request is silent about them. */
export const desiredStatuses = (
  domain: Domain,
  { status_changes, statuses, transfer_lock }: UpdateDomainRequest
): ReadonlyArray<ClientStatus> | null => {
  if (named(statuses)) return Array.from(new Set(statuses))
  const present = ClientStatus.literals.filter((status) => domain.registry_statuses.includes(status))
  if (named(status_changes)) {
    const kept = present.filter((status) => !(status_changes.remove ?? []).includes(status))
    return Array.from(new Set([...kept, ...(status_changes.add ?? [])]))
  }
  if (!named(transfer_lock)) return null
  const others = present.filter((status) => status !== "clientTransferProhibited")
  return transfer_lock ? [...others, "clientTransferProhibited"] : others
}

/**
 * A locked domain still takes a new renewal mode, which its registry does not see, and the statuses alone, because
 * otherwise nobody could lift `clientUpdateProhibited`.
 */
const refuseLocked = (domain: Domain, request: UpdateDomainRequest): Effect.Effect<void, DomainStatusProhibited> => {
  const { attributes, auth_code, contacts, nameservers } = request
  const others = [attributes, auth_code, contacts, nameservers].some(named)
  const desired = desiredStatuses(domain, request)
  if (!others && desired === null) return Effect.void
  const lifted = !others && desired !== null && !desired.includes("clientUpdateProhibited") &&
    !named(request.renewal_mode)
  const prohibiting_statuses = prohibiting(domain, "update")
    .filter((status) => !(lifted && status === "clientUpdateProhibited"))
  return prohibiting_statuses.length === 0
    ? Effect.void
    : Effect.fail(new DomainStatusProhibited({ domain_name: domain.name, prohibiting_statuses }))
}

const payloadOf = (
  domain: Domain,
  { transfer_policies }: TldSpec,
  request: UpdateDomainRequest,
  wanted: Wanted,
  now: Instant.Instant
): UpdatePayload => {
  const { authinfo_time_limited, authinfo_validity_period } = transfer_policies
  return {
    domain_id: domain.domain_id,
    name: domain.name,
    tld: domain.tld,
    contacts: (request.contacts?.roles ?? []).length === 0 ? null : wanted.contacts,
    nameservers: named(request.nameservers) ? wanted.nameservers : null,
    statuses: desiredStatuses(domain, request),
    auth_code: wanted.auth_code,
    auth_code_expires_on: authinfo_time_limited === true ? IsoDuration.addTo(now, authinfo_validity_period) : null,
    renewal_mode: request.renewal_mode ?? null,
    attributes: named(request.attributes) ? wanted.attributes : null
  }
}

const concernsRegistry = ({ auth_code, contacts, nameservers, statuses }: UpdatePayload): boolean =>
  [auth_code, contacts, nameservers, statuses].some(named)

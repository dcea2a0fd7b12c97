import { Context, Effect, Equal, Layer, Option } from "effect"
import { type AuthorizationError, authorizeWithinObjects, RepeatedSince } from "../../access/index.ts"
import { type ContactNotFound, ContactStore } from "../../contacts/index.ts"
import {
  ClientStatus,
  type DomainStatus,
  OperationInProgress,
  RegistryIntents,
  RegistryIntentStore,
  type RegistryPolicyRefused,
  type RegistryUnavailable
} from "../../registry/index.ts"
import {
  type CurrentActor,
  Instant,
  type InvalidInput,
  type PolicyViolation,
  refuseInput,
  Transaction
} from "../../shared/index.ts"
import { generateStrongAuthCode } from "../../tlds/index.ts"
import type { Domain, DomainReference } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { type DomainChanged, type DomainNotFound, type DomainReadOnly, DomainStatusProhibited } from "../DomainError.ts"
import { prohibiting } from "../DomainState.ts"
import { DomainStore } from "../DomainStore.ts"
import { requireTag } from "../DomainTag.ts"
import { keepContacts } from "../Holders.ts"
import { OwnedDomains } from "../OwnedDomains.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { areForTransfers, authCodeExpiry } from "../registry/NewAuthCode.ts"
import { RegistryAccess, type RegistryAccount } from "../registry/RegistryAccess.ts"
import { makeRegistryOrders } from "../registry/RegistryOrders.ts"
import { DomainPolicy, updateInputIssues, type Wanted } from "../request/DomainPolicy.ts"
import type { UpdateDomainRequest } from "../request/DomainRequest.ts"
import { desiredStatuses, isPresent, liftsTransferLock, setsTransferLock } from "../request/RequestedStatuses.ts"
import { type HoldStep, isHeldByPolicy } from "../verification/PolicyVerificationState.ts"
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

/** Updates of owned domains. Source: REST specification, "Endpoints", Domains. */
export class DomainUpdates extends Context.Service<DomainUpdates, {
  /**
   * Applies the whole request or nothing. A repeat of a request continues as `updateOnce`. `expected` is the entity tag
   * that the domain must have.
   */
  readonly update: (
    reference: DomainReference,
    request: UpdateDomainRequest,
    expected?: string
  ) => Effect.Effect<Domain, DomainChanged | UpdateError, CurrentActor>
  /**
   * As `update`, for a request that may have been carried out before: changes nothing if the domain has the wanted
   * state or an accepted update leads to it, whatever its entity tag is.
   */
  readonly updateOnce: (
    reference: DomainReference,
    request: UpdateDomainRequest
  ) => Effect.Effect<Domain, UpdateError, CurrentActor>
  /**
   * Removes the ended auth code of a domain at its registry. Called by the life cycle, without an actor. Fails with
   * `OperationInProgress` if a new code has been set since `domain` was read.
   */
  readonly removeAuthCode: (
    domain: Domain
  ) => Effect.Effect<void, ContactNotFound | OperationInProgress | RegistryPolicyRefused | RegistryUnavailable>
  /**
   * Sets or removes the hold of a domain whose contacts have to be verified. Called by the life cycle, without an actor.
   * The registry refuses updates of a domain with `clientUpdateProhibited`; that is removed with the change of the hold, and
   * the step `relock` sets it again. Fails with `OperationInProgress` if the domain has changed since it was read.
   */
  readonly changeHold: (
    domain: Domain,
    step: HoldStep
  ) => Effect.Effect<void, ContactNotFound | OperationInProgress | RegistryPolicyRefused | RegistryUnavailable>
}>()("@namewright/core/domains/DomainUpdates") {
  static readonly layer = Layer.effect(
    DomainUpdates,
    Effect.gen(function*() {
      const store = yield* DomainStore
      const owned = yield* OwnedDomains
      const access = yield* RegistryAccess
      const contacts = yield* ContactStore
      const policy = yield* DomainPolicy
      const changes = yield* DomainChanges
      const transaction = yield* Transaction
      const intents = yield* RegistryIntents
      const orders = yield* makeRegistryOrders
      const intentStore = yield* RegistryIntentStore
      const handler = yield* makeUpdateIntent
      yield* intents.register(handler)

      /** Calls `isStillWanted` after the domain's row and its intent are locked. */
      const changeAtRegistry = Effect.fnUntraced(function*<E>(
        domain: Domain,
        payload: UpdatePayload,
        lock: Effect.Effect<Domain, E>,
        isStillWanted: (current: Domain) => boolean = () => true
      ) {
        const { name, organization_id } = domain
        const refuseChanged = Effect.gen(function*() {
          const current = yield* lock
          if (!isStillWanted(current)) return yield* new OperationInProgress({ object_name: name })
          yield* keepContacts(contacts, organization_id, payload.contacts ?? [], payload.attributes ?? {})
        })
        yield* carriedOut(name, yield* orders.place(handler, { domain, payload }, { after: refuseChanged }))
      })

      const changeHere = ({ organization_id }: Domain, payload: UpdatePayload, expected: string | undefined) =>
        transaction.atomically(Effect.gen(function*() {
          yield* keepContacts(contacts, organization_id, [], payload.attributes ?? {})
          if (expected !== undefined) {
            const current = yield* store.lock(payload.domain_id)
            if (Option.isSome(current)) yield* requireTag(current.value, expected)
          }
          yield* changes.change(payload.domain_id, (domain) => withWanted(domain, payload))
        }))

      /** Payload of a request. If auth codes are for transfers only, the transfer lock sets and removes them. */
      const wantedBy = Effect.fnUntraced(function*(domain: Domain, request: UpdateDomainRequest) {
        const account = yield* access.accountOf(domain)
        const now = yield* Instant.now
        const { registry_contacts, wanted } = yield* policy.update(domain, account.spec, request)
        const byLock = wanted.auth_code === null ? yield* codeByLock(domain, account, request, now) : null
        const auth_code = wanted.auth_code ?? byLock
        return {
          ...payloadOf(domain, request, { ...wanted, auth_code }),
          registry_contacts,
          auth_code_expires_on: authCodeExpiry(account.spec, account.registry, auth_code, now),
          ...(byLock === null || byLock === "" ? {} : { makes_code: true })
        }
      })

      const changeOnce = (domain: Domain, payload: UpdatePayload, expected?: string) =>
        concernsRegistry(payload)
          ? changeAtRegistry(domain, payload, owned.lockExpected(domain, expected))
          : changeHere(domain, payload, expected)

      /**
       * A registry refuses every update of a domain with `clientUpdateProhibited` except the removal of that status
       * (RFC 5731, section 2.3), so an auth code in the same request is sent in a second update.
       */
      const change = Effect.fnUntraced(function*(domain: Domain, payload: UpdatePayload, expected?: string) {
        const isAlone = payload.auth_code === null || prohibiting(domain, "update").length === 0
        if (isAlone) return yield* changeOnce(domain, payload, expected)
        yield* changeOnce(domain, { ...payload, ...noCode, before: beforeOf(domain, noCode) }, expected)
        const lifted = yield* store.find(domain.domain_id)
        if (Option.isNone(lifted) || prohibiting(lifted.value, "update").length > 0) return
        yield* changeOnce(lifted.value, codeAlone(lifted.value, payload))
      })

      const update = Effect.fn("DomainUpdates.update")(
        function*(reference: DomainReference, request: UpdateDomainRequest, expected?: string) {
          if (Option.isSome(yield* RepeatedSince)) return yield* again(reference, request, expected)
          const actor = yield* authorizeWithinObjects("domains:manage")
          const domain = yield* owned.getWritable(actor, reference, expected)
          yield* refuseInput(updateInputIssues(request))
          yield* refuseLocked(domain, request, yield* Instant.now)
          yield* change(domain, yield* wantedBy(domain, request), expected)
          return yield* owned.get(actor, domain.domain_id)
        }
      )

      const isAccepted = Effect.fnUntraced(function*({ domain_id }: Domain, wanted: UpdatePayload) {
        const open = yield* intentStore.ofObject(domain_id)
        return open.some(({ kind, payload, state }) =>
          kind === handler.kind && state === "accepted" && isSameUpdate(payload, wanted)
        )
      })

      /** A request that reached its state has changed the entity tag itself. */
      const again = Effect.fn("DomainUpdates.updateOnce")(
        function*(reference: DomainReference, request: UpdateDomainRequest, expected?: string) {
          const actor = yield* authorizeWithinObjects("domains:manage")
          const domain = yield* owned.getWritable(actor, reference)
          yield* refuseInput(updateInputIssues(request))
          const payload = yield* wantedBy(domain, request)
          if (isAsWanted(domain, payload) || (yield* isAccepted(domain, payload))) return domain
          yield* requireTag(domain, expected)
          yield* refuseLocked(domain, request, yield* Instant.now)
          yield* change(domain, payload, expected)
          return yield* owned.get(actor, domain.domain_id)
        }
      )

      const removeAuthCode = Effect.fn("DomainUpdates.removeAuthCode")((domain: Domain) =>
        changeAtRegistry(
          domain,
          codeAlone(domain, { auth_code: "", auth_code_expires_on: null }),
          owned.lockUnchanged(domain),
          ({ auth_code }) => auth_code === domain.auth_code
        )
      )

      const changeHold = Effect.fn("DomainUpdates.changeHold")((domain: Domain, step: HoldStep) =>
        changeAtRegistry(
          domain,
          holdAlone(domain, step),
          owned.lockUnchanged(domain),
          ({ policy_verification }) => Equal.equals(policy_verification, domain.policy_verification)
        )
      )

      const updateOnce: DomainUpdates["Service"]["updateOnce"] = (reference, request) =>
        Effect.catchTag(again(reference, request), "DomainChanged", Effect.die)

      return DomainUpdates.of({ update, updateOnce, removeAuthCode, changeHold })
    })
  )
}

/**
 * Refuses every change of a locked domain, including the renewal mode. Exception: a request with statuses only that
 * removes `clientUpdateProhibited`. Source: REST specification, "Organization, contact claim, domain registry
 * statuses". Also refuses the removal of a hold while the contacts have to be verified.
 */
const refuseLocked = (
  domain: Domain,
  request: UpdateDomainRequest,
  now: Instant.Instant
): Effect.Effect<void, DomainStatusProhibited> => {
  const { attributes, auth_code, contacts, nameservers, renewal_mode } = request
  const others = [auth_code, nameservers, renewal_mode].some(isPresent)
    || (contacts?.roles ?? []).length > 0 || Object.keys(attributes ?? {}).length > 0
  const desired = desiredStatuses(domain, request)
  if (!others && desired === null) return Effect.void
  const lifted = !others && desired !== null && !desired.includes("clientUpdateProhibited")
  const prohibiting_statuses: ReadonlyArray<DomainStatus> = [
    ...prohibiting(domain, "update").filter((status) => !(lifted && status === "clientUpdateProhibited")),
    ...(desired !== null && !desired.includes("clientHold") && isHeldByPolicy(domain, now)
      ? ["clientHold" as const]
      : [])
  ]
  return prohibiting_statuses.length === 0
    ? Effect.void
    : Effect.fail(new DomainStatusProhibited({ domain_name: domain.name, prohibiting_statuses }))
}

/**
 * Auth code after a change of the transfer lock: generated if the lock is removed and no valid code exists, empty to
 * remove the code if the lock is set. Null for no change.
 */
const codeByLock = Effect.fnUntraced(function*(
  domain: Domain,
  { registry, spec }: RegistryAccount,
  request: UpdateDomainRequest,
  now: Instant.Instant
) {
  const { auth_code, auth_code_expires_on } = domain
  if (!areForTransfers(spec, registry)) return null
  if (setsTransferLock(domain, request)) return auth_code === null && auth_code_expires_on === null ? null : ""
  const isValid = auth_code !== null &&
    (auth_code_expires_on === null || !Instant.hasPassed(auth_code_expires_on, now))
  return liftsTransferLock(domain, request) && !isValid ? yield* generateStrongAuthCode(spec) : null
})

/** Payload that changes only the hold, and the lock that prevents its change. */
const holdAlone = (domain: Domain, step: HoldStep): UpdatePayload => {
  const { holds = false, relocks = false } = domain.policy_verification ?? {}
  const present = ClientStatus.literals.filter((status) => domain.registry_statuses.includes(status))
  const others = present.filter((status) => status !== "clientUpdateProhibited" && status !== "clientHold")
  // A hold that is gone already needs no command, and no lock is removed for it.
  const isUnchanged = step === "lift" && !present.includes("clientHold")
  const isUnlocked = step !== "relock" && !isUnchanged && present.includes("clientUpdateProhibited")
  const statuses = step === "relock"
    ? [...new Set([...present, "clientUpdateProhibited" as const])]
    : isUnchanged
    ? present
    : step === "hold"
    ? [...others, "clientHold" as const]
    : others
  return {
    ...codeAlone(domain, noCode),
    statuses,
    hold: {
      holds: step === "hold" || (step === "relock" && holds),
      relocks: step !== "relock" && (relocks || isUnlocked),
      message: holdMessages[step](domain.name)
    }
  }
}

const holdMessages: Readonly<Record<HoldStep, (name: Domain["name"]) => string>> = {
  hold: (name) => `${name} is on hold, because its contacts are not verified`,
  lift: (name) => `${name} is no longer on hold, because its contacts are verified`,
  relock: (name) => `${name} is locked again after the change of its hold`
}

const noCode = { auth_code: null, auth_code_expires_on: null } as const

/** Payload that changes only the auth code. */
const codeAlone = (
  domain: Domain,
  { auth_code, auth_code_expires_on, makes_code }: Pick<
    UpdatePayload,
    "auth_code" | "auth_code_expires_on" | "makes_code"
  >
): UpdatePayload => ({
  domain_id: domain.domain_id,
  name: domain.name,
  tld: domain.tld,
  contacts: null,
  registry_contacts: null,
  nameservers: null,
  statuses: null,
  auth_code,
  auth_code_expires_on,
  ...(makes_code === undefined ? {} : { makes_code }),
  renewal_mode: null,
  attributes: null,
  before: beforeOf(domain, { auth_code })
})

const payloadOf = (
  domain: Domain,
  request: UpdateDomainRequest,
  wanted: Wanted
): Omit<UpdatePayload, "auth_code_expires_on" | "registry_contacts"> => ({
  domain_id: domain.domain_id,
  name: domain.name,
  tld: domain.tld,
  contacts: (request.contacts?.roles ?? []).length === 0 ? null : wanted.contacts,
  nameservers: isPresent(request.nameservers) ? wanted.nameservers : null,
  statuses: desiredStatuses(domain, request),
  auth_code: wanted.auth_code,
  renewal_mode: request.renewal_mode ?? null,
  attributes: request.attributes ?? null,
  before: beforeOf(domain, wanted)
})

const concernsRegistry = ({ auth_code, contacts, nameservers, statuses }: UpdatePayload): boolean =>
  [auth_code, contacts, nameservers, statuses].some(isPresent)

import { Effect, Equal, Option, Schema } from "effect"
import {
  accepted,
  ClientStatus,
  done,
  type Intent,
  type IntentHandler,
  notDone,
  pending,
  refusedBy,
  RegistrarIds,
  type Registry,
  type RegistryContactLink,
  type RegistryDomain,
  type UpdateDomain
} from "../../registry/index.ts"
import { DomainId, DomainName, Instant } from "../../shared/index.ts"
import { mergedAttributes, TldCatalog } from "../../tlds/index.ts"
import { type Domain, DomainContact, Nameserver, RenewalMode } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { withStatus } from "../DomainState.ts"
import { domainAfterUpdate } from "../registry/DomainAfterCommand.ts"
import { makeForgetMissing } from "../registry/ForgetMissing.ts"
import { updateWithGeneratedCode } from "../registry/GeneratedCode.ts"
import { mayBeReviewed } from "../registry/mayBeReviewed.ts"
import { removingCode, withNewCodeRemoval } from "../registry/NewAuthCode.ts"
import { noDomain } from "../registry/noDomain.ts"
import { RegistryHandles } from "../registry/RegistryHandles.ts"
import { RegistryHosts } from "../registry/RegistryHosts.ts"
import { synchronised } from "../registry/RegistryState.ts"
import { learnSponsor } from "../registry/SponsorEvidence.ts"
import { withChangedContacts, withHold } from "../verification/PolicyVerificationState.ts"
import { difference, isEmpty } from "./DomainDifference.ts"

/** The members of a required verification after a change of the hold. */
const HoldChange = Schema.Struct({
  holds: Schema.Boolean,
  relocks: Schema.Boolean,
  /** One sentence for the event. */
  message: Schema.String
})

/** Desired state of a domain; null leaves a part unchanged. Lists are complete: missing items are removed. */
const UpdatePayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  tld: Schema.String,
  contacts: Schema.NullOr(Schema.Array(DomainContact)),
  /** The contacts with the attributes of their sets at the time of the request. */
  registry_contacts: Schema.NullOr(Schema.Array(DomainContact)),
  nameservers: Schema.NullOr(Schema.Array(Nameserver)),
  statuses: Schema.NullOr(Schema.Array(ClientStatus)),
  /** Empty removes the code. */
  auth_code: Schema.NullOr(Schema.String),
  auth_code_expires_on: Schema.NullOr(Instant.Instant),
  /** True if the platform generated the code; a repeated request has another one. */
  makes_code: Schema.optionalKey(Schema.Boolean),
  /** Stored by the platform only, in the same transaction as the rest. */
  renewal_mode: Schema.NullOr(RenewalMode),
  /** Changed attributes; others are unchanged, and an empty value removes one. */
  attributes: Schema.NullOr(Schema.Record(Schema.String, Schema.String)),
  /** Change of the hold by a policy of the TLD; only in updates by the platform itself. */
  hold: Schema.optionalKey(HoldChange),
  /** Previous values that the registry does not show, restored if it rejects an update that it had accepted. */
  before: Schema.Struct({
    contacts: Schema.Array(DomainContact),
    renewal_mode: RenewalMode,
    attributes: Schema.Record(Schema.String, Schema.String),
    /** Only in updates that change the code. */
    auth_code: Schema.optionalKey(Schema.NullOr(Schema.String)),
    auth_code_expires_on: Schema.optionalKey(Schema.NullOr(Instant.Instant))
  })
})
export type UpdatePayload = typeof UpdatePayload.Type

export const updateIntentKind = "domain.update"

/** The domain with the desired values that the registry does not show. */
export const withWanted = (domain: Domain, wanted: UpdatePayload): Domain => ({
  ...domain,
  contacts: wanted.contacts ?? domain.contacts,
  nameservers: wanted.nameservers ?? domain.nameservers,
  auth_code: wanted.auth_code === "" ? null : wanted.auth_code ?? domain.auth_code,
  auth_code_expires_on: wanted.auth_code === null ? domain.auth_code_expires_on : wanted.auth_code_expires_on,
  renewal_mode: wanted.renewal_mode ?? domain.renewal_mode,
  attributes: mergedAttributes(domain.attributes, wanted.attributes ?? {})
})

/** True if the stored domain already has the desired state. */
export const isAsWanted = (domain: Domain, wanted: UpdatePayload): boolean => {
  const { auth_code_expires_on } = domain
  const present = ClientStatus.literals.filter((status) => domain.registry_statuses.includes(status))
  return Equal.equals({ ...withWanted(domain, wanted), auth_code_expires_on }, domain)
    && (wanted.statuses === null || Equal.equals(new Set(present), new Set(wanted.statuses)))
}

/** True if a stored update has the same desired state. */
export const isSameUpdate = (stored: unknown, wanted: UpdatePayload): boolean =>
  Option.exists(decodePayload(stored), (payload) => Equal.equals(wantedParts(payload), wantedParts(wanted)))

const decodePayload = Schema.decodeUnknownOption(UpdatePayload)

/** Desired state without the values that depend on the time of the request. */
const wantedParts = (payload: UpdatePayload) => {
  const {
    attributes,
    auth_code,
    contacts,
    makes_code = false,
    nameservers,
    registry_contacts,
    renewal_mode,
    statuses
  } = payload
  return {
    attributes,
    auth_code: makes_code ? null : auth_code,
    makes_code,
    contacts,
    registry_contacts,
    nameservers,
    renewal_mode,
    statuses: statuses === null ? null : new Set(statuses)
  }
}

/** Values of the domain that a rejected update restores. */
export const beforeOf = (
  { attributes, auth_code, auth_code_expires_on, contacts, renewal_mode }: Domain,
  wanted: Pick<UpdatePayload, "auth_code">
): UpdatePayload["before"] => ({
  attributes,
  contacts,
  renewal_mode,
  ...(wanted.auth_code === null ? {} : { auth_code, auth_code_expires_on })
})

/** Intent of an update: sends the difference between the state at the registry and the desired one. */
export const makeUpdateIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const handles = yield* RegistryHandles
  const hosts = yield* RegistryHosts
  const forgetMissing = yield* makeForgetMissing
  const ids = yield* RegistrarIds
  const catalog = yield* TldCatalog

  const codeFor = Effect.fnUntraced(function*({ auth_code, tld }: UpdatePayload, registry: Registry) {
    const spec = yield* catalog.find(tld)
    return auth_code === "" && Option.isSome(spec) ? yield* removingCode(spec.value, registry) : auth_code
  })

  const differenceOf = Effect.fnUntraced(
    function*({ organization_id, payload }: Intent<UpdatePayload>, registry: Registry, registered: RegistryDomain) {
      const contacts = payload.registry_contacts === null
        ? null
        : yield* handles.ensure(registry, { organization_id, tld: payload.tld }, payload.registry_contacts)
      const nameservers = payload.nameservers === null
        ? null
        : yield* hosts.ensure(registry, payload.tld, payload.nameservers)
      return difference(registered, { ...payload, contacts, nameservers, auth_code: yield* codeFor(payload, registry) })
    }
  )

  const sendUpdate = Effect.fnUntraced(function*(payload: UpdatePayload, registry: Registry, update: UpdateDomain) {
    const { auth_code } = update.change
    const spec = yield* catalog.find(payload.tld)
    const isGenerated = payload.makes_code === true || auth_code !== payload.auth_code
    return isGenerated && Option.isSome(spec)
      ? yield* updateWithGeneratedCode(registry, spec.value, update)
      : { ...(yield* registry.updateDomain(update)), auth_code }
  })

  const record = (
    { organization_id, payload }: Intent<UpdatePayload>,
    subtype: "SUCCESS" | "NOTIFICATION",
    message: string
  ) => changes.record({ ...payload, organization_id }, { type: "MODIFICATION", subtype, message })

  const intent: IntentHandler<UpdatePayload, RegistryDomain> = {
    kind: updateIntentKind,
    payload: UpdatePayload,

    send: Effect.fnUntraced(function*(wanted, registry) {
      const { command_id, payload } = wanted
      const registered = yield* Effect.flatMap(
        registry.infoDomain(payload.name),
        Option.match({
          onNone: () => Effect.fail(noDomain),
          onSome: (found) => Effect.succeed<RegistryDomain>(found)
        })
      )
      const { auth_code, registrant, ...parts } = yield* differenceOf(wanted, registry, registered)
      if (isEmpty({ auth_code, registrant, ...parts })) return done(registered)
      const update = { command_id, name: payload.name, ...parts, change: { registrant, auth_code, attributes: {} } }
      const updated = yield* sendUpdate(payload, registry, update).pipe(
        forgetMissing(registry, {
          ...payload,
          contacts: payload.registry_contacts,
          organization_id: wanted.organization_id
        })
      )
      const isReplaced = payload.makes_code === true && updated.auth_code !== auth_code
      if (!updated.completed && !isReplaced) return accepted
      const after = yield* domainAfterUpdate(registry, update)
      yield* learnSponsor(ids, registry, after)
      return done(isReplaced ? { ...after, auth_code: updated.auth_code } : after)
    }),

    // A code cannot be read back, so an update with a code is sent again, unless it has locked the domain.
    lookUp: Effect.fnUntraced(function*(wanted, registry) {
      const { organization_id, payload } = wanted
      const registered = yield* registry.infoDomain(payload.name)
      if (Option.isNone(registered)) return refusedBy(noDomain)
      if (registered.value.statuses.includes("pendingUpdate")) return pending
      const contacts = payload.registry_contacts === null
        ? null
        : yield* handles.confirmed(registry, { organization_id, tld: payload.tld }, payload.registry_contacts)
      return isVisible(payload, contacts, registered.value) && isOver(wanted, contacts, registered.value)
        ? done(registered.value)
        : notDone
    }),

    mayBeReviewed: mayBeReviewed("update"),

    complete: Effect.fnUntraced(function*(wanted, registered) {
      const { payload, state } = wanted
      const spec = yield* catalog.find(payload.tld)
      yield* changes.change(payload.domain_id, (domain, now) => {
        // The values of an accepted update are stored, and may have been changed since.
        const changed = synchronised(state === "accepted" ? domain : withWanted(domain, payload), registered, now)
        if (payload.hold !== undefined) return withHold(changed, payload.hold)
        const coded = payload.statuses === null ? changed : withNewCodeRemoval(changed, now)
        return payload.contacts === null || Option.isNone(spec)
          ? coded
          : withChangedContacts(coded, spec.value, payload.before.contacts, now)
      })
      if (payload.nameservers !== null) {
        yield* changes.keepDnssec(payload.domain_id, registered.dnssec)
        yield* changes.reconcileDnssec({ ...payload, organization_id: wanted.organization_id })
      }
      if (payload.hold === undefined) yield* record(wanted, "SUCCESS", `${payload.name} is changed`)
      else yield* record(wanted, "NOTIFICATION", payload.hold.message)
    }),

    accepted: Effect.fnUntraced(function*({ payload }) {
      yield* changes.change(payload.domain_id, (domain) => withStatus(withWanted(domain, payload), "pendingUpdate"))
    }),

    refused: Effect.fnUntraced(function*(update, reason) {
      const { payload, state } = update
      if (state === "accepted") {
        yield* changes.change(payload.domain_id, (domain) => withoutRejected(domain, payload))
        yield* changes.makeDue(payload.domain_id)
      }
      yield* changes.recordRefusal(update, reason, {
        type: "MODIFICATION",
        message: `${payload.name} could not be changed`
      })
    })
  }

  return intent
})

/** True if the update set `clientUpdateProhibited`; the registry then refuses a repetition. */
const hasLocked = ({ statuses }: UpdatePayload, registered: RegistryDomain): boolean =>
  (statuses ?? []).includes("clientUpdateProhibited") && registered.statuses.includes("clientUpdateProhibited")

/**
 * True if the registry shows the desired nameservers and statuses, the contacts in those roles that it shows at all,
 * and no other auth code.
 */
const isVisible = (
  { auth_code, nameservers, statuses }: UpdatePayload,
  contacts: ReadonlyArray<RegistryContactLink> | null,
  registered: RegistryDomain
): boolean => {
  if (isCode(auth_code) && registered.auth_code !== null && registered.auth_code !== auth_code) return false
  const shown = contacts?.filter(({ type }) => registered.contacts.some((link) => link.type === type)) ?? null
  return isEmpty(difference(registered, { nameservers, statuses, contacts: shown, auth_code: null }))
}

/**
 * True if the update, whose visible parts are shown, is over. Parts that the registry does not show are decided by its
 * message, or by the end of the status `pendingUpdate`. An unanswered update that has locked the name is not repeated.
 */
const isOver = (
  { decision, payload, found_pending, state }: Intent<UpdatePayload>,
  contacts: ReadonlyArray<RegistryContactLink> | null,
  registered: RegistryDomain
): boolean => {
  if (state === "prepared") return hasLocked(payload, registered)
  if (decision !== null) return decision === "approved"
  const isCodeShown = payload.auth_code === null || (isCode(payload.auth_code) && registered.auth_code !== null)
  const areContactsShown = contacts === null || contacts.length === 0 || registered.contacts.length > 0
  return found_pending || (isCodeShown && areContactsShown)
}

/** False for null (no change), and for the empty code, which may be replaced by a random one. */
const isCode = (code: string | null): code is string => code !== null && code !== ""

/** The domain with its values before a rejected update, except those that another update has changed since. */
const withoutRejected = (domain: Domain, payload: UpdatePayload): Domain => {
  const { attributes, auth_code, auth_code_expires_on = null, contacts, renewal_mode } = payload.before
  const wanted = withWanted(domain, payload)
  const isUnchanged = (part: "attributes" | "auth_code" | "contacts" | "renewal_mode") =>
    payload[part] !== null && Equal.equals(domain[part], wanted[part])
  return {
    ...domain,
    ...(isUnchanged("contacts") ? { contacts } : {}),
    ...(isUnchanged("renewal_mode") ? { renewal_mode } : {}),
    ...(isUnchanged("attributes") ? { attributes } : {}),
    ...(isUnchanged("auth_code") && auth_code !== undefined ? { auth_code, auth_code_expires_on } : {})
  }
}

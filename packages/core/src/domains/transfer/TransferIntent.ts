import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { Billing } from "../../billing/index.ts"
import {
  accepted,
  type CommandError,
  done,
  type Intent,
  type IntentHandler,
  type LookUpResult,
  notDone,
  pending,
  type QueryError,
  refusedBy,
  type Registry,
  type RegistryDomain,
  RegistryIntentStore,
  RegistryOutcomeUnknown,
  RegistryRefusal,
  type RegistryTransfer,
  unclear
} from "../../registry/index.ts"
import { DomainId, DomainName, Period } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import { type Domain, DomainContact, Nameserver } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { arranged } from "../DomainState.ts"
import { ExternalAccounts, ReplacedDomain } from "../ExternalAccounts.ts"
import { Fee } from "../Fee.ts"
import { withCharges } from "../GraceCharge.ts"
import { answeredWith, type CommandResult, domainAfter, lookedUp } from "../registry/DomainAfterCommand.ts"
import { makeForgetMissing } from "../registry/ForgetMissing.ts"
import { clockTolerance } from "../registry/MessageRelation.ts"
import { withEndedCode } from "../registry/NewAuthCode.ts"
import { RegistryHandles } from "../registry/RegistryHandles.ts"
import { RegistryHosts } from "../registry/RegistryHosts.ts"
import { synchronised } from "../registry/RegistryState.ts"
import { transferKind } from "../registry/transferKind.ts"
import { withTrigger } from "../verification/PolicyVerificationState.ts"
import { refusedTransfer } from "./refusedTransfer.ts"
import { transferCancelKind } from "./TransferCancelIntent.ts"

const TransferPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  tld: Schema.String,
  auth_code: Schema.NullOr(Schema.String),
  /** Term that the transfer adds; null for the registry's default. */
  period: Schema.NullOr(Period.Period),
  /** With the attributes of their sets at the time of the order, so that a repeated command is the same. */
  contacts: Schema.Array(DomainContact),
  /** Null keeps the nameservers at the registry. */
  nameservers: Schema.NullOr(Schema.Array(Nameserver)),
  /**
   * Auth code of the domain after the transfer: null if the registry generates it, empty if the code of the transfer is
   * only removed.
   */
  new_auth_code: Schema.NullOr(Schema.String),
  attributes: Schema.Record(Schema.String, Schema.String),
  fee: Schema.NullOr(Fee),
  /** True if a zone is created once the domain is transferred. */
  create_zone: Schema.optionalKey(Schema.Boolean),
  /** Token that permits the transfer. */
  allocation_token: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** The domain at an external registrar that the transfer replaces in the lists. */
  replaced: Schema.optionalKey(Schema.NullOr(ReplacedDomain)),
  /** True if the registrar of `replaced` is asked for the auth code whenever the command is sent. It is not stored. */
  code_from_registrar: Schema.optionalKey(Schema.Boolean)
})
export type TransferPayload = typeof TransferPayload.Type

/** Intent of an inbound transfer. `afterwards` runs in the transaction that completes it. */
export const makeTransferIntent = Effect.fnUntraced(function*(
  afterwards: (intent: Intent<TransferPayload>, domain: Domain) => Effect.Effect<void>
) {
  const changes = yield* DomainChanges
  const handles = yield* RegistryHandles
  const hosts = yield* RegistryHosts
  const forgetMissing = yield* makeForgetMissing
  const billing = yield* Billing
  const intents = yield* RegistryIntentStore
  const statusTags = yield* StatusTags
  const accounts = yield* ExternalAccounts
  const catalog = yield* TldCatalog

  const isCancelRequested = (domain: DomainId) =>
    Effect.map(intents.ofObject(domain), (open) => open.some(({ kind }) => kind === transferCancelKind))

  /**
   * Auth code of the order, or of the external registrar, which also removes its transfer lock. A registrar that cannot
   * be asked may have unlocked the domain, so the order is not given up at once: recovery repeats it.
   */
  const codeOf = Effect.fnUntraced(function*({ command_id, organization_id, payload }: Intent<TransferPayload>) {
    const { auth_code, code_from_registrar, name, replaced } = payload
    if (code_from_registrar !== true || !replaced) return { auth_code, unlock_refusal: null }
    const released = yield* accounts.release(organization_id, replaced.registrar_credential_id, name).pipe(
      Effect.catchTag(
        "RegistryTemporary",
        ({ text }) => Effect.fail(new RegistryOutcomeUnknown({ command_id, text }))
      )
    )
    return { ...released, auth_code: Redacted.value(released.auth_code) }
  })

  const release = (
    { billing_transaction_ids }: Intent<TransferPayload>
  ) => Effect.forEach(billing_transaction_ids, (id) => billing.release(id, "failed"), { discard: true })

  const intent: IntentHandler<TransferPayload, CommandResult> = {
    kind: transferKind,
    payload: TransferPayload,

    send: Effect.fnUntraced(function*(transfer, registry) {
      const { command_id, organization_id, payload } = transfer
      const { attributes, fee, name, period, tld } = payload
      const contacts = yield* handles.ensure(registry, { organization_id, tld }, payload.contacts)
      const nameservers = yield* hosts.ensure(registry, tld, payload.nameservers ?? [])
      // Last, so that a domain is unlocked only if nothing else prevents the request.
      const { auth_code, unlock_refusal } = yield* codeOf(transfer)
      const answer = yield* registry.requestTransfer({
        command_id,
        name,
        auth_code,
        period,
        contacts,
        nameservers,
        attributes,
        fee,
        allocation_token: payload.allocation_token ?? null
      }).pipe(
        forgetMissing(registry, { ...payload, organization_id }),
        Effect.mapError((error) => unlock_refusal === null ? error : whileLocked(error, unlock_refusal))
      )
      return answer.completed && answer.status !== "pending"
        ? done(answeredWith(yield* domainAfter(registry, command_id, name), answer))
        : accepted
    }),

    lookUp: Effect.fnUntraced(function*(
      { created_on, payload },
      registry
    ): Effect.fn.Return<LookUpResult<CommandResult>, QueryError> {
      const registered = yield* registry.infoDomain(payload.name)
      if (Option.isSome(registered) && registered.value.sponsor === "account") return done(lookedUp(registered.value))
      const since = DateTime.subtractDuration(created_on, clockTolerance)
      const moved = Option.filter(registered, (shown) => shown.sponsor === "unknown" && isMovedSince(shown, since))
      const transfer = yield* newestTransfer(registry, payload)
      if (Option.isNone(transfer)) return Option.isNone(moved) ? notDone : unclear(underId(moved.value))
      const { requested_on, side, status } = transfer.value
      // Not this transfer: an earlier one of the same name.
      if (side === "losing" || DateTime.isLessThan(requested_on, since)) return notDone
      if (status === "pending") return pending
      if (status === "clientApproved" || status === "serverApproved") {
        return Option.isNone(moved)
          ? pending
          : side === "gaining"
          ? done(lookedUp(moved.value))
          : unclear(underId(moved.value))
      }
      // The cancellation removes the intent of the transfer.
      if (status === "clientCancelled" && (yield* isCancelRequested(payload.domain_id))) return pending
      return refusedBy(endedRefusal(status))
    }),

    refusedOnceDone: new Set(["transferPending"]),

    adopt: ({ payload }, registry) => Effect.map(registry.infoDomain(payload.name), Option.map(lookedUp)),

    complete: Effect.fnUntraced(function*(transfer, { cost, registered }) {
      const { billing_transaction_ids, organization_id, payload, state } = transfer
      if (state === "accepted") {
        yield* statusTags.clear(organization_id, "DOMAIN", payload.domain_id, "INBOUND_TRANSFER_PENDING")
      }
      if (isImport(payload)) {
        yield* statusTags.clear(organization_id, "DOMAIN", payload.domain_id, "IMPORT_REQUESTED")
        yield* statusTags.clear(organization_id, "DOMAIN", payload.domain_id, "IMPORT_PENDING")
      }
      const spec = yield* catalog.find(payload.tld)
      const transferred = yield* changes.change(payload.domain_id, (domain, now) => {
        const transferred_on = registered.transferred_on ?? now
        const charged = { operation: "transfer" as const, began_on: transferred_on, cost: cost ?? payload.fee }
        const withoutOldCode = payload.new_auth_code === "" ? withEndedCode(domain, now) : domain
        const stored = {
          ...withCharges(synchronised(withoutOldCode, registered, now), { ...charged, billing_transaction_ids }, now),
          nameservers: payload.nameservers ?? registered.nameservers,
          transferred_on
        }
        return Option.isNone(spec) ? stored : withTrigger(stored, spec.value, "domain_inbound_transfer", now)
      })
      yield* changes.keepDnssec(payload.domain_id, registered.dnssec)
      yield* changes.reconcileDnssec({ ...payload, organization_id })
      yield* changes.record({ ...payload, organization_id }, {
        type: "INBOUND_TRANSFER",
        subtype: "SUCCESS",
        message: `${payload.name} is transferred`
      })
      if (Option.isSome(transferred)) yield* afterwards(transfer, transferred.value)
      yield* Effect.forEach(billing_transaction_ids, billing.capture, { discard: true })
    }),

    accepted: Effect.fnUntraced(function*({ organization_id, payload }) {
      yield* statusTags.set(organization_id, "DOMAIN", payload.domain_id, "INBOUND_TRANSFER_PENDING")
      if (isImport(payload)) {
        yield* statusTags.clear(organization_id, "DOMAIN", payload.domain_id, "IMPORT_REQUESTED")
        yield* statusTags.set(organization_id, "DOMAIN", payload.domain_id, "IMPORT_PENDING")
      }
      yield* changes.change(payload.domain_id, (domain) => ({
        ...domain,
        registry_statuses: arranged(["pendingTransfer"])
      }))
      yield* changes.record({ ...payload, organization_id }, {
        type: "INBOUND_TRANSFER",
        subtype: "NOTIFICATION",
        message: `The transfer of ${payload.name} is requested`
      })
    }),

    escalated: changes.recordEscalation,

    refused: Effect.fnUntraced(function*(transfer, reason) {
      const { payload } = transfer
      yield* changes.drop(payload.domain_id)
      if (payload.replaced) yield* accounts.review(payload.replaced.registrar_credential_id)
      yield* changes.recordRefusal(transfer, reason, {
        type: "INBOUND_TRANSFER",
        message: `${payload.name} could not be transferred`,
        onRefusal: (refusal) => refusedTransfer(payload.name, refusal)
      })
      yield* release(transfer)
    })
  }

  return intent
})

const isImport = ({ replaced }: TransferPayload): boolean => replaced?.is_import === true

/** The registry's refusal of a domain that its registrar did not unlock, with the registrar's reason. */
const whileLocked = (error: CommandError, unlock_refusal: string): CommandError =>
  error._tag === "RegistryRefusal" && (error.reason === "statusProhibits" || error.reason === "notEligible")
    ? new RegistryRefusal({
      ...error,
      text: `${error.text}; the registrar did not unlock the domain: ${unlock_refusal}`
    })
    : error

/** Newest transfer of the name. None if the registry refuses the query because the account is not a party. */
const newestTransfer = (registry: Registry, { auth_code, name }: TransferPayload) =>
  Effect.catchIf(
    auth_code === null ? registry.queryTransfer(name) : registry.queryTransfer(name, auth_code),
    (error) => error._tag === "RegistryRefusal",
    () => Effect.succeed(Option.none<RegistryTransfer>())
  )

const isMovedSince = ({ transferred_on }: RegistryDomain, since: DateTime.Utc): boolean =>
  transferred_on !== null && DateTime.isGreaterThanOrEqualTo(transferred_on, since)

const underId = ({ name, sponsor_id }: RegistryDomain): string =>
  `${name} has been transferred to the registrar id ${sponsor_id}`

const endedRefusal = (status: string) =>
  new RegistryRefusal({ reason: "notEligible", result_code: null, text: `The transfer ended as ${status}` })

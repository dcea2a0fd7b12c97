import { Effect, Option } from "effect"
import { Instant } from "../../../shared/index.ts"
import { IsoDuration } from "../../../tlds/index.ts"
import type { TransferStatus } from "../../RegistryDomain.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import type { ContactPolicy } from "../objects/ContactPolicy.ts"
import {
  invalidAuthCode,
  noTransferPending,
  notSponsor,
  objectMissing,
  statusProhibits,
  transferPending,
  unsupported,
  useError
} from "../objects/Refusal.ts"
import {
  contactDue,
  type ContactTransfer,
  isContactPending,
  type SimulatedContact
} from "../objects/SimulatedContact.ts"
import type { MessageSubject } from "../objects/SimulatedMessage.ts"
import type { SimulatedAccount } from "../time/SimulatedAccount.ts"
import { actorOf, type TransferRecord, transferWords } from "../time/TransferLife.ts"

/** Transfer of a contact between registrars, with the rules of domains (RFC 5733, section 3.2.4). */
export interface ContactTransfers {
  readonly request: (handle: string, authCode: string | null) => Effect.Effect<TransferRecord, RegistryRefusal>
  /** For both registrars, the sponsor, and registrars with the auth code. None if no transfer was requested. */
  readonly query: (handle: string, authCode?: string) => Effect.Effect<Option.Option<TransferRecord>, RegistryRefusal>
  readonly approve: (handle: string) => Effect.Effect<TransferRecord, RegistryRefusal>
  readonly reject: (handle: string) => Effect.Effect<TransferRecord, RegistryRefusal>
  readonly cancel: (handle: string) => Effect.Effect<TransferRecord, RegistryRefusal>
}

export const contactTransfers = (account: SimulatedAccount, policy: ContactPolicy): ContactTransfers => {
  const { registrar } = account

  const request: ContactTransfers["request"] = Effect.fn("SimulatedRegistrar.requestContactTransfer")(
    (handle, authCode) =>
      account.atomically(Effect.gen(function*() {
        if (!policy.transfers) return yield* unsupported("Contacts are not transferred here")
        const now = yield* Instant.now
        const contact = yield* lockContact(account, handle, now)
        const problem = requestProblem(contact, registrar, authCode)
        if (problem !== undefined) return yield* problem
        const transfer: ContactTransfer = {
          status: "pending",
          gaining: registrar,
          losing: contact.sponsor,
          requested_on: now,
          acts_on: IsoDuration.addTo(now, policy.transfer_time)
        }
        return IsoDuration.isZero(policy.transfer_time)
          ? yield* keepTransfer(account, moved(contact, transfer, now), ended(transfer, "serverApproved", now))
          : yield* keepTransfer(account, contact, transfer, now)
      }))
  )

  const query: ContactTransfers["query"] = Effect.fn("SimulatedRegistrar.queryContactTransfer")(
    function*(handle, authCode) {
      const contact = yield* currentContact(account, handle)
      if (contact === undefined) return yield* objectMissing(`The contact ${handle} does not exist`)
      const { transfer } = contact
      if (transfer === null) return Option.none()
      if (![contact.sponsor, transfer.gaining, transfer.losing].includes(registrar)) {
        if (authCode === undefined) return yield* notSponsor("The transfer is between other registrars")
        if (contact.auth_code !== authCode) return yield* invalidAuthCode("The auth code is wrong")
      }
      return Option.some(recordOf(transfer))
    }
  )

  const decision = (span: string, side: "gaining" | "losing", status: TransferStatus) =>
    Effect.fn(span)((handle: string) =>
      account.atomically(Effect.gen(function*() {
        const now = yield* Instant.now
        const contact = yield* lockContact(account, handle, now)
        const { transfer } = contact
        if (transfer?.status !== "pending") return yield* noTransferPending("No transfer of the contact is pending")
        if (transfer[side] !== registrar) return yield* notSponsor("The decision is another registrar's")
        const next = status === "clientApproved" ? moved(contact, transfer, now) : contact
        return yield* keepTransfer(account, next, ended(transfer, status, now))
      }))
    )

  return {
    request,
    query,
    approve: decision("SimulatedRegistrar.approveContactTransfer", "losing", "clientApproved"),
    reject: decision("SimulatedRegistrar.rejectContactTransfer", "losing", "clientRejected"),
    cancel: decision("SimulatedRegistrar.cancelContactTransfer", "gaining", "clientCancelled")
  }
}

const requestProblem = (
  contact: SimulatedContact,
  registrar: string,
  authCode: string | null
): RegistryRefusal | undefined => {
  if (contact.sponsor === registrar) return useError("The contact is the registrar's own")
  if (isContactPending(contact)) return transferPending("A transfer of the contact is pending")
  if (contact.client_statuses.includes("clientTransferProhibited")) {
    return statusProhibits("Object status prohibits operation: clientTransferProhibited")
  }
  if (authCode === null || authCode === "") return notSponsor("An auth code is needed")
  return contact.auth_code === authCode ? undefined : invalidAuthCode("The auth code is wrong")
}

/** The contact at its gaining registrar: without the old statuses, and without an auth code until a new one is set. */
const moved = (
  contact: SimulatedContact,
  { gaining }: ContactTransfer,
  transferred_on: Instant.Instant
): SimulatedContact => ({ ...contact, sponsor: gaining, transferred_on, auth_code: null, client_statuses: [] })

const ended = (transfer: ContactTransfer, status: TransferStatus, acts_on: Instant.Instant): ContactTransfer => ({
  ...transfer,
  status,
  acts_on
})

const recordOf = (transfer: ContactTransfer): TransferRecord => ({
  ...transfer,
  actor: actorOf(transfer),
  expires_on: null
})

/**
 * Stores a contact with a changed transfer, and sends a message to both registrars; a request is announced only to the
 * losing one.
 */
const keepTransfer = Effect.fnUntraced(
  function*(
    { registry, store }: SimulatedAccount,
    contact: SimulatedContact,
    transfer: ContactTransfer,
    queued_on = transfer.acts_on
  ) {
    const { gaining, losing, status } = transfer
    const next = { ...contact, transfer }
    yield* store.saveContact(registry, next, contactDue(next))
    const text = `Transfer of the contact ${contact.handle} ${transferWords[status]}`
    const recipients = status === "pending" ? [losing] : [losing, gaining]
    const message = { queued_on, text, payload: { _tag: "Unknown" as const }, subject: subjectOf(next, transfer) }
    yield* store.enqueue(registry, recipients.map((registrar) => ({ registrar, ...message })))
    return recordOf(transfer)
  }
)

const subjectOf = ({ handle, roid, sponsor }: SimulatedContact, transfer: ContactTransfer): MessageSubject => ({
  handle,
  roid,
  sponsor,
  transfer: { ...transfer, acts_by: "serverApproved", term: null, expires_on: null }
})

/** Applies a due change to a locked contact: the registry approves a transfer that was not decided in time. */
export const advanceContact = Effect.fnUntraced(
  function*(account: SimulatedAccount, contact: SimulatedContact, now: Instant.Instant) {
    const { transfer } = contact
    if (transfer?.status !== "pending" || !Instant.hasPassed(transfer.acts_on, now)) return contact
    const approved = ended(transfer, "serverApproved", transfer.acts_on)
    const next = moved(contact, transfer, transfer.acts_on)
    yield* keepTransfer(account, next, approved)
    return { ...next, transfer: approved }
  }
)

const lockContact = Effect.fnUntraced(function*(account: SimulatedAccount, handle: string, now: Instant.Instant) {
  const found = yield* account.store.lockContact(account.registry, handle)
  if (Option.isNone(found)) return yield* objectMissing(`The contact ${handle} does not exist`)
  return yield* advanceContact(account, found.value, now)
})

/** The contact with all due changes, locked, if the account sponsors it. */
export const lockOwnContact = Effect.fnUntraced(function*(account: SimulatedAccount, handle: string) {
  const contact = yield* lockContact(account, handle, yield* Instant.now)
  if (contact.sponsor !== account.registrar) return yield* notSponsor("Another registrar sponsors the contact")
  return contact
})

/** The contact with all due changes, without a lock. A transaction is opened only if a change is due. */
export const currentContact = Effect.fnUntraced(function*(account: SimulatedAccount, handle: string) {
  const now = yield* Instant.now
  const found = yield* account.store.findContact(account.registry, handle)
  if (Option.isNone(found)) return undefined
  const due = contactDue(found.value)
  return due !== null && Instant.hasPassed(due, now)
    ? Option.getOrUndefined(yield* account.atomically(Effect.option(lockContact(account, handle, now))))
    : found.value
})

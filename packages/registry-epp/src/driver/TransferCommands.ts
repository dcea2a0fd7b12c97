import {
  type NamedDomain,
  type Registry,
  type RegistryTransfer,
  type TransferDomain,
  type TransferRequested,
  type TransferSide,
  TransferStatus
} from "@namewright/core/registry"
import { type DomainName, Instant } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { TransferOperation } from "../message/DomainCommand.ts"
import type { DomainTransferData } from "../message/ResponseData.ts"
import { filledAll, type SlotValues } from "../profile/ElementTemplate.ts"
import type { OwnerOf } from "./AccountIdentity.ts"
import { allocationToken } from "./AllocationTokens.ts"
import { acknowledgement, ask, change, isDone } from "./ask.ts"
import { rawDomain } from "./DomainQueries.ts"
import type { EppAccount } from "./EppAccount.ts"
import { eppPeriod, instantOf } from "./eppValues.ts"
import { feeAgreement } from "./FeeAgreements.ts"
import { costOf } from "./Fees.ts"
import { malformed, unreadable, unsupported } from "./Refusals.ts"

type Commands = Pick<
  Registry,
  "requestTransfer" | "queryTransfer" | "cancelTransfer" | "approveTransfer" | "rejectTransfer"
>

/** Transfers of domains between registrars (RFC 5731, section 3.2.4). */
export const transferCommands = (account: EppAccount): Commands => {
  const decision = (span: string, operation: TransferOperation) =>
    Effect.fn(span)((command: NamedDomain) => decide(account, command, operation))

  return {
    requestTransfer: Effect.fn("EppRegistry.requestTransfer")((command) => requestTransfer(account, command)),
    queryTransfer: Effect.fn("EppRegistry.queryTransfer")((name, authCode) => queryTransfer(account, name, authCode)),
    cancelTransfer: decision("EppRegistry.cancelTransfer", "cancel"),
    approveTransfer: decision("EppRegistry.approveTransfer", "approve"),
    rejectTransfer: decision("EppRegistry.rejectTransfer", "reject")
  }
}

/** There is no request to send: the losing registrar releases the domain. */
const waitsForRelease: TransferRequested = {
  completed: false,
  status: "pending",
  acts_on: null,
  expires_on: null,
  cost: null
}

const requestTransfer = Effect.fnUntraced(function*(account: EppAccount, command: TransferDomain) {
  const { profile } = account
  if (profile.transfer.way === "release") return waitsForRelease
  const { auth_code, command_id, name } = command
  const requestedPeriod = command.period === null ? undefined : eppPeriod(command.period, profile.period)
  if (requestedPeriod === null) return yield* malformed("A transfer does not add this period")
  const term = requestedPeriod === undefined || profile.transfer.period === "omitted" ? {} : { period: requestedPeriod }
  const token = yield* Effect.fromResult(allocationToken(account, "transfer", command))
  const fee = yield* feeAgreement(account, name, { name: "transfer", ...term }, command.fee)
  const values = transferValues(command)
  const response = yield* change(account, command_id, ({ extensions: announced }) => ({
    _tag: "DomainTransfer",
    operation: "request",
    name,
    ...term,
    ...withCode(auth_code),
    extension: {
      ...fee,
      ...token({ extensions: announced }),
      other: filledAll(profile.templates.domain_transfer, { values, announced })
    }
  }))
  const data = response.data?._tag === "DomainTransferData" ? response.data : undefined
  // The response to the account's own request contains the account as the requester.
  if (data !== undefined && (yield* account.identity.ownerOf(data.requester)) !== "account") {
    yield* account.identity.learn(data.requester, name)
  }
  const done = isDone(response)
  const status = transferStatus(data) ?? (done ? "serverApproved" : "pending")
  const requested: TransferRequested = {
    completed: done && status !== "pending",
    status,
    acts_on: instantOf(data?.actsOn),
    expires_on: instantOf(data?.expiresOn),
    cost: costOf(response)
  }
  return requested
})

/**
 * Template values of a transfer besides its attributes: the handle of the first contact of each role, and the first
 * nameservers.
 */
const transferValues = ({ attributes, contacts, name, nameservers }: TransferDomain): SlotValues => ({
  ...attributes,
  "@name": name,
  ...Object.fromEntries(contacts.toReversed().map(({ handle, type }) => [`@${type}`, handle])),
  ...Object.fromEntries(nameservers.map(({ hostname }, index) => [`@ns${index + 1}`, hostname]))
})

const withCode = (auth_code: string | null | undefined) =>
  auth_code === null || auth_code === undefined ? {} : { authInfo: { password: auth_code } }

const isTransferStatus = Schema.is(TransferStatus)

/** The status of a transfer; undefined for a status that only this registry uses. */
export const transferStatus = (data: DomainTransferData | undefined): TransferStatus | undefined =>
  data !== undefined && isTransferStatus(data.status) ? data.status : undefined

/**
 * Side of the account in a transfer. Besides the two registrars, only registrars with the auth code see a transfer, so
 * a registrar that did not request it is losing the domain.
 */
export const transferSide = ({ actor, requester }: DomainTransferData, ownerOf: OwnerOf): TransferSide => {
  const owner = ownerOf(requester)
  if (owner === "account") return "gaining"
  return owner === "other" || ownerOf(actor) === "account" ? "losing" : "unknown"
}

const queryTransfer = Effect.fnUntraced(function*(account: EppAccount, name: DomainName, authCode?: string) {
  if (account.profile.transfer.way === "release") return yield* awaitedRelease(account, name)
  const response = yield* Effect.catchIf(
    Effect.asSome(ask(account, { _tag: "DomainTransfer", operation: "query", name, ...withCode(authCode) })),
    (error) => error._tag === "RegistryRefusal" && isNoTransfer(error.reason),
    () => Effect.succeedNone
  )
  if (Option.isNone(response)) return Option.none<RegistryTransfer>()
  const { data } = response.value
  if (data?._tag !== "DomainTransferData") return yield* unreadable("transfer")
  const [status, requested_on, acts_on] = [transferStatus(data), instantOf(data.requestedOn), instantOf(data.actsOn)]
  if (status === undefined || requested_on === null || acts_on === null) {
    return yield* unreadable("transfer that can be read")
  }
  const side = transferSide(data, yield* account.identity.owners)
  return Option.some<RegistryTransfer>({
    name,
    status,
    side,
    requested_on,
    acts_on,
    expires_on: instantOf(data.expiresOn)
  })
})

/**
 * With releases the registry has no transfer requests. A domain of another registrar can be released at any time, so
 * the driver reports a transfer that is pending as of now: it stores no state of its own.
 */
const awaitedRelease = Effect.fnUntraced(function*(account: EppAccount, name: DomainName) {
  const domain = yield* rawDomain(account, name)
  if (Option.isSome(domain) && (yield* account.identity.ownerOf(domain.value.sponsor)) === "account") {
    return Option.none<RegistryTransfer>()
  }
  const now = yield* Instant.now
  return Option.map(
    domain,
    (): RegistryTransfer => ({
      name,
      status: "pending",
      side: "gaining",
      requested_on: now,
      acts_on: now,
      expires_on: null
    })
  )
})

const isNoTransfer = (reason: string): boolean => reason === "noTransferPending" || reason === "objectMissing"

const decide = Effect.fnUntraced(
  function*(account: EppAccount, { command_id, name }: NamedDomain, operation: TransferOperation) {
    if (operation !== "cancel" && !account.profile.transfer.decisions) {
      return yield* unsupported("Registrars do not decide on transfers at this registry")
    }
    return acknowledgement(yield* change(account, command_id, { _tag: "DomainTransfer", operation, name }))
  }
)

import { Effect, Option } from "effect"
import { type DomainName, Instant, type Money, Period } from "../../../shared/index.ts"
import { IsoDuration } from "../../../tlds/index.ts"
import type { Registry } from "../../Registry.ts"
import type { Accepted, NamedDomain, TransferDomain, TransferRequested } from "../../RegistryCommand.ts"
import type { TransferStatus } from "../../RegistryDomain.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import type { RegistryDecision } from "../../RegistryIntent.ts"
import { authCodeAfterTransfer, authCodeFormProblem, authCodeProblem } from "../objects/AuthCode.ts"
import { magicLabel } from "../objects/MagicLabel.ts"
import {
  invalidAuthCode,
  missingParameter,
  noTransferPending,
  notSponsor,
  objectMissing,
  policy,
  statusProhibits,
  useError
} from "../objects/Refusal.ts"
import { newRoid } from "../objects/RegistryObjectId.ts"
import type { SimulatedDomain, SimulatedTransfer } from "../objects/SimulatedDomain.ts"
import { elsewhere, isAttended } from "../objects/SimulatedMessage.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { tokenProblem } from "../objects/SimulatedTokens.ts"
import { LaterDecision } from "../time/LaterDecision.ts"
import { nextDue } from "../time/PassingTime.ts"
import { afford, moneyOf } from "../time/RegistrarFunds.ts"
import { current, keep, later, lockCurrent, rulesOf, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import {
  actorOf,
  leaveProblem,
  requested,
  transferMessages,
  transferPostings,
  transferPrice,
  type TransferRecord,
  transferred,
  transferSeenBy,
  withdrawn
} from "../time/TransferLife.ts"
import { blankDomain } from "./DomainCommands.ts"
import { isReserved, labelProblem } from "./DomainCreation.ts"

type Commands = Pick<
  Registry,
  "requestTransfer" | "queryTransfer" | "cancelTransfer" | "approveTransfer" | "rejectTransfer"
>

/** Transfer of a domain between registrars. */
export const transferCommands = (account: SimulatedAccount): Commands => {
  const requestTransfer: Commands["requestTransfer"] = Effect.fn("SimulatedRegistry.requestTransfer")((command) =>
    account.atomically(request(account, command))
  )

  const queryTransfer: Commands["queryTransfer"] = Effect.fn("SimulatedRegistry.queryTransfer")(
    function*(name, authCode) {
      const now = yield* Instant.now
      const tld = yield* rulesOf(account, name)
      const domain = yield* current(account, name, tld, now)
      if (domain === undefined || domain.transfer === null) return Option.none()
      const transfer = transferSeenBy(domain, account.registrar)
      if (transfer !== undefined || domain.sponsor === account.registrar) return Option.fromNullishOr(transfer)
      if (authCode === undefined) return yield* notSponsor("The transfer is between other registrars")
      const problem = authCodeProblem(domain, authCode, tld.auth_code, now)
      return problem === undefined ? Option.none() : yield* problem
    }
  )

  const decision = (span: string, side: "gaining" | "losing", status: TransferStatus) =>
    Effect.fn(span)((command: NamedDomain) => account.atomically(decide(account, command.name, side, status)))

  return {
    requestTransfer,
    queryTransfer,
    cancelTransfer: decision("SimulatedRegistry.cancelTransfer", "gaining", "clientCancelled"),
    approveTransfer: decision("SimulatedRegistry.approveTransfer", "losing", "clientApproved"),
    rejectTransfer: decision("SimulatedRegistry.rejectTransfer", "losing", "clientRejected")
  }
}

/** The most recent transfer of a domain, for both registrars, the sponsor, and registrars with the auth code. */
export const domainTransfer = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, authCode: string | undefined) {
    const now = yield* Instant.now
    const tld = yield* rulesOf(account, name)
    const domain = yield* current(account, name, tld, now)
    if (domain === undefined) return yield* objectMissing("The domain does not exist")
    const { transfer } = domain
    if (transfer === null) return Option.none<TransferRecord>()
    if (![transfer.gaining, transfer.losing, domain.sponsor].includes(account.registrar)) {
      if (authCode === undefined) return yield* notSponsor("The transfer is between other registrars")
      const problem = authCodeProblem(domain, authCode, tld.auth_code, now)
      if (problem !== undefined) return yield* problem
    }
    const { acts_on, expires_on, gaining, losing, requested_on, status } = transfer
    const actor = actorOf(transfer)
    return Option.some<TransferRecord>({ status, gaining, losing, requested_on, acts_on, actor, expires_on })
  }
)

const request = Effect.fnUntraced(function*(account: SimulatedAccount, command: TransferDomain) {
  const { name } = command
  const now = yield* Instant.now
  const tld = yield* rulesOf(account, name)
  const domain = (yield* lockCurrent(account, name, tld, now)) ?? (yield* foundElsewhere(account, name, tld, now))
  if (domain === undefined) return yield* objectMissing("The domain does not exist")
  const problem = tokenProblem(name, command.allocation_token) ?? requestProblem(account, domain, command, tld, now)
  if (problem !== undefined) return yield* problem
  const term = tld.transfer.adds === null ? null : command.period ?? tld.transfer.adds
  const price = transferPrice(domain, term, tld)
  yield* afford(account, price)
  const decision = yield* LaterDecision
  const next = requested(domain, {
    gaining: account.registrar,
    requested_on: now,
    term,
    ...waiting(account, domain, tld, now, decision)
  })
  if (
    decision === undefined && next.transfer !== null && tld.transfer.time !== null &&
    IsoDuration.isZero(tld.transfer.time)
  ) {
    return answerOf(yield* move(account, next, next.transfer, "serverApproved", tld, now), moneyOf(account, price))
  }
  yield* keep(account, name, { domain: next, messages: transferMessages(next, now) }, tld)
  return answerOf(next, moneyOf(account, price))
})

const answerOf = ({ expires_on, transfer }: SimulatedDomain, cost: Money.Money): TransferRequested => ({
  completed: transfer?.status !== "pending",
  status: transfer?.status ?? "pending",
  acts_on: transfer?.acts_on ?? null,
  expires_on: transfer === null ? expires_on : transfer.expires_on,
  cost
})

const requestProblem = (
  account: SimulatedAccount,
  domain: SimulatedDomain,
  { auth_code, name, period }: TransferDomain,
  tld: SimulatedTld,
  now: Instant.Instant
): RegistryRefusal | undefined => {
  if (domain.sponsor === account.registrar) return useError("The domain is the registrar's own")
  const label = magicLabel(name)
  if (label === "transferlock") return statusProhibits("Object status prohibits operation: serverTransferProhibited")
  if (label === "badauth") return invalidAuthCode("The auth code is wrong")
  const allowed = period === null ||
    [...tld.transfer.periods, tld.transfer.adds].some((other) => other !== null && Period.equals(other, period))
  return leaveProblem(domain, tld, now) ??
    (domain.sponsor === elsewhere
      ? foreignCodeProblem(auth_code, tld)
      : authCodeProblem(domain, auth_code, tld.auth_code, now)) ??
    (allowed ? undefined : policy("A transfer does not add this period"))
}

/**
 * Problem of the auth code of a domain that counts as registered elsewhere. Its code is not known, so only the form is
 * checked.
 */
const foreignCodeProblem = (code: string | null, { auth_code: rules }: SimulatedTld): RegistryRefusal | undefined => {
  if (!rules.required) return undefined
  return code === null || code === "" ? missingParameter("An auth code is needed") : authCodeFormProblem(code, rules)
}

/** Time after which a transfer request lapses if only the losing registrar can approve it. */
const lapse = IsoDuration.days(30)

/**
 * The end of the waiting time and its result: the registry approves, or the request lapses if only registrars approve.
 */
const waiting = (
  { settings }: SimulatedAccount,
  domain: SimulatedDomain,
  { transfer: { time } }: SimulatedTld,
  now: Instant.Instant,
  decision: RegistryDecision | undefined
): Pick<SimulatedTransfer, "acts_on" | "acts_by"> => {
  if (decision !== undefined) {
    const acts_by = decision === "approved" ? "serverApproved" : "serverCancelled"
    const isImmediate = time === null || IsoDuration.isZero(time)
    return { acts_on: isImmediate ? later(now, settings.decision_time) : IsoDuration.addTo(now, time), acts_by }
  }
  if (time !== null) return { acts_on: IsoDuration.addTo(now, time), acts_by: "serverApproved" }
  return isAttended(domain.sponsor)
    ? { acts_on: IsoDuration.addTo(now, lapse), acts_by: "serverCancelled" }
    : { acts_on: later(now, settings.decision_time), acts_by: "clientApproved" }
}

/** A domain that counts as registered elsewhere some time ago. */
const foundElsewhere = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, tld: SimulatedTld, now: Instant.Instant) {
    const { reserved_labels, unknown_names } = account.settings
    if (unknown_names === "missing" || isReserved(name, reserved_labels)) return undefined
    if (labelProblem(name, tld) !== undefined) return undefined
    const created_on = Period.subtractFrom(now, Period.months(18))
    const domain: SimulatedDomain = {
      ...blankDomain(name, yield* newRoid("D", account.registry), elsewhere),
      created_on,
      expires_on: Period.addTo(created_on, Period.years(2))
    }
    const stored = { domain, due_on: nextDue(domain, tld) }
    yield* account.store.insertDomain(account.registry, stored, { contacts: [], hosts: [] })
    return domain
  }
)

const decide = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, side: "gaining" | "losing", status: TransferStatus) {
    const now = yield* Instant.now
    const tld = yield* rulesOf(account, name)
    const domain = yield* lockCurrent(account, name, tld, now)
    if (domain === undefined) return yield* objectMissing("The domain does not exist")
    const { transfer } = domain
    if (transfer?.status !== "pending") return yield* noTransferPending("No transfer of the domain is pending")
    if (transfer[side] !== account.registrar) return yield* notSponsor("The decision is another registrar's")
    if (status === "clientApproved" && !tld.transfer.registrar_approves) {
      return yield* policy("Registrars do not approve transfers here")
    }
    if (status === "clientRejected" && !tld.transfer.registrar_rejects) {
      return yield* policy("Registrars do not reject transfers here")
    }
    if (status === "clientApproved") yield* move(account, domain, transfer, status, tld, now)
    else {
      const next = withdrawn(domain, transfer, status, now)
      yield* keep(account, name, { domain: next, messages: transferMessages(next, now) }, tld)
    }
    const accepted: Accepted = { completed: true }
    return accepted
  }
)

/** Moves the domain to the gaining registrar. */
export const move = Effect.fnUntraced(
  function*(
    account: SimulatedAccount,
    domain: SimulatedDomain,
    transfer: SimulatedTransfer,
    status: TransferStatus,
    tld: SimulatedTld,
    now: Instant.Instant
  ) {
    const auth_code = yield* authCodeAfterTransfer(tld.auth_code)
    const next = transferred(domain, transfer, { status, auth_code }, tld, now)
    const postings = transferPostings(domain, transfer, tld, now)
    yield* keep(account, domain.name, { domain: next, messages: transferMessages(next, now), postings }, tld)
    return next
  }
)

import { assert, layer } from "@effect/vitest"
import { contractBackends } from "@namewright/conformance"
import {
  type CommandError,
  type DomainStatus,
  newCommandId,
  type PollMessage,
  type Registry,
  type RegistryDomain,
  RegistrySimulator
} from "@namewright/core/registry"
import { DomainName, Instant, Period } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { testSize } from "../../../../test/testSize.ts"
import { contractSimulator, newContact } from "./simulatedRegistries.ts"

const names = [
  DomainName.make("name.generic"),
  DomainName.make("pending-name.generic"),
  DomainName.make("verify-name.generic")
] as const

/** Actions of the model test; repeated ones are drawn more often. */
const actions = [
  ...["create", "create", "create", "renew", "remove", "remove", "restore", "restore", "lock", "unlock"] as const,
  ...["request", "request", "request", "approve", "approve", "reject", "reject", "cancel", "cancel"] as const,
  ...["minutes", "days", "days", "weeks", "years"] as const
] as const
type Action = (typeof actions)[number]

/** One step: a command about one of three names, or the passing of time. */
const Step = Schema.Struct({
  action: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: actions.length - 1 })),
  /** In one of four steps the command comes from the registrar that is not entitled to it. */
  turn: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
  name: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 })),
  amount: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 }))
})
const Steps = Schema.Array(Step).check(Schema.isMinLength(40), Schema.isMaxLength(80))

interface Sides {
  readonly us: Registry
  readonly them: Registry
}

/** Sender of a command: the sponsoring registrar, or the gaining one for registrations and transfer requests. */
const senderOf = (action: Action, turn: number, sponsored: boolean): keyof Sides => {
  const gaining = action === "request" || action === "cancel" || action === "create"
  return (sponsored !== gaining) !== (turn === 0) ? "us" : "them"
}

const isTime = (action: Action): boolean => ["minutes", "days", "weeks", "years"].includes(action)

const code = "Correct-Horse-1"
const parts = { nameservers: [], contacts: [], statuses: [], dnssec: [] }
const locks = ["clientTransferProhibited", "clientDeleteProhibited"] as const

const order = Effect.fnUntraced(
  function*(registry: Registry, name: DomainName, action: Action, amount: number, handle: string) {
    const command = { command_id: yield* newCommandId, name }
    switch (action) {
      case "create":
        return yield* registry.createDomain({
          ...command,
          period: Period.years(amount),
          contacts: (["registrant", "admin", "tech"] as const).map((type) => ({ type, handle })),
          nameservers: [],
          auth_code: code,
          dnssec: [],
          attributes: {},
          fee: null,
          claims_acceptance: null
        })
      case "renew": {
        const expiry = Option.flatMapNullishOr(yield* registry.infoDomain(name), ({ expires_on }) => expires_on)
        const current_expiry_date = Option.match(expiry, {
          onNone: () => "1970-01-01",
          onSome: DateTime.formatIsoDateUtc
        })
        return yield* registry.renewDomain({ ...command, period: Period.years(amount), current_expiry_date, fee: null })
      }
      case "lock":
      case "unlock": {
        const change = { registrant: null, auth_code: code, attributes: {} }
        const [add, remove] = action === "lock"
          ? [{ ...parts, statuses: locks }, parts]
          : [parts, { ...parts, statuses: locks }]
        return yield* registry.updateDomain({ ...command, add, remove, change })
      }
      case "request": {
        const nothing = { period: null, contacts: [], nameservers: [], attributes: {}, fee: null }
        return yield* registry.requestTransfer({ ...command, ...nothing, auth_code: code })
      }
      case "restore":
        return yield* registry.restoreDomain({ ...command, reason: null, fee: null })
      case "remove":
        return yield* registry.deleteDomain(command)
      case "approve":
        return yield* registry.approveTransfer(command)
      case "reject":
        return yield* registry.rejectTransfer(command)
      case "cancel":
        return yield* registry.cancelTransfer(command)
      default:
        return yield* TestClock.adjust(time(action, amount))
    }
  }
)

const time = (action: "minutes" | "days" | "weeks" | "years", amount: number) =>
  action === "minutes"
    ? `${amount} minutes` as const
    : `${amount * { days: 2, weeks: 14, years: 366 }[action]} days` as const

/** What both registrars see of a name has to be one and the same name in one state. */
const judgeName = Effect.fnUntraced(function*({ them, us }: Sides, name: DomainName) {
  const [ours, theirs] = [yield* us.infoDomain(name), yield* them.infoDomain(name)]
  const [checked] = yield* us.checkDomains([name])
  assert.strictEqual(checked?.available, Option.isNone(ours), "what does not exist is available")
  if (Option.isNone(ours) || Option.isNone(theirs)) {
    assert.deepStrictEqual(ours, theirs, "a name exists for everybody or for nobody")
    return undefined
  }
  assert.deepStrictEqual(ours.value.statuses, theirs.value.statuses)
  assert.notStrictEqual(ours.value.sponsor, theirs.value.sponsor, "a name has one sponsor")
  const [domain, sponsor] = ours.value.sponsor === "account" ? [ours.value, us] : [theirs.value, them]
  yield* judgeStatuses(sponsor, domain)
  return domain
})

const phases: ReadonlyArray<DomainStatus> = ["pendingCreate", "redemptionPeriod", "pendingRestore"]
const graces: ReadonlyArray<DomainStatus> = ["addPeriod", "renewPeriod", "autoRenewPeriod", "transferPeriod"]

const judgeStatuses = Effect.fnUntraced(function*(sponsor: Registry, domain: RegistryDomain) {
  const { expires_on, name, nameservers, statuses } = domain
  const has = (status: DomainStatus) => statuses.includes(status)
  const text = `${name}: ${statuses.join(", ")}`
  assert.strictEqual(new Set(statuses).size, statuses.length, text)
  assert.isAtMost(phases.filter(has).length, 1, text)
  assert.isFalse(has("ok") && statuses.some((status) => status !== "ok" && !graces.includes(status)), text)
  assert.strictEqual(has("inactive"), nameservers.length === 0 && !has("pendingCreate"), text)
  if (has("pendingDelete")) assert.isFalse(graces.some(has) || has("pendingTransfer"), text)
  if (has("redemptionPeriod") || has("pendingRestore")) assert.isTrue(has("pendingDelete"), text)
  const transfer = yield* sponsor.queryTransfer(name)
  assert.strictEqual(has("pendingTransfer"), Option.exists(transfer, ({ status }) => status === "pending"), text)
  const now = yield* Instant.now
  assert.strictEqual(expires_on === null, has("pendingCreate"), text)
  if (expires_on === null) return
  assert.isTrue(DateTime.isLessThanOrEqualTo(expires_on, Period.addTo(now, Period.years(10))), text)
  if (!has("pendingDelete")) assert.isTrue(DateTime.isGreaterThan(expires_on, now), text)
})

/** Expiry goes back only where a year is given back: by a deletion, or by a transfer that pays for one. */
const judgeExpiry = (before: RegistryDomain | undefined, after: RegistryDomain | undefined) => {
  if (before === undefined || after === undefined || before.roid !== after.roid) return
  if (before.expires_on === null || after.expires_on === null) return
  if (DateTime.isGreaterThanOrEqualTo(after.expires_on, before.expires_on)) return
  const deleted = after.statuses.includes("pendingDelete") && !before.statuses.includes("pendingDelete")
  assert.isTrue(deleted && before.statuses.includes("autoRenewPeriod"), `${after.name} lost time without a reason`)
}

const readAll = Effect.fnUntraced(function*(registry: Registry) {
  const messages: Array<PollMessage> = []
  while (true) {
    const message = yield* registry.nextMessage
    if (Option.isNone(message)) return messages
    messages.push(message.value)
    yield* registry.acknowledgeMessage(message.value.message_id)
  }
})

/** Every message came once and in order. Of transfers one name may have several at the same instant. */
const judgeMessages = (messages: ReadonlyArray<PollMessage>) => {
  assert.strictEqual(new Set(messages.map(({ message_id }) => message_id)).size, messages.length)
  const said = messages.filter(({ payload }) => payload._tag !== "TransferChanged")
    .map(({ payload, queued_on }) => JSON.stringify([payload, queued_on?.epochMilliseconds]))
  assert.strictEqual(new Set(said).size, said.length, "a message came twice")
  const times = messages.map(({ queued_on }) => queued_on?.epochMilliseconds ?? 0)
  assert.deepStrictEqual(times, times.toSorted((a, b) => a - b), "the oldest message comes first")
}

/** A request is reported once to the losing registrar, and its end once to both registrars. */
const judgeTransfers = (
  received: Record<keyof Sides, ReadonlyArray<PollMessage>>,
  accepted: number,
  pending: number
) => {
  const all = [...received.us, ...received.them].flatMap(({ payload }) =>
    payload._tag === "TransferChanged" ? [payload] : []
  )
  const requests = all.filter(({ status }) => status === "pending")
  const ends = all.filter(({ status }) => status !== "pending")
  assert.strictEqual(requests.length, accepted, "each request has one message")
  assert.strictEqual(ends.filter(({ side }) => side === "gaining").length, accepted - pending)
  assert.strictEqual(ends.filter(({ side }) => side === "losing").length, accepted - pending)
}

/** Each sequence begins with empty registries. */
const emptyRegistries = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["sim_domains", "sim_links", "sim_contacts", "sim_messages"]) {
    yield* sql`DELETE FROM ${sql(table)}`
  }
})

layer(contractSimulator.pipe(Layer.provideMerge(memoryDatabase())))("names of the simulator", (it) => {
  it.effect.prop("keep their rules in any sequence of steps", [Steps], ([steps]) =>
    Effect.gen(function*() {
      yield* emptyRegistries
      const { registry } = yield* RegistrySimulator
      const sides: Sides = { us: registry(contractBackends.generic), them: registry(contractBackends.generic, "rival") }
      const handles = { us: yield* newContact(sides.us), them: yield* newContact(sides.them) }
      const before = new Map<DomainName, RegistryDomain | undefined>()
      const received: Record<keyof Sides, Array<PollMessage>> = { us: [], them: [] }
      let requests = 0
      for (const step of steps) {
        const action = actions[step.action] ?? "minutes"
        const name = names[step.name] ?? names[0]
        const sponsored = Option.exists(yield* sides.us.infoDomain(name), ({ sponsor }) => sponsor === "account")
        const sender = senderOf(action, step.turn, sponsored)
        const done = yield* Effect.catchIf(
          Effect.as(order(sides[sender], name, action, step.amount, handles[sender]), true),
          (error: CommandError) => error._tag === "RegistryRefusal",
          () => Effect.succeed(false)
        )
        if (done && action === "request") requests++
        for (const other of isTime(action) ? names : [name]) {
          const after = yield* judgeName(sides, other)
          judgeExpiry(before.get(other), after)
          before.set(other, after)
        }
        for (const side of ["us", "them"] as const) received[side].push(...yield* readAll(sides[side]))
        const pending = [...before.values()].filter((domain) => domain?.statuses.includes("pendingTransfer")).length
        judgeTransfers(received, requests, pending)
      }
      judgeMessages(received.us)
      judgeMessages(received.them)
    }), { arbitrary: { runs: testSize(12, 30) }, timeout: 120_000 })
})

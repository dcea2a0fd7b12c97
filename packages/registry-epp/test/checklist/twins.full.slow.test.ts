import { assert, layer } from "@effect/vitest"
import { contractBackends, contractTlds, RegistryOrders } from "@namewright/conformance"
import { type CommandError, newCommandId, type PollMessage, type Registry } from "@namewright/core/registry"
import { DomainName, Period } from "@namewright/core/shared"
import type { TldSpec } from "@namewright/core/tlds"
import { DateTime, Effect, Option, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { framesKeepToSchemas, password, Registrars } from "./Registrars.ts"

const twin = "contract-twin"

/** The generic registry, and one that differs by its suffix only. */
const tlds: ReadonlyArray<TldSpec> = contractTlds.slice(0, 1).flatMap((spec) => [
  spec,
  { ...spec, backend: twin, tlds: [{ name: "twin", type: "gTLD", third_level_structure: [] }] }
])

/** A plain name twice, and one of each kind that the registry treats in a special way. */
const labels = [
  "name",
  "name",
  "pending",
  "pending-refused",
  "verify",
  "transferlock",
  "badauth",
  "defer",
  "premium",
  "claims",
  "taken",
  "fail"
] as const

const actions = [
  ...["create", "create", "create", "renew", "renewWrongly", "remove", "remove", "restore", "restore"] as const,
  ...["lock", "unlock", "hold", "delegate", "undelegate", "sign", "unsign", "newCode", "noCode"] as const,
  ...["request", "request", "request", "requestWrongly", "approve", "approve", "reject", "cancel"] as const,
  ...["minutes", "days", "days", "weeks", "years"] as const
] as const
type Action = (typeof actions)[number]

const index = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const Step = Schema.Struct({
  action: index(actions.length - 1),
  label: index(labels.length - 1),
  isOurs: Schema.Boolean,
  amount: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 }))
})
const Steps = Schema.Array(Step).check(Schema.isMinLength(30), Schema.isMaxLength(60))

const days = { minutes: 1 / 1440, days: 2, weeks: 14, years: 366 }
type Time = keyof typeof days
const isTime = (action: Action): action is Time => action in days

const key = {
  record_type: "ds_data" as const,
  key_tag: 1,
  algorithm: 13,
  digest_type: 2,
  digest: "AB".repeat(32)
}
const update = RegistryOrders.update
const delegation = { nameservers: RegistryOrders.nameservers("ns1.example.net", "ns2.example.net") }

/** Sends the commands of an action. */
const sent = Effect.fnUntraced(function*(
  registry: Registry,
  name: DomainName,
  action: Exclude<Action, Time>,
  amount: number,
  handle: string
) {
  const command = { command_id: yield* newCommandId, name }
  switch (action) {
    case "create":
      return yield* registry.createDomain({
        ...command,
        period: Period.years(amount),
        contacts: (["registrant", "admin", "tech"] as const).map((type) => ({ type, handle })),
        nameservers: [],
        auth_code: password,
        dnssec: [],
        attributes: {},
        fee: null,
        claims_acceptance: null
      })
    case "renew":
    case "renewWrongly": {
      const expiry = Option.flatMapNullishOr(yield* registry.infoDomain(name), ({ expires_on }) => expires_on)
      const day = Option.match(expiry, { onNone: () => "1970-01-01", onSome: DateTime.formatIsoDateUtc })
      const current_expiry_date = action === "renew" ? day : "1999-12-31"
      return yield* registry.renewDomain({ ...command, period: Period.years(amount), current_expiry_date, fee: null })
    }
    case "remove":
      return yield* registry.deleteDomain(command)
    case "restore":
      return yield* registry.restoreDomain({ ...command, reason: null, fee: null })
    case "lock":
      return yield* update(registry, name, {
        add: { statuses: ["clientTransferProhibited", "clientDeleteProhibited"] }
      })
    case "unlock":
      return yield* update(registry, name, {
        remove: { statuses: ["clientTransferProhibited", "clientDeleteProhibited"] }
      })
    case "hold":
      return yield* update(registry, name, { add: { statuses: ["clientHold"] } })
    case "delegate":
      return yield* update(registry, name, { add: delegation })
    case "undelegate":
      return yield* update(registry, name, { remove: delegation })
    case "sign":
      return yield* update(registry, name, { add: { dnssec: [key] } })
    case "unsign":
      return yield* update(registry, name, { remove: { dnssec: [key] } })
    case "newCode":
      return yield* update(registry, name, { change: { auth_code: password } })
    case "noCode":
      return yield* update(registry, name, { change: { auth_code: "" } })
    case "request":
      return yield* RegistryOrders.requestTransfer(registry, name, { auth_code: password })
    case "requestWrongly":
      return yield* RegistryOrders.requestTransfer(registry, name, { auth_code: "Wrong-Horse-11" })
    case "approve":
      return yield* registry.approveTransfer(command)
    case "reject":
      return yield* registry.rejectTransfer(command)
    case "cancel":
      return yield* registry.cancelTransfer(command)
  }
})

/** What became of a command, without what differs between the twins. */
const outcome = <A>(command: Effect.Effect<A, CommandError>) =>
  Effect.map(Effect.result(command), (result) => {
    if (Result.isSuccess(result)) return plain(result.success)
    const error = result.failure
    if (error._tag !== "RegistryRefusal") return error._tag
    // The server says of a renewal that does not fit that its value is against the policy.
    return error.result_code === 2105 ? "policy 2306" : `${error.reason} ${error.result_code}`
  })

/** A value as text, without ids, which differ between the twins, and generated codes, and with one suffix. */
const plain = (value: unknown): string =>
  JSON.stringify(
    value,
    (field, part: unknown) =>
      ["roid", "sponsor_id", "command_id", "message_id", "raw", "text", "reason"].includes(field)
        ? typeof part
        : field === "auth_code" && part !== password && part !== null
        ? "made"
        : part
  )
    .replaceAll(".twin", ".generic")

const seen = Effect.fnUntraced(function*(registry: Registry, name: DomainName) {
  const domain = yield* registry.infoDomain(name)
  const [checked] = yield* registry.checkDomains([name])
  const transfer = Option.exists(domain, ({ sponsor }) => sponsor === "account")
    ? yield* registry.queryTransfer(name)
    : Option.none()
  const inOrder = Option.map(domain, (one) => ({
    ...one,
    // A simulated registry knows that an id belongs to another registrar; the driver knows only that it is not its own.
    sponsor: one.sponsor === "account",
    statuses: one.statuses.toSorted(),
    nameservers: one.nameservers.map(({ hostname }) => hostname).toSorted()
  }))
  return plain([inOrder, checked?.available, checked?.claims_key, transfer])
})

/** A verification on the wire has neither a contact nor the data to verify. */
const comparable = (payload: PollMessage["payload"]) =>
  payload._tag === "VerificationRequired" || payload._tag === "VerificationDecided"
    ? { ...payload, handle: null, claims: [] }
    : payload

const readAll = Effect.fnUntraced(function*(registry: Registry) {
  const messages: Array<PollMessage> = []
  while (true) {
    const message = yield* registry.nextMessage
    if (Option.isNone(message)) return plain(messages.map(({ payload, queued_on }) => [comparable(payload), queued_on]))
    messages.push(message.value)
    yield* registry.acknowledgeMessage(message.value.message_id)
  }
})

let runs = 0

layer(Registrars.layer({ opening_balance: 100_000_000 }, { tlds, zones: ["generic"] }))(
  "Two registries that are alike",
  (it) => {
    it.effect.prop(
      "end in the same state over EPP and without, after any sequence of steps",
      [Steps],
      ([steps]) =>
        Effect.gen(function*() {
          const { ours, simulator, theirs } = yield* Registrars
          const alike = [
            { byEpp: ours.registry, direct: simulator.registry(twin, "ours"), handle: `c-${++runs}-ours` },
            { byEpp: theirs.registry, direct: simulator.registry(twin, "theirs"), handle: `c-${runs}-theirs` }
          ] as const
          for (const { byEpp, direct, handle } of alike) {
            for (const registry of [byEpp, direct]) {
              const contact = RegistryOrders.contactData(handle)
              yield* registry.createContact({ command_id: yield* newCommandId, contact })
            }
          }
          for (const step of steps) {
            const action = actions[step.action] ?? "days"
            const [us, them] = step.isOurs ? alike : [alike[1], alike[0]]
            const label = `${labels[step.label] ?? "name"}-run-${runs}`
            const named = (suffix: string) => DomainName.make(`${label}.${suffix}`)
            const where = `${action} of ${label} by ${us.handle}`
            if (isTime(action)) yield* TestClock.adjust(`${days[action] * step.amount} days`)
            else {
              const send = (registry: Registry, name: DomainName) =>
                outcome(sent(registry, name, action, step.amount, us.handle))
              assert.strictEqual(yield* send(us.byEpp, named("generic")), yield* send(us.direct, named("twin")), where)
            }
            for (const { byEpp, direct } of [us, them]) {
              assert.strictEqual(yield* seen(byEpp, named("generic")), yield* seen(direct, named("twin")), where)
            }
          }
          for (const { byEpp, direct } of alike) assert.strictEqual(yield* readAll(byEpp), yield* readAll(direct))
          for (const registrar of ["ours", "theirs"]) {
            const balanceAt = (backend: string) => simulator.registrar(backend, registrar).funds.balance
            assert.deepStrictEqual(yield* balanceAt(contractBackends.generic), yield* balanceAt(twin), registrar)
          }
        }),
      { arbitrary: { runs: 8 }, timeout: 120_000 }
    )
  }
)

framesKeepToSchemas()

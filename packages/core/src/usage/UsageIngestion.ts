import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { UnknownOrganization } from "../access/index.ts"
import { BillingParties } from "../billing/index.ts"
import {
  canonicalJson,
  inputIssue,
  Instant,
  type InvalidInput,
  type OrganizationId,
  refuseInput,
  Timetable,
  Transaction
} from "../shared/index.ts"
import { type RecordedUsage, type UsageQuantities, usageQuantities, type UsageRecord } from "./Usage.ts"
import { UsageKeysReused } from "./UsageError.ts"
import { type UsageHour, type UsageKey, UsageStore } from "./UsageStore.ts"

/** Age of the oldest record that is accepted, and time by which the clock of its sender may be ahead. */
const accepted = { past: Duration.days(30), ahead: Duration.minutes(5) }

/** Longer than a record is accepted, so that a removed key cannot be counted again. */
const keysKept = Duration.days(31)

/** Keys removed in one round. */
const removedAtOnce = 1000

/** Records usage, for operators. No route leads to it, and it checks no permissions. */
export class UsageIngestion extends Context.Service<UsageIngestion, {
  /**
   * Counts records, all or none. A record whose key was counted before is not counted again, if it is the same record;
   * otherwise the call is refused.
   */
  readonly record: (
    records: ReadonlyArray<UsageRecord>
  ) => Effect.Effect<RecordedUsage, InvalidInput | UnknownOrganization | UsageKeysReused>
}>()("@namewright/core/usage/UsageIngestion") {
  static readonly layer = Layer.effect(
    UsageIngestion,
    Effect.gen(function*() {
      const store = yield* UsageStore
      const parties = yield* BillingParties
      const transaction = yield* Transaction

      yield* (yield* Timetable).add({
        name: "usage.keys",
        every: "10 minutes",
        run: Effect.gen(function*() {
          const before = DateTime.subtractDuration(yield* Instant.now, keysKept)
          return (yield* transaction.atomically(store.removeKeys(before, removedAtOnce))) === removedAtOnce
        })
      })

      const payersOf = Effect.fnUntraced(function*(organizations: ReadonlySet<OrganizationId>) {
        const payers = new Map<OrganizationId, OrganizationId>()
        for (const organization_id of organizations) {
          const party = yield* parties.find(organization_id)
          if (Option.isNone(party)) return yield* new UnknownOrganization({ organization_id })
          payers.set(organization_id, party.value.payer_id)
        }
        return payers
      })

      const record: UsageIngestion["Service"]["record"] = Effect.fn("UsageIngestion.record")(function*(records) {
        const now = yield* Instant.now
        yield* refuseInput(records.flatMap((one, index) => timeIssue(one, index, now)))
        const payers = yield* payersOf(new Set(records.map(({ organization_id }) => organization_id)))
        const keys = yield* distinctKeys(records)
        return yield* transaction.atomically(Effect.gen(function*() {
          const claimed = yield* store.claim([...keys.values()], now)
          const counted = [...keys.keys()].filter((key) => !claimed.has(key))
          const stored = yield* store.contents(counted)
          yield* refuseReused(counted.filter((key) => stored.get(key) !== keys.get(key)?.contents))
          const first = new Map(records.toReversed().map((one) => [one.key, one]))
          yield* store.add(hoursOf([...first.values()].filter(({ key }) => claimed.has(key)), payers))
          return { recorded: claimed.size, repeated: records.length - claimed.size }
        }))
      })

      return UsageIngestion.of({ record })
    })
  )
}

const timeIssue = ({ used_on }: UsageRecord, index: number, now: Instant.Instant) => {
  const age = now.epochMilliseconds - used_on.epochMilliseconds
  const problem = age > Duration.toMillis(accepted.past)
    ? "The usage is more than 30 days old"
    : age < -Duration.toMillis(accepted.ahead)
    ? "The usage is in the future"
    : undefined
  return problem === undefined
    ? []
    : [inputIssue(["body", index, "used_on"], "value_error", problem, DateTime.formatIso(used_on))]
}

const refuseReused = (keys: ReadonlyArray<string>) =>
  keys.length === 0 ? Effect.void : Effect.fail(new UsageKeysReused({ keys }))

/** Keys with their contents. Fails if a key occurs with two contents. */
const distinctKeys = Effect.fnUntraced(function*(records: ReadonlyArray<UsageRecord>) {
  const keys = new Map<string, UsageKey>()
  const reused = new Set<string>()
  for (const { key, used_on, ...members } of records) {
    const contents = canonicalJson({ ...members, ...quantitiesOf(members), used_on: DateTime.formatIso(used_on) }) ?? ""
    const known = keys.get(key)
    if (known !== undefined && known.contents !== contents) reused.add(key)
    keys.set(key, known ?? { usage_key: key, contents })
  }
  yield* refuseReused([...reused])
  return keys
})

const quantitiesOf = (record: Partial<UsageQuantities>): UsageQuantities => ({
  input_tokens: record.input_tokens ?? 0,
  output_tokens: record.output_tokens ?? 0,
  cache_read_tokens: record.cache_read_tokens ?? 0,
  cache_write_tokens: record.cache_write_tokens ?? 0,
  request_count: record.request_count ?? 1
})

/** `YYYY-MM-DDTHH`. */
const hourOf = (instant: Instant.Instant): string => DateTime.formatIso(instant).slice(0, 13)

/**
 * Records added up by account, hour and model. The usage of an organization that its parent pays for is counted for both:
 * in the reports of the parent with that of all others that it pays for, and in those of the organization.
 */
const hoursOf = (
  records: ReadonlyArray<UsageRecord>,
  payers: ReadonlyMap<OrganizationId, OrganizationId>
): ReadonlyArray<UsageHour> => {
  const hours = new Map<string, UsageHour>()
  for (const record of records) {
    const { model, organization_id, product, used_on } = record
    const hour = hourOf(used_on)
    const quantities = quantitiesOf(record)
    for (const account_id of new Set([organization_id, payers.get(organization_id) ?? organization_id])) {
      const place = JSON.stringify([account_id, product, hour, model])
      const known = hours.get(place)
      hours.set(
        place,
        known === undefined ? { account_id, product, hour, model, ...quantities } : plus(known, quantities)
      )
    }
  }
  return [...hours.values()]
}

const plus = (hour: UsageHour, more: UsageQuantities): UsageHour => {
  const sum = { ...hour }
  for (const quantity of usageQuantities) sum[quantity] += more[quantity]
  return sum
}

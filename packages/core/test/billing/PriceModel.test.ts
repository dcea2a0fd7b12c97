import { assert, layer } from "@effect/vitest"
import { otherClasses, PriceList, type PriceListName } from "@namewright/core/billing"
import { Money, newOrganizationId, Period } from "@namewright/core/shared"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../test/testSize.ts"
import { organizationsPlatform } from "../organizations/OrganizationsPlatform.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** The list of the organization, of its payer, or the default one. */
const ListNumber = between(0, 2)
const ClassName = Schema.Literals(["one", "two", otherClasses])
/** Hours from the beginning of the test. */
const Hour = between(0, 30)

const Step = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("set"),
    list: ListNumber,
    class: ClassName,
    price: Schema.NullOr(between(1, 9)),
    from: Schema.NullOr(Hour)
  }),
  Schema.Struct({ type: Schema.Literal("remove"), list: ListNumber, class: ClassName, from: Schema.NullOr(Hour) }),
  Schema.Struct({ type: Schema.Literal("wait"), hours: between(1, 5) })
])
type Step = typeof Step.Type

const Steps = Schema.Array(Step).check(Schema.isMinLength(5), Schema.isMaxLength(25))

interface ModelLine {
  readonly list: number
  readonly class: string
  readonly price: number | null
  readonly from: number
}

/** The price of a class at an hour: of each list the line that started last; its own class first, then the nearest list. */
const priceAt = (lines: ReadonlyArray<ModelLine>, name: string, hour: number): number | undefined => {
  for (const one of [name, otherClasses]) {
    for (const list of [0, 1, 2]) {
      const started = lines.filter((line) => line.list === list && line.class === one && line.from <= hour)
      const last = started.toSorted((a, b) => b.from - a.from)[0]
      if (last !== undefined && last.price !== null) return last.price
    }
  }
  return undefined
}

/** Lines after a step at an hour. */
const after = (lines: ReadonlyArray<ModelLine>, step: Exclude<Step, { type: "wait" }>, now: number) => {
  const from = step.from ?? now
  const isSame = (line: ModelLine) => line.list === step.list && line.class === step.class
  const ended = step.type === "remove" && step.from === null
  const kept = lines.filter((line) => !isSame(line) || (ended ? line.from < from : line.from !== from))
  if (step.type === "remove" && step.from !== null) return kept
  return [...kept, { list: step.list, class: step.class, price: step.type === "set" ? step.price : null, from }]
}

layer(organizationsPlatform)("price lists", (it) => {
  let started = 0

  it.effect.prop(
    "have the prices of a plain list of lines at every time, after any changes",
    [Steps],
    ([steps]) =>
      Effect.gen(function*() {
        const prices = yield* PriceList
        // Each run has a part of time and classes of its own, because the default list is shared.
        const run = ++started
        const begin = Date.UTC(2030, 0, 1) + run * 100 * 86_400_000
        const [organization_id, payer_id] = [yield* newOrganizationId, yield* newOrganizationId]
        const lists: ReadonlyArray<PriceListName> = [organization_id, payer_id, "default"]
        const product = { product_type: "zones", product_action: "create", currency: "USD" } as const
        const at = (hour: number) => DateTime.makeUnsafe(begin + hour * 3_600_000)
        const keyOf = ({ class: product_class }: { readonly class: string }) => ({
          ...product,
          product_class,
          period: Period.years(1)
        })
        const shown = Effect.forEach(["one", "two"], (product_class) =>
          Effect.map(
            prices.effective({ organization_id, payer_id }, { ...product, product_class }),
            ([line]) => line?.price as number | undefined
          ))
        let lines: ReadonlyArray<ModelLine> = []
        let now = 0
        yield* prices.remove("default", ["one", "two", otherClasses].map((one) => keyOf({ class: one })))
        for (const step of steps) {
          yield* TestClock.setTime(begin + now * 3_600_000)
          if (step.type === "wait") {
            now += step.hours
            continue
          }
          const list = lists[step.list] ?? "default"
          const start = step.from === null ? {} : { valid_from: at(step.from) }
          yield* step.type === "set"
            ? prices.set(list, [{
              ...keyOf(step),
              ...start,
              price: step.price === null ? null : Money.MinorUnits.make(step.price)
            }])
            : prices.remove(list, [{ ...keyOf(step), ...start }])
          lines = after(lines, step, now)
          assert.deepStrictEqual(yield* shown, ["one", "two"].map((name) => priceAt(lines, name, now)))
        }
        for (let hour = now; hour <= now + 31; hour += 1) {
          yield* TestClock.setTime(begin + hour * 3_600_000)
          assert.deepStrictEqual(yield* shown, ["one", "two"].map((name) => priceAt(lines, name, hour)), `hour ${hour}`)
        }
        yield* TestClock.setTime(begin + 50 * 86_400_000)
        yield* prices.remove("default", ["one", "two", otherClasses].map((one) => keyOf({ class: one })))
      }),
    { arbitrary: { runs: testSize(10, 200) } }
  )
})

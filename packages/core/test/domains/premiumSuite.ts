import { assert, layer } from "@effect/vitest"
import { Availability } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { Jobs, SubmitBatch } from "@namewright/core/jobs"
import { Effect, type Layer, Schema } from "effect"
import { remove, renew, restore, settled } from "./domainRequests.ts"
import {
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  everyRole,
  ownedByRival,
  register,
  round,
  transferIn
} from "./DomainsPlatform.ts"
import { premiumPrices, type premiumRegistries } from "./premiumRegistries.ts"

const code = "Transfer-Code-1"

/** Request with an expected price. */
interface Purchase {
  readonly action: keyof typeof premiumPrices
  /** TLD of the names. */
  readonly tld: string
  /** Brings a name into the state in which the action is possible. */
  readonly prepare: (
    owner: Customer,
    name: string,
    price: Record<string, unknown>
  ) => Effect.Effect<unknown, unknown, PlatformServices>
  readonly request: (
    owner: Customer,
    name: string,
    price: Record<string, unknown>
  ) => Effect.Effect<unknown, unknown, PlatformServices>
}

const purchases: ReadonlyArray<Purchase> = [
  { action: "create", tld: "com", prepare: () => Effect.void, request: register },
  { action: "renew", tld: "com", prepare: register, request: renew },
  {
    action: "transfer",
    tld: "slow",
    prepare: (_, name) => ownedByRival(name, "slow-registry", code),
    request: transferIn
  },
  {
    action: "restore",
    tld: "com",
    prepare: (owner, name, price) => Effect.andThen(settled(owner, name, price), remove(owner, name)),
    request: restore
  }
]

/** Refusal of a request. */
const refusalOf = (request: ReturnType<Purchase["request"]>) =>
  Effect.flip(request) as Effect.Effect<object, unknown, PlatformServices>

/** The prices of each action: none, another and the right one named for a premium name, and one for another name. */
export const premiumSuite = (
  label: string,
  platform: Layer.Layer<PlatformServices>,
  { sentFor }: Pick<ReturnType<typeof premiumRegistries>, "sentFor">
) =>
  layer(platform)(`Premium prices (${label})`, (it) => {
    for (const { action, prepare, request, tld } of purchases) {
      const actual_price = premiumPrices[action]

      it.effect(`are charged for and sent with ${action} only if the caller names them`, () =>
        Effect.gen(function*() {
          const owner = yield* customer(1_000_000)
          const name = `dear-${action}.${tld}`
          yield* prepare(owner, name, { expected_price: premiumPrices.create })
          const before = [yield* balanceOf(owner), sentFor(name).length] as const
          for (const [expected, expected_price] of [[{}, null], [{ expected_price: "9.50" }, "9.50"]] as const) {
            assert.deepInclude(yield* refusalOf(request(owner, name, expected)), {
              code: "ERROR_PREMIUM_PRICE_MISMATCH",
              domain_name: name,
              expected_price,
              actual_price
            })
          }
          assert.deepStrictEqual([yield* balanceOf(owner), sentFor(name).length], before)
          yield* request(owner, name, { expected_price: Number(actual_price) })
          assert.include(sentFor(name).slice(before[1]), `${action} ${actual_price}`)
          assert.lengthOf(
            (yield* chargesOf(owner, name)).filter((charge) => charge.startsWith(`${action} `)),
            1
          )
          assert.isTrue(
            (yield* chargesOf(owner, name)).some((charge) =>
              charge.startsWith(`${action} `) && charge.endsWith(` ${actual_price}`)
            )
          )
        }))

      it.effect(`do not apply to ${action} of other names`, () =>
        Effect.gen(function*() {
          const owner = yield* customer(1_000_000)
          const name = `plain-${action}.${tld}`
          yield* prepare(owner, name, {})
          const before = [yield* balanceOf(owner), sentFor(name).length] as const
          assert.deepInclude(yield* refusalOf(request(owner, name, { expected_price: actual_price })), {
            code: "ERROR_PREMIUM_PRICE_NOT_APPLICABLE",
            domain_name: name,
            expected_price: actual_price
          })
          assert.deepStrictEqual([yield* balanceOf(owner), sentFor(name).length], before)
          yield* request(owner, name, {})
          assert.include(sentFor(name).slice(before[1]), `${action} null`)
        }))
    }

    for (
      const [command, action, tld] of [["domain_create", "create", "com"], [
        "domain_transfer",
        "transfer",
        "slow"
      ]] as const
    ) {
      it.effect(`are compared for every instance of ${command}_bulk, and for ${command}`, () =>
        Effect.gen(function*() {
          const owner = yield* customer(1_000_000)
          const jobs = yield* Jobs
          const actual_price = premiumPrices[action]
          const names = {
            unaware: `dear-unaware-${action}.${tld}`,
            other: `dear-other-${action}.${tld}`,
            plain: `plain-bulk-${action}.${tld}`,
            agreed: `dear-agreed-${action}.${tld}`,
            single: `dear-single-${action}.${tld}`,
            refused: `dear-refused-${action}.${tld}`
          }
          if (action === "transfer") {
            yield* Effect.forEach(Object.values(names), (name) => ownedByRival(name, "slow-registry", code))
          }
          const own = action === "transfer" ? { auth_code: code } : {}
          const template = {
            contacts: everyRole(owner.contact_id),
            renewal_mode: "renew",
            ...(action === "create" ? { period: 1 } : {})
          }
          const instances = [
            { name: names.unaware, ...own },
            { name: names.other, expected_price: "9.50", ...own },
            { name: names.plain, expected_price: actual_price, ...own },
            { name: names.agreed, expected_price: actual_price, ...own }
          ]
          const single = (name: string, expected_price: string) => ({
            command,
            payload: { ...template, ...own, name, expected_price }
          })
          const submitted = yield* owner.act(jobs.submit(
            Schema.decodeUnknownSync(SubmitBatch)({
              commands: [
                { command: `${command}_bulk`, payload: { template, instances } },
                single(names.single, actual_price),
                single(names.refused, "1.00")
              ]
            })
          ))
          assert.deepInclude(submitted, { jobs_created: 6, jobs_failed: 0 })
          yield* round
          const { items } = yield* owner.act(
            jobs.listJobs(submitted.batch_id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 100 })
          )
          const results = Object.fromEntries(
            items.map(({ error_class, error_code, resource_key }) => [resource_key, `${error_class} ${error_code}`])
          )
          const mismatch = "PremiumPriceError ERROR_PREMIUM_PRICE_MISMATCH"
          assert.deepInclude(results, {
            [names.unaware]: mismatch,
            [names.other]: mismatch,
            [names.plain]: "PremiumPriceError ERROR_PREMIUM_PRICE_NOT_APPLICABLE",
            [names.refused]: mismatch
          })
          for (const name of [names.unaware, names.other, names.plain, names.refused]) {
            assert.deepStrictEqual(yield* chargesOf(owner, name), [])
          }
          for (const name of [names.agreed, names.single]) {
            assert.deepStrictEqual(sentFor(name).filter((text) => !text.endsWith("null")), [
              `${action} ${actual_price}`
            ])
            const [charge, ...others] = yield* chargesOf(owner, name)
            assert.deepStrictEqual([charge?.endsWith(` ${actual_price}`), others], [true, []])
          }
        }))
    }

    it.effect("are shown for every action by a check", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const availability = yield* Availability
        const [dear, plain] = yield* owner.act(availability.check(["dear-checked.com", "plain-checked.com"]))
        assert.deepInclude(dear, {
          is_premium: true,
          premium_pricing: {
            prices: (["create", "renew", "transfer", "restore"] as const).map((action) => ({
              action,
              price: premiumPrices[action],
              currency: "EUR" as const
            }))
          }
        })
        assert.deepInclude(plain, { is_premium: false, premium_pricing: null })
      }))
  })

import { assert, layer } from "@effect/vitest"
import { Billing, defaultPrices, otherClasses, type Price, PriceList, Prices } from "@namewright/core/billing"
import { Money, newOrganizationId, type OrganizationId, Period } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Option } from "effect"
import { as, newChild, newParent, organizationsPlatform } from "../organizations/OrganizationsPlatform.ts"

const line = (product_class: string, price: number, fields: Partial<Price> = {}): Price => ({
  product_type: "domain",
  product_action: "create",
  product_class,
  price: Money.MinorUnits.make(price),
  currency: "EUR",
  period: Period.years(1),
  ...fields
})

const isOfDomainsInUsd = ({ currency, product_type }: Price) => currency === "USD" && product_type === "domain"

/** Price of a year of a TLD for an organization. */
const yearOf = Effect.fnUntraced(function*(organization_id: OrganizationId, product_class: string) {
  const { quote } = yield* Billing
  const found = yield* quote({
    organization_id,
    product_type: "domain",
    action: "create",
    product_class,
    period: Period.years(1)
  })
  return Option.getOrThrow(Option.map(found, ({ unit_price }): number => unit_price))
})

const standard = (tld: string) =>
  defaultPrices.find((price) =>
    price.product_class === tld && price.product_action === "create" && price.currency === "EUR"
  )?.price ?? assert.fail(`No price of ${tld}`)

layer(organizationsPlatform)("PriceList", (it) => {
  it.effect("starts with a price of a year for each action in both currencies, of each TLD of the catalogue", () =>
    Effect.gen(function*() {
      const { list } = yield* TldCatalog
      const sold = (yield* list).flatMap((spec) => spec.tlds.map(({ name }) => name))
      const domains = defaultPrices.filter(({ product_type }) => product_type === "domain")
      const lines = domains.map((price) => [price.product_class, price.product_action, price.currency].join(" "))
      const expected = [...sold, otherClasses].flatMap((tld) =>
        ["create", "renew", "transfer", "restore"].flatMap((action) => [`${tld} ${action} EUR`, `${tld} ${action} USD`])
      )
      assert.deepStrictEqual(lines.toSorted(), expected.toSorted())
      assert.isTrue(defaultPrices.every(({ price }) => price > 0))
      const others = defaultPrices.filter(({ product_type }) => product_type !== "domain")
      assert.deepStrictEqual(
        others.map((price) => [price.product_type, price.product_action, price.currency, price.period?.unit].join(" ")),
        ["EUR", "USD"].flatMap((currency) => [
          `vanity_nameserver create ${currency} y`,
          `vanity_nameserver renew ${currency} y`,
          `vanity_nameserver restore ${currency} `
        ]).concat(["EUR", "USD"].flatMap((currency) => [
          ...["whitelabel_branding", "whitelabel_branding_plus"].flatMap((product) => [
            ...["create", "renew"].flatMap((action) =>
              ["m", "y"].map((unit) => `${product} ${action} ${currency} ${unit}`)
            ),
            `${product} restore ${currency} `
          ]),
          `whitelabel_branding_plus upgrade_fee ${currency} m`
        ]))
      )
    }).pipe(Effect.provide(TldCatalog.layer)))

  it.effect("prefers the payer's own price to the default one, and a TLD's price to the general one", () =>
    Effect.gen(function*() {
      const { remove, set } = yield* PriceList
      const [payer, other] = [yield* newParent(), yield* newParent()]
      const child = yield* newChild(payer)
      assert.strictEqual(yield* yearOf(payer, "com"), standard("com"))
      assert.strictEqual(yield* yearOf(payer, "unheard-of"), standard(otherClasses))
      yield* set(payer, [line("com", 111), line(otherClasses, 222)])
      assert.deepStrictEqual(
        [yield* yearOf(payer, "com"), yield* yearOf(child, "com"), yield* yearOf(payer, "unheard-of")],
        [111, 111, 222]
      )
      assert.deepStrictEqual([yield* yearOf(payer, "net"), yield* yearOf(other, "com")], [
        standard("net"),
        standard("com")
      ])
      yield* remove(payer, [line("com", 0)])
      assert.strictEqual(yield* yearOf(payer, "com"), standard("com"))
    }))

  it.effect("does not sell what is on no list", () =>
    Effect.gen(function*() {
      const { quote } = yield* Billing
      const organization_id = yield* newParent()
      const wanted = { organization_id, product_type: "domain", product_class: "com", period: Period.years(1) } as const
      assert.deepStrictEqual(yield* quote({ ...wanted, action: "trade" }), Option.none())
      assert.deepStrictEqual(
        yield* quote({ ...wanted, action: "create", period: Period.months(1) }),
        Option.none()
      )
    }))

  it.effect("shows one line for each TLD, action and period in the payer's currency", () =>
    Effect.gen(function*() {
      const { list } = yield* Prices
      const { set } = yield* PriceList
      const payer = yield* newParent({ currency: "USD" })
      yield* set(payer, [line("com", 111, { currency: "USD" })])
      const prices = yield* list({ organization_id: payer }, "domain", {}).pipe(as(payer))
      assert.isTrue(prices.every(({ currency, product_class }) => currency === "USD" && product_class !== otherClasses))
      assert.strictEqual(
        new Set(prices.map((price) => [price.product_class, price.product_action, price.period?.unit].join())).size,
        prices.length
      )
      assert.strictEqual(prices.length, defaultPrices.filter(isOfDomainsInUsd).length - 4)
      const com = prices.filter((price) => price.product_class === "com")
      assert.deepStrictEqual(com.map(({ product_action }) => product_action), [
        "create",
        "renew",
        "restore",
        "transfer"
      ])
      assert.strictEqual(com[0]?.price, 111)
    }))

  it.effect("narrows the list to an action and a TLD, in any case and with a dot", () =>
    Effect.gen(function*() {
      const { list } = yield* Prices
      const payer = yield* newParent()
      const narrowed = (product_class: string) =>
        list({ organization_id: payer }, "domain", { product_action: "create", product_class }).pipe(as(payer))
      assert.deepStrictEqual(yield* narrowed(".COM"), [line("com", standard("com"))])
      assert.deepStrictEqual(yield* narrowed("unheard-of"), [line("unheard-of", standard(otherClasses))])
      assert.deepStrictEqual(yield* list({ organization_id: payer }, "zones", {}).pipe(as(payer)), [])
    }))

  it.effect("shows a parent what its suborganization pays, and strangers nothing", () =>
    Effect.gen(function*() {
      const { list } = yield* Prices
      const { set } = yield* PriceList
      const parent = yield* newParent()
      const child = yield* newChild(parent)
      yield* set(parent, [line("com", 111)])
      const filter = { product_action: "create", product_class: "com" } as const
      for (const organization of [{ organization_id: child }, { organization_id: parent, context: child }]) {
        assert.strictEqual((yield* list(organization, "domain", filter).pipe(as(parent)))[0]?.price, 111)
      }
      const stranger = yield* newParent()
      const hidden = yield* Effect.flip(list({ organization_id: child }, "domain", filter).pipe(as(stranger)))
      assert.strictEqual(hidden._tag, "UnknownOrganization")
      for (const context of [stranger, parent, yield* newOrganizationId]) {
        const denied = yield* Effect.flip(list({ organization_id: parent, context }, "domain", filter).pipe(as(parent)))
        assert.strictEqual(denied._tag, "PermissionDenied")
      }
    }))
})

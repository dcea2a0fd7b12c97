import { Money, Period } from "../shared/index.ts"
import { otherClasses, type Price, type ProductAction } from "./Price.ts"

type Amounts = readonly [create: number, renew: number, transfer: number, restore: number]

/**
 * Example prices of one year of a domain in EUR and USD, in minor units, so that a new installation can be tried.
 * Operators replace them before selling.
 */
const yearly: ReadonlyArray<readonly [tld: string, EUR: Amounts, USD: Amounts]> = [
  ["ag", [7900, 7900, 7900, 9500], [8690, 8690, 8690, 10450]],
  ["agency", [2090, 2390, 2390, 7500], [2290, 2630, 2630, 8250]],
  ["ai", [7450, 7450, 7450, 9500], [8190, 8190, 8190, 10450]],
  ["app", [1390, 1390, 1390, 7500], [1530, 1530, 1530, 8250]],
  ["art", [890, 1590, 1590, 7500], [980, 1750, 1750, 8250]],
  ["at", [1090, 1090, 690, 4500], [1190, 1190, 760, 4950]],
  ["be", [590, 690, 590, 3500], [650, 760, 650, 3850]],
  ["biz", [1590, 1690, 1690, 7500], [1750, 1860, 1860, 8250]],
  ["blog", [1990, 2390, 2390, 7500], [2190, 2630, 2630, 8250]],
  ["brussels", [2490, 2490, 2490, 7500], [2740, 2740, 2740, 8250]],
  ["bz", [2590, 2590, 2590, 7500], [2850, 2850, 2850, 8250]],
  ["ca", [1190, 1190, 1190, 4500], [1310, 1310, 1310, 4950]],
  ["cc", [990, 990, 990, 7500], [1090, 1090, 1090, 8250]],
  ["ch", [990, 990, 490, 3500], [1090, 1090, 540, 3850]],
  ["cloud", [890, 1890, 1890, 7500], [980, 2080, 2080, 8250]],
  ["club", [990, 1490, 1490, 7500], [1090, 1640, 1640, 8250]],
  ["co", [2290, 2590, 2590, 7500], [2520, 2850, 2850, 8250]],
  ["co.at", [990, 990, 690, 4500], [1090, 1090, 760, 4950]],
  ["co.nl", [890, 890, 890, 5500], [980, 980, 980, 6050]],
  ["co.uk", [690, 690, 190, 1500], [760, 760, 210, 1650]],
  ["com", [950, 990, 990, 7500], [1050, 1090, 1090, 8250]],
  ["com.de", [590, 590, 590, 5500], [650, 650, 650, 6050]],
  ["com.pt", [1290, 1290, 890, 3500], [1420, 1420, 980, 3850]],
  ["com.se", [890, 890, 890, 5500], [980, 980, 980, 6050]],
  ["cymru", [1490, 1490, 1490, 7500], [1640, 1640, 1640, 8250]],
  ["cz", [790, 790, 690, 2500], [870, 870, 760, 2750]],
  ["de", [390, 390, 390, 1900], [430, 430, 430, 2090]],
  ["design", [990, 3690, 3690, 7500], [1090, 4060, 4060, 8250]],
  ["dev", [1190, 1190, 1190, 7500], [1310, 1310, 1310, 8250]],
  ["dk", [1090, 1090, 490, 3500], [1190, 1190, 540, 3850]],
  ["ee", [890, 890, 490, 2500], [980, 980, 540, 2750]],
  ["es", [790, 790, 390, 2500], [870, 870, 430, 2750]],
  ["eu", [490, 590, 490, 2500], [540, 650, 540, 2750]],
  ["fi", [1390, 1390, 690, 3500], [1530, 1530, 760, 3850]],
  ["fm", [8900, 8900, 8900, 9500], [9790, 9790, 9790, 10450]],
  ["fr", [690, 690, 690, 3500], [760, 760, 760, 3850]],
  ["gg", [4990, 4990, 4990, 9500], [5490, 5490, 5490, 10450]],
  ["info", [490, 1990, 1990, 7500], [540, 2190, 2190, 8250]],
  ["io", [3690, 4490, 4490, 8500], [4060, 4940, 4940, 9350]],
  ["it", [690, 690, 490, 3500], [760, 760, 540, 3850]],
  ["je", [4990, 4990, 4990, 9500], [5490, 5490, 5490, 10450]],
  ["li", [990, 990, 490, 3500], [1090, 1090, 540, 3850]],
  ["live", [690, 2490, 2490, 7500], [760, 2740, 2740, 8250]],
  ["lt", [1090, 1090, 590, 2500], [1190, 1190, 650, 2750]],
  ["lu", [1690, 1690, 690, 3500], [1860, 1860, 760, 3850]],
  ["lv", [1090, 1090, 590, 2500], [1190, 1190, 650, 2750]],
  ["me", [990, 1790, 1790, 7500], [1090, 1970, 1970, 8250]],
  ["me.uk", [690, 690, 190, 1500], [760, 760, 210, 1650]],
  ["mn", [4490, 4490, 4490, 9500], [4940, 4940, 4940, 10450]],
  ["mobi", [690, 2490, 2490, 7500], [760, 2740, 2740, 8250]],
  ["music", [2490, 2490, 2490, 7500], [2740, 2740, 2740, 8250]],
  ["name", [790, 890, 890, 7500], [870, 980, 980, 8250]],
  ["net", [1190, 1290, 1290, 7500], [1310, 1420, 1420, 8250]],
  ["nl", [450, 490, 390, 1900], [490, 540, 430, 2090]],
  ["no", [990, 990, 590, 2500], [1090, 1090, 650, 2750]],
  ["nu", [1690, 1690, 1190, 4500], [1860, 1860, 1310, 4950]],
  ["online", [390, 2690, 2690, 7500], [430, 2960, 2960, 8250]],
  ["or.at", [990, 990, 690, 4500], [1090, 1090, 760, 4950]],
  ["org", [990, 1190, 1190, 7500], [1090, 1310, 1310, 8250]],
  ["org.uk", [690, 690, 190, 1500], [760, 760, 210, 1650]],
  ["page", [990, 990, 990, 7500], [1090, 1090, 1090, 8250]],
  ["pl", [590, 1290, 890, 3500], [650, 1420, 980, 3850]],
  ["pm", [690, 690, 690, 3500], [760, 760, 760, 3850]],
  ["pro", [490, 1890, 1890, 7500], [540, 2080, 2080, 8250]],
  ["pt", [1390, 1390, 890, 3500], [1530, 1530, 980, 3850]],
  ["re", [690, 690, 690, 3500], [760, 760, 760, 3850]],
  ["ro", [1090, 1090, 590, 3500], [1190, 1190, 650, 3850]],
  ["sc", [6900, 6900, 6900, 9500], [7590, 7590, 7590, 10450]],
  ["se", [1390, 1490, 990, 4500], [1530, 1640, 1090, 4950]],
  ["shop", [590, 2790, 2790, 7500], [650, 3070, 3070, 8250]],
  ["si", [1190, 1190, 690, 3500], [1310, 1310, 760, 3850]],
  ["site", [390, 2390, 2390, 7500], [430, 2630, 2630, 8250]],
  ["sk", [1190, 1390, 990, 3500], [1310, 1530, 1090, 3850]],
  ["store", [490, 3890, 3890, 7500], [540, 4280, 4280, 8250]],
  ["tech", [690, 3990, 3990, 7500], [760, 4390, 4390, 8250]],
  ["tf", [690, 690, 690, 3500], [760, 760, 760, 3850]],
  ["to", [3490, 3490, 3490, 8500], [3840, 3840, 3840, 9350]],
  ["travel", [8900, 8900, 8900, 9500], [9790, 9790, 9790, 10450]],
  ["tv", [2790, 2990, 2990, 8500], [3070, 3290, 3290, 9350]],
  ["uk", [690, 690, 190, 1500], [760, 760, 210, 1650]],
  ["us", [790, 890, 890, 6500], [870, 980, 980, 7150]],
  ["vc", [2990, 2990, 2990, 8500], [3290, 3290, 3290, 9350]],
  ["vg", [2490, 2490, 2490, 8500], [2740, 2740, 2740, 9350]],
  ["wales", [1490, 1490, 1490, 7500], [1640, 1640, 1640, 8250]],
  ["wf", [690, 690, 690, 3500], [760, 760, 760, 3850]],
  ["ws", [2290, 2290, 2290, 8500], [2520, 2520, 2520, 9350]],
  ["xyz", [290, 1090, 1090, 7500], [320, 1190, 1190, 8250]],
  ["yt", [690, 690, 690, 3500], [760, 760, 760, 3850]],
  // Price of TLDs without a line of their own.
  [otherClasses, [2490, 2990, 2990, 8500], [2740, 3290, 3290, 9350]]
]

const actions = ["create", "renew", "transfer", "restore"] as const satisfies ReadonlyArray<ProductAction>

const linesOf = (product_class: string, amounts: Amounts, currency: Money.Currency) =>
  actions.map((product_action, index): Price => ({
    product_type: "domain",
    product_action,
    product_class,
    price: Money.MinorUnits.make(amounts[index] ?? 0),
    currency,
    period: Period.years(1)
  }))

/** Prices of vanity nameservers: the first year, each further year, and restoring them in the grace period. */
const vanityNameservers: ReadonlyArray<readonly [action: ProductAction, EUR: number, USD: number]> = [
  ["create", 4900, 5390],
  ["renew", 4900, 5390],
  ["restore", 2900, 3190]
]

const vanityLines = (currency: Money.Currency, column: 1 | 2) =>
  vanityNameservers.map((line): Price => ({
    product_type: "vanity_nameserver",
    product_action: line[0],
    product_class: null,
    price: Money.MinorUnits.make(line[column]),
    currency,
    period: line[0] === "restore" ? null : Period.years(1)
  }))

/** Prices of white-label configurations: terms of a month and of a year, the restoration, and the upgrade for each month. */
const whitelabels: ReadonlyArray<
  readonly [Price["product_type"], ProductAction, period: Period.Period | null, EUR: number, USD: number]
> = [
  ["whitelabel_branding", "create", Period.months(1), 990, 1090],
  ["whitelabel_branding", "create", Period.years(1), 9900, 10890],
  ["whitelabel_branding", "renew", Period.months(1), 990, 1090],
  ["whitelabel_branding", "renew", Period.years(1), 9900, 10890],
  ["whitelabel_branding", "restore", null, 2900, 3190],
  ["whitelabel_branding_plus", "create", Period.months(1), 2990, 3290],
  ["whitelabel_branding_plus", "create", Period.years(1), 29900, 32890],
  ["whitelabel_branding_plus", "renew", Period.months(1), 2990, 3290],
  ["whitelabel_branding_plus", "renew", Period.years(1), 29900, 32890],
  ["whitelabel_branding_plus", "restore", null, 4900, 5390],
  ["whitelabel_branding_plus", "upgrade_fee", Period.months(1), 1700, 1870]
]

const whitelabelLines = (currency: Money.Currency, column: 3 | 4) =>
  whitelabels.map((line): Price => ({
    product_type: line[0],
    product_action: line[1],
    product_class: null,
    price: Money.MinorUnits.make(line[column]),
    currency,
    period: line[2]
  }))

/**
 * Initial price list of an installation. Lines are per year, except one-time prices. No TLD of the catalogue sells
 * single months; operators who sell them add lines of one month.
 */
export const defaultPrices: ReadonlyArray<Price> = [
  ...yearly.flatMap(([tld, EUR, USD]) => [...linesOf(tld, EUR, "EUR"), ...linesOf(tld, USD, "USD")]),
  ...vanityLines("EUR", 1),
  ...vanityLines("USD", 2),
  ...whitelabelLines("EUR", 3),
  ...whitelabelLines("USD", 4)
]

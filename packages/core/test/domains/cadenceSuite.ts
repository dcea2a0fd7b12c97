import { assert, layer } from "@effect/vitest"
import { PriceList } from "@namewright/core/billing"
import { OwnedDomains } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { Jobs, JobWorker, SubmitBatch } from "@namewright/core/jobs"
import { RegistrarCredentials } from "@namewright/core/registrars"
import { Money, Period } from "@namewright/core/shared"
import { type TldSpec, tldSpec } from "@namewright/core/tlds"
import { Duration, Effect, type Layer, Redacted, Schema } from "effect"
import { type ImportAccount, importAccount, importDriver } from "../registrars/importDriver.ts"
import { renew, update } from "./domainRequests.ts"
import { type Customer, customer, everyRole, ownedByRival, register, transferIn } from "./DomainsPlatform.ts"

const terms = [Period.months(1), Period.months(3), Period.years(1)]

/** Terms of one and three months and of a year, also for transfers, which complete at once. */
const flexible: TldSpec = (() => {
  const spec = tldSpec({
    name: "flexible",
    type: "gTLD",
    backend: "flexible-registry",
    roles: "RAT",
    lock: [0, 0],
    transfer: { days: 0 }
  })
  const domain_lifecycle = {
    ...spec.domain_lifecycle,
    registration_periods: terms,
    renewal_periods: terms,
    transfer_renewal_periods: terms,
    default_transfer_renewal_period: Period.months(1)
  }
  return { ...spec, domain_lifecycle }
})()

/** Terms of years only. */
const fixed = tldSpec({
  name: "fixed",
  type: "gTLD",
  backend: "fixed-registry",
  roles: "RAT",
  lock: [0, 0],
  transfer: { days: 0 }
})

export const cadenceTlds = [flexible, fixed]

const accounts = new Map<string, ImportAccount>()
export const cadenceRegistrars = { OPENSRS: importDriver(accounts) }

type Members = Readonly<Record<string, unknown>>
type Path = (owner: Customer, name: string, members: Members) => Effect.Effect<unknown, unknown, PlatformServices>

/** Submits one command and carries out its job, if it has one. */
const inBatch = Effect.fnUntraced(function*(owner: Customer, command: string, payload: Members) {
  const jobs = yield* Jobs
  const worker = yield* JobWorker
  yield* owner.act(jobs.submit(yield* Schema.decodeUnknownEffect(SubmitBatch)({ commands: [{ command, payload }] })))
  yield* worker.drain(Duration.hours(1))
})

const month = { unit: "m", value: 1 }
const quarter = { unit: "m", value: 3 }
const year = { unit: "y", value: 1 }
const code = "Transfer-Code-1"

const acquiring = (owner: Customer) => ({ renewal_mode: "renew", contacts: everyRole(owner.contact_id) })

const priced = Effect.gen(function*() {
  const prices = yield* PriceList
  const line = { product_type: "domain", product_class: "flexible", currency: "EUR" } as const
  const price = Money.MinorUnits.make(100)
  const priceOf = (product_action: "create" | "renew" | "transfer") => ({ ...line, product_action, price })
  yield* prices.set(
    "default",
    (["create", "renew", "transfer"] as const).map((action) => ({ ...priceOf(action), period: Period.months(1) }))
  )
})

/** Every way in which a caller registers a name. */
const registering: Readonly<Record<string, Path>> = {
  register: (owner, name, members) => register(owner, name, members),
  domain_create: (owner, name, members) => inBatch(owner, "domain_create", { ...acquiring(owner), name, ...members }),
  "template of domain_create_bulk": (owner, name, members) =>
    inBatch(owner, "domain_create_bulk", { template: { ...acquiring(owner), ...members }, instances: [{ name }] }),
  "instance of domain_create_bulk": (owner, name, members) =>
    inBatch(owner, "domain_create_bulk", { template: acquiring(owner), instances: [{ name, ...members }] })
}

/** Every way in which a caller transfers a name in. */
const transferring: Readonly<Record<string, Path>> = {
  transfer: (owner, name, members) => transferIn(owner, name, { auth_code: code, ...members }),
  domain_transfer: (owner, name, members) =>
    inBatch(owner, "domain_transfer", { ...acquiring(owner), name, auth_code: code, ...members }),
  "template of domain_transfer_bulk": (owner, name, members) =>
    inBatch(owner, "domain_transfer_bulk", {
      template: { ...acquiring(owner), ...members },
      instances: [{ name, auth_code: code }]
    }),
  "instance of domain_transfer_bulk": (owner, name, members) =>
    inBatch(owner, "domain_transfer_bulk", {
      template: acquiring(owner),
      instances: [{ name, auth_code: code, ...members }]
    })
}

/** Shows a name to its later owner, from an account at its registrar that provides the auth code. */
const shown = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const credentials = yield* RegistrarCredentials
  const worker = yield* JobWorker
  accounts.set(name, importAccount({ names: [name], auth_code: code }))
  yield* owner.act(
    credentials.connect({ name: "Old", registrar: "OPENSRS", credentials: { api_key: Redacted.make(name) } })
  )
  yield* worker.drain(Duration.hours(1))
})

/** Ways to import a shown name: transfers without its auth code. */
const importing: Readonly<Record<string, Path>> = {
  import: (owner, name, members) =>
    Effect.andThen(shown(owner, name), transferIn(owner, name, { auth_code: null, ...members })),
  "domain_transfer of a shown name": (owner, name, members) =>
    Effect.andThen(shown(owner, name), inBatch(owner, "domain_transfer", { ...acquiring(owner), name, ...members })),
  "instance of domain_transfer_bulk of a shown name": (owner, name, members) =>
    Effect.andThen(
      shown(owner, name),
      inBatch(owner, "domain_transfer_bulk", { template: acquiring(owner), instances: [{ name, ...members }] })
    )
}

/** Every way in which a caller changes a domain. */
const changing: Readonly<Record<string, Path>> = {
  update: (owner, name, members) => update(owner, name, members),
  domain_update: (owner, name, members) => inBatch(owner, "domain_update", { name, ...members }),
  "template of domain_update_bulk": (owner, name, members) =>
    inBatch(owner, "domain_update_bulk", { template: members, instances: [{ name }] }),
  "instance of domain_update_bulk": (owner, name, members) =>
    inBatch(owner, "domain_update_bulk", { template: {}, instances: [{ name, ...members }] })
}

interface Case {
  readonly tld: "flexible" | "fixed"
  /** Absent: the default of the operation. */
  readonly period?: object
  readonly supplied?: string
  /** Stored value; `none` for no attribute, `refused` if there is no domain afterwards. */
  readonly stored: string
}

/** The rule for new domains and for transfers. Source: REST specification, "Domain", cadence rule. */
const rule: ReadonlyArray<Case> = [
  { tld: "flexible", period: month, stored: "monthly" },
  { tld: "flexible", period: quarter, stored: "none" },
  { tld: "flexible", period: year, stored: "yearly" },
  { tld: "flexible", period: month, supplied: "yearly", stored: "yearly" },
  { tld: "flexible", period: quarter, supplied: "monthly", stored: "monthly" },
  { tld: "flexible", period: year, supplied: "monthly", stored: "monthly" },
  { tld: "flexible", period: year, supplied: "daily", stored: "refused" },
  { tld: "flexible", period: year, supplied: "", stored: "refused" },
  { tld: "fixed", period: year, stored: "yearly" },
  { tld: "fixed", period: year, supplied: "yearly", stored: "yearly" },
  { tld: "fixed", period: year, supplied: "monthly", stored: "refused" }
]

/** Transfers without a term: the registry's default decides. */
const ruleOfTransfers: ReadonlyArray<Case> = [
  ...rule,
  { tld: "flexible", stored: "monthly" },
  { tld: "flexible", supplied: "yearly", stored: "yearly" },
  { tld: "fixed", stored: "yearly" },
  { tld: "fixed", supplied: "monthly", stored: "refused" }
]

const membersOf = ({ period, supplied }: Pick<Case, "period" | "supplied">): Members => ({
  ...(period === undefined ? {} : { period }),
  ...(supplied === undefined ? {} : { attributes: { auto_renew_period: supplied } })
})

const storedCadence = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const owned = yield* OwnedDomains
  return yield* owned.get(owner.actor, name as never).pipe(
    // A name that is only shown is not imported.
    Effect.map(({ attributes, read_only }) => read_only ? "refused" : attributes["auto_renew_period"] ?? "none"),
    Effect.catchTag("DomainNotFound", () => Effect.succeed("refused"))
  )
})

const titleOf = (one: Omit<Case, "tld">) => JSON.stringify(membersOf(one))

/** The cadence of automatic renewals on every path that writes a domain. */
export const cadenceSuite = (label: string, platform: Layer.Layer<PlatformServices>) =>
  layer(platform)(`Cadence of automatic renewals (${label})`, (it) => {
    let names = 0
    /** Names differ in their letters, of which the other registrar makes its handles. */
    const nameIn = (tld: string) =>
      `name${[...String(++names)].map((digit) => String.fromCodePoint(97 + Number(digit))).join("")}.${tld}`

    for (const [path, run] of Object.entries(registering)) {
      for (const one of rule) {
        it.effect(`is ${one.stored} after ${path} in .${one.tld} with ${titleOf(one)}`, () =>
          Effect.gen(function*() {
            yield* priced
            const owner = yield* customer()
            const name = nameIn(one.tld)
            yield* Effect.exit(run(owner, name, membersOf(one)))
            assert.strictEqual(yield* storedCadence(owner, name), one.stored)
          }))
      }
    }

    for (const [path, run] of Object.entries({ ...transferring, ...importing })) {
      for (const one of ruleOfTransfers) {
        it.effect(`is ${one.stored} after ${path} in .${one.tld} with ${titleOf(one)}`, () =>
          Effect.gen(function*() {
            yield* priced
            const owner = yield* customer()
            const name = nameIn(one.tld)
            yield* ownedByRival(name, `${one.tld}-registry`, code)
            yield* Effect.exit(run(owner, name, membersOf(one)))
            assert.strictEqual(yield* storedCadence(owner, name), one.stored)
          }))
      }
    }

    for (const [path, run] of Object.entries(changing)) {
      it.effect(`changes by ${path} to a supplied value only, and is never removed`, () =>
        Effect.gen(function*() {
          yield* priced
          const owner = yield* customer()
          const monthly = nameIn("flexible")
          yield* register(owner, monthly, { period: month })
          const changed = Effect.fnUntraced(function*(name: string, members: Members) {
            yield* Effect.exit(run(owner, name, members))
            return yield* storedCadence(owner, name)
          })
          assert.strictEqual(yield* changed(monthly, { renewal_mode: "expire" }), "monthly")
          assert.strictEqual(yield* changed(monthly, membersOf({ supplied: "" })), "monthly")
          assert.strictEqual(yield* changed(monthly, membersOf({ supplied: "weekly" })), "monthly")
          assert.strictEqual(yield* changed(monthly, membersOf({ supplied: "yearly" })), "yearly")
          assert.strictEqual(yield* changed(monthly, membersOf({ supplied: "monthly" })), "monthly")

          const undecided = nameIn("flexible")
          yield* register(owner, undecided, { period: quarter })
          assert.strictEqual(yield* changed(undecided, { renewal_mode: "expire" }), "none")
          assert.strictEqual(yield* changed(undecided, membersOf({ supplied: "yearly" })), "yearly")

          const yearly = nameIn("fixed")
          yield* register(owner, yearly)
          assert.strictEqual(yield* changed(yearly, membersOf({ supplied: "monthly" })), "yearly")
        }))
    }

    it.effect("does not follow the term of a renewal", () =>
      Effect.gen(function*() {
        yield* priced
        const owner = yield* customer()
        const owned = yield* OwnedDomains
        for (const [first, second, stored] of [[month, year, "monthly"], [year, month, "yearly"]] as const) {
          const name = nameIn("flexible")
          const { expires_on } = yield* register(owner, name, { period: first })
          yield* renew(owner, name, { period: second })
          const after = yield* owned.get(owner.actor, name as never)
          assert.notDeepEqual(after.expires_on, expires_on)
          assert.strictEqual(after.attributes["auto_renew_period"], stored)
        }
      }))
  })

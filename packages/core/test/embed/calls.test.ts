import { assert, describe, it } from "@effect/vitest"
import { createPlatform, isPlatformError, type Platform, type PlatformCalls } from "@namewright/core/embed"
import { type AnyCall, type CallOptions, errorCatalogue, InvalidInput, type Permission } from "@namewright/core/shared"
import { globSync, readFileSync } from "node:fs"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { callerCalls, operatorCalls } from "../../src/embed/calls.ts"
import { ada } from "../contacts/ada.ts"

const order = (contact_id: string) => ({
  name: "my-shop.com",
  contacts: { registrant: contact_id, admin: contact_id, tech: contact_id },
  renewal_mode: "renew" as const,
  period: 1
})

const withCustomer = async (use: (platform: Platform, organization_id: string) => Promise<void>) => {
  const platform = createPlatform({ storage: memoryDatabase() })
  try {
    const { organization_id } = await platform.operator.organizations.createParent({
      name: "Example",
      starting_credit: "100.00"
    })
    await use(platform, organization_id)
  } finally {
    await platform.dispose()
  }
}

const rejection = (call: Promise<unknown>): Promise<unknown> =>
  call.then((result) => assert.fail(`resolved with ${JSON.stringify(result)}`), (error: unknown) => error)

const issuesOf = async (call: Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const error = await rejection(call)
  if (!(error instanceof InvalidInput)) return assert.fail(String(error))
  assert.strictEqual(error.code, "ERROR_INVALID_INPUT")
  return error.issues.map(({ loc, type }) => `${loc.join(".")}: ${type}`)
}

type Untyped = Readonly<Record<string, Readonly<Record<string, (...given: ReadonlyArray<unknown>) => unknown>>>>

const cycle: Record<string, unknown> = {}
cycle["self"] = cycle
const throwing = new Proxy({}, {
  ownKeys: () => {
    throw new TypeError("no keys")
  }
})

/** Values that no argument accepts. */
const garbage: ReadonlyArray<unknown> = [
  Symbol("x"),
  10n,
  () => {},
  Number.NaN,
  new Map(),
  new Date(Number.NaN),
  cycle,
  throwing,
  "\0",
  { "unknown member": 1 }
]

describe("arguments of calls", () => {
  it("are refused by every method with InvalidInput, whatever they are", () =>
    withCustomer(async (platform, organization_id) => {
      const refuses = async (groups: Untyped, name: string, method: string, given: ReadonlyArray<unknown>) => {
        const result = groups[name]?.[method]?.(...given)
        const error = await rejection(
          result instanceof Promise
            ? result
            : (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next()
        )
        assert.instanceOf(error, InvalidInput, `${name}.${method}: ${String(error)}`)
      }
      const tables = [
        [callerCalls, platform.as({ organization_id, role: "admin" })],
        [operatorCalls, platform.operator]
      ] as const
      for (const [declared, calls] of tables) {
        for (const [name, group] of Object.entries(declared)) {
          for (const [method, { given }] of Object.entries(group as Readonly<Record<string, AnyCall>>)) {
            for (const value of garbage) {
              await refuses(calls as unknown as Untyped, name, method, [...given.map(() => value), { unknown: value }])
            }
          }
        }
      }
    }))

  it("report unknown members, mistyped filters and arguments beyond the last one", () =>
    withCustomer(async (platform, organization_id) => {
      const { contacts, domains, tags } = platform.as({ organization_id, role: "admin" })
      const page = domains.page as (request: unknown, options?: unknown, more?: unknown) => Promise<unknown>
      assert.deepStrictEqual(await issuesOf(page({ filter: { tlds: ["com"], renewal_mode: "sometimes" }, size: 7 })), [
        "query.size: extra_forbidden",
        "query.filter.tlds: extra_forbidden",
        "query.filter.renewal_mode: enum"
      ])
      assert.deepStrictEqual(await issuesOf(page({}, {}, 3)), ["arguments.2: extra_forbidden"])
      assert.include((await issuesOf(contacts.create({} as typeof ada))).join(), "body.first_name: missing")
      const keyed = { idempotencyKey: "a" } as CallOptions
      assert.deepStrictEqual(await issuesOf(tags.create({ type: "DOMAIN", label: "x" }, keyed)), [
        "options.idempotencyKey: extra_forbidden"
      ])
    }))

  it("of operators have the schemas of the wire: amounts, products and organizations", () =>
    withCustomer(async ({ operator }) => {
      const line = {
        product_type: "domain",
        product_action: "create",
        product_class: "com",
        currency: "EUR",
        period: { unit: "y", value: 1 }
      } as const
      assert.lengthOf(await issuesOf(operator.prices.set("default", [{ ...line, price: 9.5 }])), 1)
      assert.lengthOf(
        await issuesOf(
          operator.prices.set("default", [{ ...line, price: "9.50", product_type: "bananas" as "domain" }])
        ),
        1
      )
      assert.deepStrictEqual(await issuesOf(operator.organizations.createParent({} as { name: string })), [
        "body.name: missing"
      ])
      await operator.prices.set("default", [{ ...line, price: "9.50" }])
      await operator.prices.set("default", [{ ...line, price: 950 }])
    }))

  it("with the reference of an existing customer return it, or reject if they differ", () =>
    withCustomer(async ({ operator: { organizations } }, organization_id) => {
      const external_reference = "customer-4711"
      const asked = {
        external_reference,
        name: "Shop",
        terms: { billing_model: "postpaid", credit_limit: "5.00" }
      } as const
      const made = await organizations.createParent(asked)
      assert.deepStrictEqual([made.external_reference, made.credit_limit], [external_reference, "5.00"])
      assert.deepStrictEqual(await organizations.createParent({ ...asked, external_reference: " customer-4711" }), made)
      assert.deepStrictEqual(await organizations.findByReference(external_reference), made)
      assert.isNull(await organizations.findByReference("customer-1"))
      const refused = await rejection(organizations.createParent({ ...asked, name: "Store", currency: "USD" }))
      if (!isPlatformError(refused, "ERROR_EXTERNAL_REFERENCE_IN_USE")) return assert.fail(String(refused))
      assert.strictEqual(String(refused.organization_id), made.organization_id)
      assert.deepStrictEqual(refused.different_fields, ["name", "currency"])
      const bounds = [organizations.findByReference(""), organizations.findByReference("x".repeat(256))]
      assert.deepStrictEqual((await Promise.all(bounds.map(issuesOf))).map(({ length }) => length), [1, 1])
      assert.lengthOf(await issuesOf(organizations.createParent({ ...asked, external_reference: "" })), 1)
      assert.isNull((await organizations.changeTerms(organization_id, {})).external_reference)
    }))

  it("list the objects of a suborganization for its parent", () =>
    withCustomer(async (platform, organization_id) => {
      const parent = platform.as({ organization_id, role: "owner" })
      const sub = await parent.organizations.create({ name: "Sub" })
      const child = platform.as({ organization_id: sub.organization_id, role: "owner" })
      const { contact_id } = await child.contacts.create(ada)
      await child.zones.create({ name: "sub.example" })
      const filter = { organization_id: sub.organization_id }
      assert.strictEqual((await parent.contacts.page()).total, 0)
      const { items: [contact] } = await parent.contacts.page({ filter })
      assert.strictEqual(contact?.contact_id, contact_id)
      assert.deepStrictEqual(await namesOf(parent.contacts.all(filter)), [ada.last_name])
      assert.strictEqual((await parent.zones.page({ filter })).total, 1)
      assert.strictEqual((await parent.domains.page({ filter })).total, 0)
      await platform.operator.organizations.changeTerms(sub.organization_id, { status: "inactive" })
      const events = await child.events.page()
      assert.strictEqual(events.total, 1)
      assert.deepStrictEqual(await parent.events.page({ filter }), events)
      const own = (await parent.events.page()).items.map(({ event_id }) => event_id)
      assert.notInclude(own, events.items[0]?.event_id)
      const upwards = { filter: { organization_id } }
      const foreign = [
        child.contacts.page(upwards),
        child.zones.page(upwards),
        child.domains.page(upwards),
        child.events.page(upwards)
      ]
      for (const call of foreign) {
        assert.isTrue(isPlatformError(await rejection(call), "ERROR_ORGANIZATION_NOT_FOUND"))
      }
    }))

  it("take dates as Date or ISO text", () =>
    withCustomer(async (platform, organization_id) => {
      const { contacts } = platform.as({ organization_id, role: "admin" })
      await contacts.create(ada)
      const past = new Date(0)
      assert.strictEqual((await contacts.page({ filter: { created_after: past } })).total, 1)
      assert.strictEqual((await contacts.page({ filter: { created_before: past.toISOString() } })).total, 0)
    }))
})

const namesOf = async (contacts: AsyncIterable<{ readonly last_name: string }>) => {
  const names: Array<string> = []
  for await (const { last_name } of contacts) names.push(last_name)
  return names
}

const manyContacts = async ({ contacts }: PlatformCalls, count: number) => {
  for (let index = 0; index < count; index++) {
    await contacts.create({ ...ada, last_name: `Person ${String(index).padStart(2, "0")}` })
  }
}

describe("lists", () => {
  it("return every item once, although items are removed meanwhile", () =>
    withCustomer(async (platform, organization_id) => {
      const caller = platform.as({ organization_id, role: "admin" })
      await manyContacts(caller, 12)
      const all = await namesOf(caller.contacts.all())
      assert.lengthOf(all, 12)
      const seen: Array<string> = []
      for await (const { contact_id, last_name } of caller.contacts.all({}, { page_size: 3 })) {
        seen.push(last_name)
        await caller.contacts.remove(contact_id)
      }
      assert.deepStrictEqual(seen.toSorted(), all.toSorted())
    }))

  it("return items that are added behind the last one", () =>
    withCustomer(async (platform, organization_id) => {
      const caller = platform.as({ organization_id, role: "admin" })
      await manyContacts(caller, 4)
      const seen: Array<string> = []
      for await (const { last_name } of caller.contacts.all({}, { page_size: 2, sort: { by: "last_name" } })) {
        if (seen.push(last_name) === 2) await caller.contacts.create({ ...ada, last_name: "Z" })
      }
      assert.strictEqual(seen.at(-1), "Z")
      assert.lengthOf(new Set(seen), 5)
    }))

  it("stop at break and at the signal", () =>
    withCustomer(async (platform, organization_id) => {
      const caller = platform.as({ organization_id, role: "admin" })
      await manyContacts(caller, 5)
      for await (const _ of caller.contacts.all()) break
      const stop = new AbortController()
      const seen: Array<string> = []
      const reading = (async () => {
        for await (const { last_name } of caller.contacts.all({}, { page_size: 2, signal: stop.signal })) {
          if (seen.push(last_name) === 2) stop.abort(new Error("enough"))
        }
      })()
      assert.include(String(await rejection(reading)), "enough")
      assert.isBelow(seen.length, 5)
    }))
})

describe("idempotency keys", () => {
  it("carry a call out once, repeat its result, and refuse another call", () =>
    withCustomer(async (platform, organization_id) => {
      const { contacts, domains } = platform.as({ organization_id, role: "admin" })
      const { contact_id } = await contacts.create(ada)
      const options = { idempotencyKey: "order-17" }
      const first = await domains.register(order(contact_id), options)
      assert.deepStrictEqual(await domains.register(order(contact_id), options), first)
      const other = await rejection(domains.register({ ...order(contact_id), name: "other.com" }, options))
      assert.isTrue(isPlatformError(other, "ERROR_IDEMPOTENCY_KEY_REUSED"), String(other))
    }))

  it("repeat the error of a call", () =>
    withCustomer(async (platform, organization_id) => {
      const { contacts, domains } = platform.as({ organization_id, role: "admin" })
      const { contact_id } = await contacts.create(ada)
      await domains.register(order(contact_id))
      const options = { idempotencyKey: "order-18" }
      for (let attempt = 0; attempt < 2; attempt++) {
        const error = await rejection(domains.register(order(contact_id), options))
        if (!isPlatformError(error, "ERROR_DOMAIN_EXISTS")) return assert.fail(String(error))
        assert.strictEqual(error.domain_name, "my-shop.com")
      }
    }))
})

describe("a tick", () => {
  it("refuses a budget that is no number of milliseconds", () =>
    withCustomer(async (platform) => {
      for (const options of [undefined, 10_000, {}, { budgetMillis: -1 }, { budgetMillis: "1 minute" }]) {
        assert.isNotEmpty(await issuesOf(platform.tick(options as never)))
      }
    }))
})

describe("users of the host", () => {
  const user = { id: "u-17", name: "Ada" }

  it("appear in the history of zones, and are no users of the platform", () =>
    withCustomer(async (platform, organization_id) => {
      const caller = platform.as({ organization_id, role: "admin", user })
      await caller.zones.create({ name: "example.com" })
      const { items } = await caller.zoneChanges.page("example.com")
      assert.include(JSON.stringify(items), "host_user:u-17")
      assert.strictEqual((await caller.users.page()).total, 0)
      assert.strictEqual((await caller.apiKeys.page()).total, 0)
    }))

  it("are the actors of the changes that their calls and batches lead to", () =>
    withCustomer(async (platform, organization_id) => {
      const caller = platform.as({ organization_id, role: "admin", user })
      const { contact_id } = await caller.contacts.create(ada)
      await caller.domains.register(order(contact_id))
      await caller.jobs.submit({
        commands: [{ command: "domain_create", payload: { ...order(contact_id), name: "batch.com" } }]
      })
      await platform.tick({ budgetMillis: 10_000 })
      const { changes } = await platform.changes.read({ kinds: ["domain.registered"] })
      assert.deepStrictEqual(
        changes.map(({ data, object }) => [object.name, "actor" in data ? data.actor : null]),
        ["my-shop.com", "batch.com"].map((name) => [name, { type: "host_user" as const, ...user }])
      )
    }))

  it("are the performers of entries in the object log", () =>
    withCustomer(async (platform, organization_id) => {
      const caller = platform.as({ organization_id, role: "admin", user })
      const { contact_id } = await caller.contacts.create(ada)
      const { items } = await caller.objectLogs.page({ filter: { object_id: contact_id } })
      assert.deepStrictEqual(
        items.map(({ action, performed_by_id, performed_by_type }) => [action, performed_by_type, performed_by_id]),
        [["CREATED", "user", `host_user:${user.id}`]]
      )
    }))

  it("have the permissions that the host names, in their own organization only", () =>
    withCustomer(async (platform, organization_id) => {
      const other = await platform.operator.organizations.createParent({ name: "Other" })
      const permissions: ReadonlyArray<Permission> = ["contacts:read", "contacts:manage"]
      const caller = platform.as({ organization_id, permissions, user })
      const { contact_id } = await caller.contacts.create(ada)
      const refused = await rejection(caller.contacts.remove(contact_id))
      assert.isTrue(isPlatformError(refused, "ERROR_PERMISSION_DENIED"), String(refused))
      const stranger = platform.as({ organization_id: other.organization_id, role: "admin", user })
      const hidden = await rejection(stranger.contacts.get(contact_id))
      assert.isTrue(isPlatformError(hidden, "ERROR_CONTACT_NOT_FOUND"), String(hidden))
    }))

  it("are checked: a role or permissions, and an id with a name", () =>
    withCustomer(async (platform, organization_id) => {
      const wrong = [
        { organization_id },
        { organization_id, role: "admin", user: { id: "" } },
        { organization_id, permissions: ["everything"] },
        { organization_id: "1", role: "admin" },
        null,
        7
      ]
      for (const caller of wrong) {
        assert.isNotEmpty(await issuesOf(platform.as(caller as never).contacts.page()))
      }
    }))
})

describe("the documentation of calls", () => {
  const sources = globSync("packages/core/src/**/*Calls.ts").map((path) => readFileSync(path, "utf8")).join("\n")

  it("describes every method, with an example", () => {
    const undocumented: Array<string> = []
    for (const [name, group] of [...Object.entries(callerCalls), ...Object.entries(operatorCalls)]) {
      for (const method of Object.keys(group)) {
        const documented = new RegExp(
          `/\\*\\*[^/]*@example(?:(?!\\*/)[\\s\\S])*\\.${name}\\.${method}\\((?:(?!\\*/)[\\s\\S])*\\*/\\s+readonly ${method}: `
        )
        if (!documented.test(sources)) undocumented.push(`${name}.${method}`)
      }
    }
    assert.deepStrictEqual(undocumented, [])
  })

  it("names codes of the catalogue only", () => {
    const own = new Set(["ERROR_INVALID_INPUT", "ERROR_CALL_TIMEOUT"])
    const codes = Array.from(sources.matchAll(/ERROR_[A-Z_]+/g), ([code]) => code)
    assert.deepStrictEqual(codes.filter((code) => !own.has(code) && !Object.hasOwn(errorCatalogue, code)), [])
  })
})

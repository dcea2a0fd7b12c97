import { assert, layer } from "@effect/vitest"
import { OrganizationOperations } from "@namewright/core/organizations"
import type { OrganizationId } from "@namewright/core/shared"
import { WaitlistOperations } from "@namewright/core/waitlist"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { personCaller, storedUser } from "../access/people.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"

const path = "/v1/organizations/product-waitlist"
const texts = { display_name: "AI assistant", description: "Answers questions about your domains" }

let products = 0

/** Key of a new product, to which these organizations are invited. */
const offered = Effect.fnUntraced(function*(...invited: ReadonlyArray<OrganizationId>) {
  const { invite, offer } = yield* WaitlistOperations
  const product = `product_${++products}`
  yield* offer({ product, ...texts })
  for (const organization of invited) yield* invite(organization, product)
  return product
})

const decide = (user_id: string, product: string, decision: "granted" | "rejected") =>
  WaitlistOperations.use((operations) => operations.decide(user_id, product, decision))

const now = "2026-03-01T12:00:00Z"

layer(TestPlatform.layer)("Product waitlist", (it) => {
  it.effect("200: the products to which the organization is invited, on one page", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      yield* offered()
      const [first, second] = [yield* offered(call.organization), yield* offered(call.organization)]
      const { body, status } = yield* call("GET", path)
      assert.strictEqual(status, 200)
      const entries = [first, second].map((product) => ({
        product,
        ...texts,
        status: null,
        applied_on: null,
        decided_on: null,
        can_apply: true
      }))
      assert.deepStrictEqual(body, { products: entries, items: entries, total: 2, page: 1, page_size: 2 })
    }))

  it.effect("200: no products for an organization without invitations, also below an invited one", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* organization()
      yield* offered(parent)
      const call = yield* personCaller({ of: yield* organization({ parent }) })
      assert.deepStrictEqual((yield* call("GET", path)).body, {
        products: [],
        items: [],
        total: 0,
        page: 1,
        page_size: 1
      })
    }))

  it.effect("200: of the caller's own organization, whatever the context header names", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const call = yield* caller()
      const child = yield* organization({ parent: call.organization })
      const own = yield* offered(call.organization)
      yield* offered(child)
      const { body } = yield* call("GET", path, undefined, { "x-organization-context": child })
      assert.deepStrictEqual(body.products.map((entry: { product: string }) => entry.product), [own])
    }))

  it.effect("200: nothing to apply for as a key, although users can", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const product = yield* offered(call.organization)
      const { body } = yield* call("GET", path)
      assert.deepInclude(body.products[0], { product, status: null, can_apply: false })
      const refused = yield* call("POST", `${path}/${product}/apply`)
      assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_PERMISSION_DENIED"])
    }))

  it.effect("201: an application of this user only, without a role", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse(now))
      const call = yield* personCaller({ rights: [] })
      const other = yield* personCaller({ of: call.organization })
      const product = yield* offered(call.organization)
      const applied = yield* call("POST", `${path}/${product}/apply`, { note: "  For our support team\n" })
      const entry = { product, ...texts, status: "pending", applied_on: now, decided_on: null, can_apply: false }
      assert.deepStrictEqual([applied.status, applied.body], [201, entry])
      assert.deepStrictEqual((yield* call("GET", path)).body.products, [entry])
      assert.deepInclude((yield* other("GET", path)).body.products[0], { status: null, can_apply: true })
      const operations = yield* WaitlistOperations
      const { items, total } = yield* operations.applications(product, {}, { page: 1, page_size: 10 })
      assert.strictEqual(total, 1)
      assert.deepInclude(items[0], { note: "For our support team", organization_id: call.organization })
    }))

  it.effect("201: without a body, with an empty one, and with a note of null", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const own = yield* organization()
      const product = yield* offered(own)
      for (const body of [undefined, {}, { note: null }]) {
        const call = yield* personCaller({ of: own })
        assert.strictEqual((yield* call("POST", `${path}/${product}/apply`, body)).status, 201)
      }
    }))

  it.effect("409: a second application, also at the same time and after a decision", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      const product = yield* offered(call.organization)
      const apply = call("POST", `${path}/${product}/apply`)
      const both = yield* Effect.all([apply, apply], { concurrency: 2 })
      assert.deepStrictEqual(both.map(({ status }) => status).toSorted(), [201, 409])
      const { user_id } = (yield* call("GET", "/v1/users/me")).body
      for (const decision of ["rejected", "granted"] as const) {
        yield* decide(user_id, product, decision)
        const { body, status } = yield* apply
        assert.deepStrictEqual([status, body.code, body.type], [
          409,
          "ERROR_WAITLIST_ALREADY_APPLIED",
          "waitlist-already-applied"
        ])
      }
    }))

  it.effect("404: products that do not exist, or to which the organization is not invited", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const call = yield* personCaller()
      for (const product of ["unknown", yield* offered(yield* organization())]) {
        const { body, status } = yield* call("POST", `${path}/${product}/apply`)
        assert.deepStrictEqual([status, body.code, body.product], [404, "ERROR_WAITLIST_PRODUCT_NOT_FOUND", product])
      }
    }))

  it.effect("422: a note that is blank or too long after trimming, and a malformed product", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      const product = yield* offered(call.organization)
      for (const note of ["", " \n\t ", "x".repeat(1001), 5]) {
        const { body, status } = yield* call("POST", `${path}/${product}/apply`, { note })
        assert.deepStrictEqual([status, issuesOf(body)[0]?.[0]], [422, "body.note"])
      }
      assert.strictEqual((yield* call("POST", `${path}/No-Product/apply`)).status, 422)
      assert.strictEqual(
        (yield* call("POST", `${path}/${product}/apply`, { note: ` ${"x".repeat(1000)} ` })).status,
        201
      )
    }))

  it.effect("403: an application of an inactive organization, which still reads", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      const product = yield* offered(call.organization)
      yield* OrganizationOperations.use(({ changeTerms }) => changeTerms(call.organization, { status: "inactive" }))
      const { body, status } = yield* call("POST", `${path}/${product}/apply`)
      assert.deepStrictEqual([status, body.code], [403, "ERROR_ORGANIZATION_INACTIVE"])
      assert.deepInclude((yield* call("GET", path)).body.products[0], { product, can_apply: false })
    }))
})

layer(TestPlatform.layer)("Decisions about applications", (it) => {
  /** A user who has applied, and its organization's owner. */
  const applied = Effect.fnUntraced(function*() {
    const owner = yield* personCaller({ role: "owner" })
    const call = yield* personCaller({ of: owner.organization, role: "viewer" })
    const product = yield* offered(owner.organization)
    yield* call("POST", `${path}/${product}/apply`)
    const { user_id } = (yield* call("GET", "/v1/users/me")).body
    return { call, owner, product, user_id }
  })

  const held = Effect.fnUntraced(
    function*({ call, owner, product, user_id }: Effect.Success<ReturnType<typeof applied>>) {
      const ofProduct = (body: { permissions: ReadonlyArray<string> }) =>
        body.permissions.filter((permission) => permission.startsWith(`${product}:`))
      const own = ofProduct((yield* call("GET", "/v1/users/me")).body)
      const { body } = yield* owner("GET", `/v1/users/${user_id}/permissions`)
      assert.deepStrictEqual(ofProduct(body), own)
      assert.deepStrictEqual(body.permissions, body.permissions.toSorted())
      assert.deepStrictEqual(ofProduct((yield* owner("GET", "/v1/users/me")).body), [])
      return own
    }
  )

  it.effect("give the permissions of the product to this user, withdraw them and give them again", () =>
    Effect.gen(function*() {
      const one = yield* applied()
      const granted = [`${one.product}:manage`, `${one.product}:read`]
      assert.deepStrictEqual(yield* held(one), [])
      for (const [decision, expected] of [["granted", granted], ["rejected", []], ["granted", granted]] as const) {
        yield* TestClock.adjust("1 minute")
        yield* decide(one.user_id, one.product, decision)
        assert.deepStrictEqual(yield* held(one), expected)
        const [entry] = (yield* one.call("GET", path)).body.products
        assert.deepInclude(entry, { status: decision, can_apply: false })
        assert.notStrictEqual(entry.decided_on, entry.applied_on)
      }
      const { body } = yield* one.owner("GET", "/v1/organizations/role-permissions")
      assert.notInclude(body.permissions, granted[0])
      const role = yield* one.owner("POST", "/v1/organizations/roles", { name: "Assistant", permissions: granted })
      assert.strictEqual(role.status, 422)
    }))

  it.effect("end with the invitation, and apply again with another one", () =>
    Effect.gen(function*() {
      const one = yield* applied()
      const { invite, uninvite } = yield* WaitlistOperations
      yield* decide(one.user_id, one.product, "granted")
      yield* uninvite(one.owner.organization, one.product)
      assert.deepStrictEqual(yield* held(one), [])
      assert.deepStrictEqual((yield* one.call("GET", path)).body.products, [])
      assert.strictEqual((yield* one.call("POST", `${path}/${one.product}/apply`)).status, 404)
      yield* invite(one.owner.organization, one.product)
      assert.lengthOf(yield* held(one), 2)
    }))

  it.effect("are logged with the user, are events of the account, and count once", () =>
    Effect.gen(function*() {
      const { owner, product, user_id } = yield* applied()
      for (const decision of ["granted", "granted", "rejected"] as const) {
        yield* TestClock.adjust("1 minute")
        yield* decide(user_id, product, decision)
      }
      const logs = yield* owner("GET", `/v1/archive/object-logs/${user_id}?sort_by=created_on&sort_order=asc`)
      const statuses = logs.body.items.flatMap(({ details }: { details: { after: { waitlist?: object } } }) =>
        details.after.waitlist === undefined ? [] : [details.after.waitlist]
      )
      assert.deepStrictEqual(statuses, ["pending", "granted", "rejected"].map((status) => ({ [product]: status })))
      const events = yield* owner("GET", "/v1/events?object_type=ACCOUNT&sort_order=asc")
      assert.deepStrictEqual(
        events.body.items.map(({ event_data }: { event_data: { message: string } }) => event_data.message),
        [
          `The user ${user_id} applied for AI assistant (${product})`,
          `AI assistant (${product}) was granted to the user ${user_id}`,
          `AI assistant (${product}) was withdrawn from the user ${user_id}`
        ]
      )
    }))

  it.effect("are refused without an application or a product, and leave nothing behind", () =>
    Effect.gen(function*() {
      const { product, user_id } = yield* applied()
      const operations = yield* WaitlistOperations
      const codeOf = <A, E extends { readonly code: string }, R>(work: Effect.Effect<A, E, R>) =>
        Effect.map(Effect.flip(work), ({ code }) => code)
      assert.strictEqual(
        yield* codeOf(decide("host_user:unknown", product, "granted")),
        "ERROR_WAITLIST_APPLICATION_NOT_FOUND"
      )
      assert.strictEqual(yield* codeOf(decide(user_id, "unknown", "granted")), "ERROR_WAITLIST_PRODUCT_NOT_FOUND")
      const nobody = "organization_01h455vb4pex5vsknk084sn02q" as OrganizationId
      assert.strictEqual(yield* codeOf(operations.invite(nobody, product)), "ERROR_ORGANIZATION_NOT_FOUND")
      for (const resource of ["domains", "whitelabel_branding"]) {
        assert.strictEqual(yield* codeOf(operations.offer({ product: resource, ...texts })), "ERROR_INVALID_INPUT")
      }
      assert.notInclude((yield* operations.products).map((one) => one.product), "domains")
    }))

  it.effect("disappear with the user", () =>
    Effect.gen(function*() {
      const owner = yield* personCaller({ role: "owner" })
      const product = yield* offered(owner.organization)
      const { user_id } = yield* storedUser(owner)
      const call = yield* personCaller({ of: owner.organization, user_id })
      assert.strictEqual((yield* call("POST", `${path}/${product}/apply`)).status, 201)
      assert.strictEqual((yield* owner("DELETE", `/v1/users/${user_id}`)).status, 204)
      const { applications } = yield* WaitlistOperations
      assert.strictEqual((yield* applications(product, {}, { page: 1, page_size: 10 })).total, 0)
    }))
})

import { createPlatform } from "@namewright/core/embed"
import { InvalidInput } from "@namewright/core/shared"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { viesRegister } from "../../src/organizations/viesRegister.ts"
import { type ViesServer, viesServer } from "./viesServer.ts"

let vies: ViesServer

beforeAll(async () => {
  vies = await viesServer()
})
afterAll(() => vies.close())

const signal = new AbortController().signal
const lookUp = (number: string, country_code = "DE", options: { readonly timeout?: number } = {}) =>
  viesRegister({ url: vies.url, ...options })({ country_code, number }, { signal })

const rejection = (call: Promise<unknown> | unknown): Promise<unknown> =>
  Promise.resolve(call).then((result) => assert.fail(`resolved with ${JSON.stringify(result)}`), (error) => error)

const reason = async (call: Promise<unknown> | unknown) => String(await rejection(call))

describe("the register VIES", () => {
  it("returns what it discloses about a number", async () => {
    vies.answers.set("BE0123456789", { valid: true, name: "EXAMPLE NV", address: "Street 1\n1000 BRUSSEL" })
    assert.deepStrictEqual(await lookUp("0123456789", "BE"), {
      valid: true,
      name: "EXAMPLE NV",
      address: "Street 1\n1000 BRUSSEL"
    })
    vies.answers.set("DE111111111", { valid: true, userError: "VALID" })
    assert.deepStrictEqual(await lookUp("111111111"), { valid: true, name: null, address: null })
  })

  it("sends the number of Greece with its own code", async () => {
    vies.answers.set("EL123456789", { valid: true, name: "" })
    assert.deepStrictEqual(await lookUp("123456789", "GR"), { valid: true, name: null, address: null })
    assert.deepStrictEqual(vies.requests.at(-1), { countryCode: "EL", vatNumber: "123456789" })
  })

  it("returns that nobody holds a number", async () => {
    assert.isFalse((await lookUp("999999999")).valid)
    vies.answers.set("DE222222222", { valid: false, userError: "INVALID" })
    assert.isFalse((await lookUp("222222222")).valid)
  })

  it.each(["MS_UNAVAILABLE", "MS_MAX_CONCURRENT_REQ", "GLOBAL_MAX_CONCURRENT_REQ", "SERVICE_UNAVAILABLE", "TIMEOUT"])(
    "is unavailable: %s, with an entry, as a failure, and with a status",
    async (code) => {
      vies.answers.set("DE333333333", { valid: false, userError: code })
      assert.include(await reason(lookUp("333333333")), code)
      vies.answers.set("DE333333333", { failure: code })
      assert.include(await reason(lookUp("333333333")), code)
      vies.answers.set("DE333333333", { failure: code, status: 500 })
      assert.include(await reason(lookUp("333333333")), code)
    }
  )

  it("is unavailable while it is silent, or answers something else", async () => {
    vies.answers.set("DE444444444", "silent")
    assert.match(await reason(lookUp("444444444", "DE", { timeout: 30 })), /Timeout|abort/i)
    const others = [
      { raw: "<html>Maintenance</html>" },
      { raw: "<html>Bad gateway</html>", status: 502 },
      { raw: "{}" },
      { raw: "{\"valid\":\"true\"}" },
      { raw: "{\"valid\":true}", status: 503 },
      { raw: "null" },
      { raw: `{"valid":true,"name":"${"x".repeat(100_000)}"}` }
    ]
    for (const answer of others) {
      vies.answers.set("DE444444444", answer)
      assert.instanceOf(await rejection(lookUp("444444444")), Error, answer.raw.slice(0, 40))
    }
  })

  it("decides about the organizations of a platform", async () => {
    const platform = createPlatform({
      storage: memoryDatabase(),
      vatRegister: viesRegister({ url: vies.url, timeout: 500 })
    })
    try {
      const { operator } = platform
      const create = (tax_id: string, name = "Example", city = "Brussel") =>
        operator.organizations.createParent({ name, city, country_code: tax_id.slice(0, 2), tax_id })
      vies.answers.set("BE0123456789", { valid: true, name: "EXAMPLE NV", address: "Street 1\n1000 BRUSSEL" })
      await create("BE0123456789")
      const issues = async (call: Promise<unknown>) => {
        const error = await rejection(call)
        return error instanceof InvalidInput ? error.issues.map(({ loc, type }) => [loc.join("."), type]) : error
      }
      const mismatch = [["body.organization.tax_id", "vat-company-details-mismatch"]]
      assert.deepStrictEqual(await issues(create("BE0123456789", "Sample")), mismatch)
      assert.deepStrictEqual(await issues(create("BE0123456789", "Example", "Gent")), mismatch)
      assert.deepStrictEqual(await issues(create("BE0999999999")), [["body.tax_id", "value_error"]])
      vies.answers.set("DE111111111", { valid: true })
      await create("DE111111111", "Undisclosed", "Berlin")
      vies.answers.set("DE555555555", { failure: "MS_UNAVAILABLE" })
      vies.answers.set("DE666666666", "silent")
      const unavailable = [await create("DE555555555"), await create("DE666666666")]
      const { items, total } = await operator.organizations.vatChecks({ outcome: "pending" })
      assert.strictEqual(total, 2)
      assert.sameMembers(
        items.map(({ organization_id }) => organization_id),
        unavailable.map(({ organization_id }) => organization_id)
      )
      assert.deepInclude(items.find(({ vat_number }) => vat_number === "DE555555555"), {
        outcome: "pending",
        vat_checked_on: null,
        attempts: 1
      })
    } finally {
      await platform.dispose()
    }
  })
})

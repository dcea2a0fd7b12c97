import { assert, describe, it } from "@effect/vitest"
import { holderIssues, type TldSpec, tldSpec } from "@namewright/core/tlds"
import { Effect } from "effect"
import { holder, pointers, specOf } from "./holders.ts"

const rolesOnly: TldSpec = tldSpec({
  name: "example",
  type: "gTLD",
  backend: "example",
  roles: "RaT",
  most: { tech: 2 }
})

describe("roles of contacts", () => {
  it("must have as many contacts as the TLD requires", () => {
    assert.deepStrictEqual(pointers(holderIssues(rolesOnly, "example", "create", [])), [
      "contacts.registrant",
      "contacts.tech"
    ])
    const crowd = [holder("registrant"), holder("registrant"), ...Array.from({ length: 3 }, () => holder("tech"))]
    assert.deepStrictEqual(pointers(holderIssues(rolesOnly, "example", "create", crowd)), [
      "contacts.registrant",
      "contacts.tech"
    ])
    assert.deepStrictEqual(
      holderIssues(rolesOnly, "example", "create", [holder("registrant"), holder("tech"), holder("tech")]),
      []
    )
  })

  it("are dropped if the TLD does not support them", () => {
    const all = [holder("registrant"), holder("admin"), holder("tech"), holder("billing"), holder("billing")]
    assert.deepStrictEqual(holderIssues(rolesOnly, "example", "create", all), [])
  })

  it.effect("may be other ones on a transfer", () =>
    Effect.gen(function*() {
      const lv = yield* specOf("lv")
      assert.deepStrictEqual(holderIssues(lv, "lv", "transfer", []), [])
      assert.isNotEmpty(holderIssues(lv, "lv", "create", []))
      assert.deepStrictEqual(pointers(holderIssues(rolesOnly, "example", "transfer", [])), [
        "contacts.registrant",
        "contacts.tech"
      ])
    }))

  it("are left alone by an update that does not name them", () => {
    assert.deepStrictEqual(holderIssues(rolesOnly, "example", "update", [holder("registrant")], ["admin"]), [])
    assert.deepStrictEqual(
      pointers(holderIssues(rolesOnly, "example", "update", [holder("registrant")], ["tech"])),
      ["contacts.tech"]
    )
  })
})

describe("attributes of contacts", () => {
  it.effect("must be present if required, in the format of the TLD", () =>
    Effect.gen(function*() {
      const us = yield* specOf("us")
      const issues = (attributes: Record<string, string>) =>
        pointers(holderIssues(us, "us", "create", [holder("registrant", {}, attributes), holder("tech")]))
      assert.deepStrictEqual(issues({}), [
        "contacts.registrant[0].attributes.US_APP_PURPOSE",
        "contacts.registrant[0].attributes.US_NEXUS_CATEGORY"
      ])
      assert.deepStrictEqual(issues({ US_APP_PURPOSE: "P1", US_NEXUS_CATEGORY: "C11" }), [])
      assert.deepStrictEqual(issues({ US_APP_PURPOSE: "P9", US_NEXUS_CATEGORY: "" }), [
        "contacts.registrant[0].attributes.US_APP_PURPOSE",
        "contacts.registrant[0].attributes.US_NEXUS_CATEGORY"
      ])
    }))

  it.effect("depend on one another", () =>
    Effect.gen(function*() {
      const us = yield* specOf("us")
      const issues = (attributes: Record<string, string>) =>
        pointers(holderIssues(us, "us", "create", [
          holder("registrant", {}, { US_APP_PURPOSE: "P1", ...attributes }),
          holder("tech")
        ]))
      assert.deepStrictEqual(issues({ US_NEXUS_CATEGORY: "C31" }), [
        "contacts.registrant[0].attributes.US_NEXUS_COUNTRY_CODE"
      ])
      assert.deepStrictEqual(issues({ US_NEXUS_CATEGORY: "C32", US_NEXUS_COUNTRY_CODE: "XX" }), [
        "contacts.registrant[0].attributes.US_NEXUS_COUNTRY_CODE"
      ])
      assert.deepStrictEqual(issues({ US_NEXUS_CATEGORY: "C32", US_NEXUS_COUNTRY_CODE: "DE" }), [])
      assert.deepStrictEqual(issues({ US_NEXUS_CATEGORY: "C12", US_NEXUS_COUNTRY_CODE: "XX" }), [])
    }))

  it.effect("are refused if the TLD has no attribute of the name", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      const issues = holderIssues(com, "com", "create", [
        holder("registrant", {}, { CIRA_CPR: "CCT" }),
        holder("admin"),
        holder("tech")
      ])
      assert.deepStrictEqual(pointers(issues), ["contacts.registrant[0].attributes.CIRA_CPR"])
    }))

  it("have one of seven types", () => {
    const spec = tldSpec({
      name: "example",
      type: "gTLD",
      backend: "example",
      roles: "R",
      attributes: (["string", "boolean", "datetime", "integer", "country_code", "uri_template"] as const).map((
        type
      ) => ({
        key: `x-${type}` as const,
        type,
        values: null,
        required: false,
        contact_roles: null,
        conditions: null
      }))
    })
    const isTaken = (key: string, value: string) =>
      holderIssues(spec, "example", "create", [holder("registrant", {}, { [key]: value })]).length === 0
    const cases: ReadonlyArray<readonly [key: string, taken: ReadonlyArray<string>, refused: ReadonlyArray<string>]> = [
      ["x-string", ["a", "a".repeat(255)], [" ", "a".repeat(256), "a\u0000b", "a\nb"]],
      ["x-boolean", ["true", "FALSE", "1", "0", "Yes", "no"], ["t", "on", "2"]],
      ["x-datetime", ["2025-01-31", "2025-01-31T10:00:00Z"], ["2025-02-30", "31.01.2025", "yesterday"]],
      ["x-integer", ["0", "-5", "42"], ["1.5", "1e3", "five", "9".repeat(16)]],
      ["x-country_code", ["DE", "de"], ["XX", "DEU", "Germany"]],
      [
        "x-uri_template",
        ["https://example.com/{domain}", "http://example.com/?q={domain}&l={lang*}"],
        ["ftp://example.com/{domain}", "https://example.com/{domain", "https://example.com/ {a}", "example.com"]
      ]
    ]
    for (const [key, taken, refused] of cases) {
      for (const value of taken) assert.isTrue(isTaken(key, value), `${key}: ${value}`)
      for (const value of refused) assert.isFalse(isTaken(key, value), `${key}: ${value}`)
    }
  })
})

describe("local presence", () => {
  it.effect("applies to organizations under .eu only", () =>
    Effect.gen(function*() {
      const eu = yield* specOf("eu")
      const issues = (country: string, org: string | null) =>
        pointers(
          holderIssues(eu, "eu", "create", [holder("registrant", { country, org }), holder("tech", { country: "US" })])
        )
      assert.deepStrictEqual(issues("DE", "Beispiel GmbH"), [])
      assert.deepStrictEqual(issues("NO", "Eksempel AS"), [])
      assert.deepStrictEqual(issues("US", "Example Inc."), ["contacts.registrant[0].country"])
      assert.deepStrictEqual(issues("US", null), [])
    }))

  it.effect("binds everybody in .fr, the overseas territories included", () =>
    Effect.gen(function*() {
      const fr = yield* specOf("fr")
      const issues = (country: string) =>
        pointers(
          holderIssues(fr, "fr", "create", [
            holder("registrant", { country, org: null }),
            holder("admin"),
            holder("tech")
          ])
        )
      assert.deepStrictEqual(issues("RE"), [])
      assert.deepStrictEqual(issues("CH"), [])
      assert.deepStrictEqual(issues("GB"), ["contacts.registrant[0].country"])
    }))

  it.effect("frees owners of trade marks in .ca", () =>
    Effect.gen(function*() {
      const ca = yield* specOf("ca")
      const issues = (country: string, type: string, org: string | null) =>
        pointers(holderIssues(ca, "ca", "create", [
          holder("registrant", { country, org }, { CIRA_CPR: type }),
          holder("admin", { country: "US" })
        ]))
      assert.deepStrictEqual(issues("CA", "CCT", null), [])
      assert.deepStrictEqual(issues("US", "CCT", null), ["contacts.registrant[0].country"])
      assert.deepStrictEqual(issues("US", "TDM", "Example Inc."), [])
    }))
})

import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@namewright/core/shared"
import { Result } from "effect"
import { filterNames, readSelector } from "../../../src/mcp/bulk/Selector.ts"

const read = (given: Record<string, unknown>) => Result.getOrThrow(readSelector(given))

const wrong = (given: Record<string, unknown>) => {
  const { issues, labels } = Result.getOrThrow(Result.flip(readSelector(given)))
  return { issues: issues.map(({ loc, type }) => [loc.join("."), type]), labels }
}

const tag = "tag_01h455vb4pex5vsknk084sn02q"
const organization_id = OrganizationId.make("organization_01h455vb4pex5vsknk084sn02q")

describe("a selector", () => {
  it("selects everything when it is empty", () => {
    assert.deepStrictEqual(read({}), { query: {}, organization_id: null })
  })

  it("takes values and lists of them as JSON has them", () => {
    assert.deepStrictEqual(
      read({ tld: ["com", "NET"], transfer_lock: false, expires_before: "2027-01-01", sld: 123, tag_ids: tag }).query,
      {
        tld: ["com", "NET"],
        transfer_lock: ["false"],
        expires_before: ["2027-01-01"],
        sld: ["123"],
        tag_ids: [tag]
      }
    )
  })

  it("names the suborganization of its domains", () => {
    assert.deepStrictEqual(read({ organization_id }), {
      query: { organization_id: [organization_id] },
      organization_id
    })
  })

  it("has the filters of the list of domains, without its sort and page parameters", () => {
    assert.includeMembers([...filterNames], ["search", "tld", "tag_ids", "expires_in_30_days", "organization_id"])
    for (const name of ["page", "page_size", "sort_by", "sort_order", "include"]) {
      assert.deepStrictEqual(wrong({ [name]: 1 }).issues, [[`selector.${name}`, "extra_forbidden"]])
    }
  })

  it("is refused with all of its problems", () => {
    assert.deepStrictEqual(
      wrong({ tdl: "com", renewal_mode: "never", is_premium: "maybe", name: { eq: "a" }, created_after: "soon" }),
      {
        issues: [
          ["selector.tdl", "extra_forbidden"],
          ["selector.renewal_mode", "enum"],
          ["selector.is_premium", "bool_parsing"],
          ["selector.name", "value_error"],
          ["selector.created_after", "datetime_parsing"]
        ],
        labels: []
      }
    )
  })

  it.each([[null], [""], [[]], [[""]], [","]])(
    "refuses a filter without a value: %j",
    (nothing) => {
      for (const name of ["tld", "registry_statuses", "tag_ids"]) {
        assert.deepStrictEqual(wrong({ [name]: nothing }).issues.map(([pointer]) => pointer), [`selector.${name}`])
      }
    }
  )

  it.each([[null], [""], [[]]])("refuses a filter with an empty text: %j", (nothing) => {
    for (const name of ["search", "name", "nameserver", "sld"]) {
      assert.deepStrictEqual(wrong({ [name]: nothing }).issues.map(([pointer]) => pointer), [`selector.${name}`])
    }
  })

  it("distinguishes labels from ids of tags", () => {
    assert.deepStrictEqual(wrong({ tag_ids: ["expiring", tag] }), { issues: [], labels: ["expiring"] })
    assert.deepStrictEqual(wrong({ tag_ids: "for sale", tld: [] }), {
      issues: [["selector.tld", "too_short"]],
      labels: ["for sale"]
    })
  })
})

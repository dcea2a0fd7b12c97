import { assert, describe, it } from "@effect/vitest"
import { builtInRoles, permissionsOf } from "@namewright/core/access"
import { covers, Permission, permissions } from "@namewright/core/shared"
import { Schema } from "effect"

/** Permissions of each built-in role by resource: `r` read or view, `m` manage, `d` delete. */
const table = {
  //                     admin  viewer domain_manager dns_manager billing_manager
  api_keys: ["rmd", "", "", "", ""],
  audit_logs: ["r", "", "", "", ""],
  billing: ["rm", "", "", "", "rm"],
  contacts: ["rmd", "r", "rmd", "", ""],
  dns: ["rmd", "r", "rmd", "rmd", ""],
  domain_auth_codes: ["r", "", "r", "", ""],
  domain_forwards: ["rmd", "r", "rmd", "rmd", ""],
  domains: ["rmd", "r", "rmd", "", ""],
  email_forwards: ["rmd", "r", "rmd", "rmd", ""],
  events: ["rm", "r", "rm", "", ""],
  hosts: ["rmd", "r", "rmd", "", ""],
  jobs: ["rm", "r", "rm", "", ""],
  organization: ["rm", "", "", "", ""],
  parking: ["rmd", "r", "rmd", "", ""],
  registrar_credentials: ["rmd", "", "", "", ""],
  tags: ["rmd", "", "", "", ""],
  users: ["rmd", "r", "", "", ""],
  vanity_ns: ["rmd", "", "", "", ""],
  whitelabel_branding: ["rm", "", "", "", ""]
}
const roles = ["admin", "viewer", "domain_manager", "dns_manager", "billing_manager"] as const
const letters: Record<string, string> = { read: "r", view: "r", manage: "m", delete: "d" }

describe("built-in roles", () => {
  it("are the six of the specification", () => {
    assert.deepStrictEqual(Object.keys(builtInRoles), ["owner", ...roles])
  })

  for (const [index, role] of roles.entries()) {
    it(`grants ${role} what the table says`, () => {
      const granted = permissionsOf(role, null)
      const expected = permissions.filter((permission) => {
        const [resource, scope] = permission.split(":")
        return rightsOf(resource, index).includes(letters[scope ?? ""] ?? "?")
      })
      assert.deepStrictEqual(permissions.filter((permission) => covers(granted, permission)), expected)
    })
  }

  it("grants the owner everything", () => {
    assert.deepStrictEqual(Array.from(permissionsOf("owner", null)).toSorted(), permissions)
  })

  it("lets no custom role shadow a built-in one", () => {
    assert.isFalse(permissionsOf("viewer", ["domains:manage"]).has("domains:manage"))
  })

  it("grants nothing for a label without a role", () => {
    assert.strictEqual(permissionsOf("gone", null).size, 0)
  })
})

const rightsOf = (resource: string | undefined, index: number): string => {
  const row = Object.entries(table).find(([name]) => name === resource)
  assert(row !== undefined, `no line for ${resource}`)
  return row[1][index] ?? ""
}

const sets = Schema.Array(Permission)

describe("covers", () => {
  it.prop(
    "covers whatever was granted",
    [sets, Permission],
    ([granted, wanted]) => assert.isTrue(covers(new Set([...granted, wanted]), wanted))
  )

  it.prop("never covers less when more is granted", [sets, sets, Permission], ([some, more, wanted]) => {
    if (covers(new Set(some), wanted)) assert.isTrue(covers(new Set([...some, ...more]), wanted))
  })

  it.prop(
    "covers by one of the rights granted, never by several together",
    [sets, Permission],
    ([granted, wanted]) =>
      assert.strictEqual(
        covers(new Set(granted), wanted),
        granted.some((permission) => covers(new Set([permission]), wanted))
      )
  )

  it.prop(
    "extends manage and delete to read of the same resource, read of the organization to the audit, and nothing else",
    [Permission, Permission],
    (
      [granted, wanted]
    ) => {
      const [resource, scope] = granted.split(":")
      const wider = scope === "manage" || scope === "delete"
      const read = wanted === `${resource}:read` || wanted === `${resource}:view`
      const audits = wanted === "audit_logs:read" && resource === "organization" && (wider || scope === "read")
      assert.strictEqual(covers(new Set([granted]), wanted), granted === wanted || (wider && read) || audits)
    }
  )
})

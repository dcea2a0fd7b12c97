import { assert, describe, it } from "@effect/vitest"
import { operationRights } from "@namewright/core/access"
import { OpenApi } from "effect/http-api"
import { describeRights } from "../../src/access/describeRights.ts"
import { PlatformApi } from "../../src/PlatformApi.ts"

describe("describeRights", () => {
  it("names the rights below what an operation says of itself", () => {
    const document = describeRights({
      openapi: "3.1.0",
      paths: {
        "/v1/hosts": { get: {}, post: { description: "Creates a host." } },
        "/v1/auth/token": { post: { description: "Issues a token." } },
        "/v1/auth/client_credentials/introspect": { get: {} },
        "/v1/users/me": { get: {} },
        "/v1/users/{user_id}/role": { put: {} }
      }
    })
    assert.deepStrictEqual(document, {
      openapi: "3.1.0",
      paths: {
        "/v1/hosts": {
          get: { description: "Needs `hosts:read`." },
          post: { description: "Creates a host.\n\nNeeds `hosts:manage` and `domains:manage`." }
        },
        "/v1/auth/token": { post: { description: "Issues a token." } },
        "/v1/auth/client_credentials/introspect": { get: { description: "Any valid credential may call this." } },
        "/v1/users/me": { get: { description: "For people who have signed in." } },
        "/v1/users/{user_id}/role": { put: { description: "For people who have signed in; needs `users:manage`." } }
      }
    })
  })

  it("has a rule for every operation but the one that needs no credential", () => {
    const { paths } = OpenApi.fromApi(PlatformApi)
    const unruled = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).filter((method) => operationRights(method.toUpperCase(), path) === undefined)
        .map((method) => `${method.toUpperCase()} ${path}`)
    )
    assert.deepStrictEqual(unruled, ["POST /v1/auth/token"])
  })
})

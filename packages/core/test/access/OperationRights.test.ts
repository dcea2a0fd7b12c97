import { assert, describe, it } from "@effect/vitest"
import { operationRights } from "@namewright/core/access"

describe("operationRights", () => {
  it("reads, manages and deletes the resource of the path", () => {
    assert.deepStrictEqual(operationRights("GET", "/v1/domains"), ["domains:read"])
    assert.deepStrictEqual(operationRights("GET", "/v1/domains/check"), ["domains:read"])
    assert.deepStrictEqual(operationRights("PATCH", "/v1/contacts/{contact_id}"), ["contacts:manage"])
    assert.deepStrictEqual(operationRights("POST", "/v1/domains/:domain_reference/renew"), ["domains:manage"])
    assert.deepStrictEqual(operationRights("DELETE", "/v1/tags/:tag_id"), ["tags:delete"])
    assert.deepStrictEqual(operationRights("DELETE", "/v1/auth/client_credentials/{api_key_id}"), ["api_keys:delete"])
    assert.deepStrictEqual(operationRights("GET", "/v1/tlds/{tld}"), ["organization:read"])
  })

  it("manages what has no right to delete", () => {
    assert.deepStrictEqual(operationRights("DELETE", "/v1/organizations/{organization_id}"), ["organization:manage"])
  })

  it("knows the exceptions, however a parameter is written", () => {
    assert.deepStrictEqual(operationRights("POST", "/v1/hosts"), ["hosts:manage", "domains:manage"])
    assert.deepStrictEqual(operationRights("DELETE", "/v1/domains/:domain_reference/transfer"), ["domains:manage"])
    assert.deepStrictEqual(operationRights("DELETE", "/v1/domains/{reference}/transfer"), ["domains:manage"])
    assert.deepStrictEqual(operationRights("GET", "/v1/auth/client_credentials/introspect"), [])
  })

  it("says nothing of paths that it does not know", () => {
    assert.isUndefined(operationRights("POST", "/v1/auth/token"))
    assert.isUndefined(operationRights("GET", "/v1/domainsx"))
  })
})

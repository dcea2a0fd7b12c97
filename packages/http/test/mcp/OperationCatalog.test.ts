import { assert, describe, it } from "@effect/vitest"
import { findOperation, operationCatalog, operationNamed } from "../../src/mcp/OperationCatalog.ts"
import { isRisky, riskWords, safetyOfCall } from "../../src/mcp/Safety.ts"
import { operations } from "../../src/platform/operations.ts"

describe("the catalogue of operations", () => {
  it("has every operation but the token endpoint", () => {
    const ids = Array.from(operations.values(), ({ identifier }) => identifier)
    assert.sameMembers(operationCatalog.map(({ operationId }) => operationId), ids.filter((id) => id !== "issueToken"))
  })

  it.each(operationCatalog)("finds $operationId by its short id and by its generated one", (operation) => {
    assert.strictEqual(findOperation(operation.operationId), operation)
    assert.strictEqual(findOperation(` ${operation.operationId.toUpperCase()} `), operation)
    assert.strictEqual(findOperation(operation.generatedId), operation)
  })

  it.each([
    ["get_domains_v1_domains_get", "listDomains"],
    ["get_domain_v1_domains__domain_name__get", "getDomain"],
    ["renew_domain_v1_domains__domain_reference__renew_post", "renewDomain"],
    ["patch_rrsets_v1_dns__zone__rrsets_patch", "patchZoneRrsets"],
    ["get_domains_v1_domains_delete", undefined],
    ["get_domain_v1_domains__a__b__get", undefined],
    ["constructor", undefined],
    ["", undefined],
    ["a".repeat(100_000), undefined]
  ])("takes the id %s for %s", (id, expected) => {
    assert.strictEqual(findOperation(id)?.operationId, expected)
  })
})

describe("safety", () => {
  it.each([
    ["createDomain", "can create costs, writes data"],
    ["renewDomain", "can create costs, writes data"],
    ["updateDomain", "writes data, can delete or transfer resources"],
    ["submitBatch", "writes data"],
    ["pauseBatch", "writes data"],
    ["patchZoneRrsets", "writes data"],
    ["cancelBatch", "writes data, can delete or transfer resources"],
    ["replaceZoneRrsets", "writes data, can delete or transfer resources"],
    ["createCredential", "writes data, can grant access"],
    ["revokeCredential", "writes data, can delete or transfer resources, can grant access"],
    ["createUser", "writes data, can grant access"],
    ["updateUser", "writes data, can grant access"],
    ["assignUserRole", "writes data, can grant access"],
    ["replaceAgentPolicy", "writes data, can grant access"],
    ["createOrganization", "writes data, can grant access"],
    ["updateOrganization", "writes data, can grant access"],
    ["updateOwnAttributes", "writes data"],
    ["createWebhook", "writes data, can grant access"],
    ["updateWebhook", "writes data, can grant access"],
    ["rotateWebhookSecret", "writes data, can grant access"],
    ["testWebhook", "writes data"],
    ["listDomains", "reads data"],
    ["listUsers", "reads data"]
  ])("says of %s: %s", (id, words) => {
    assert.strictEqual(riskWords(operationNamed(id).safety), words)
  })

  it("counts each write of a right over credentials, people or the organization as one that can grant access", () => {
    const writes = operationCatalog.filter(({ safety }) => !safety.read)
    const granting = writes.filter(({ rights }) =>
      rights.some((right) => /^(?:api_keys|users|organization):(?:manage|delete)$/.test(right))
    )
    assert.deepStrictEqual(
      granting.filter(({ safety }) => !safety.access).map(({ operationId }) => operationId),
      ["updateOwnAttributes", "updateAttributes", "updateAttributesSwapped"]
    )
  })

  it("calls every GET a read, and nothing else that there is", () => {
    for (const { method, safety } of operationCatalog) assert.strictEqual(safety.read, method === "GET")
  })

  it.each([
    [{ commands: [{ command: "domain_create_bulk", payload: {} }] }, true],
    [{ commands: [{ type: "domain_transfer", payload: {} }] }, true],
    [{ commands: [{ command: "domain_update_bulk", payload: {} }] }, false],
    [{ commands: "domain_create" }, false],
    [undefined, false]
  ])("reads from a batch whether it orders something: %j", (body, cost) => {
    assert.strictEqual(safetyOfCall("POST", "/v1/jobs", body).cost, cost)
  })

  it.each([
    ["domain_create", true],
    ["domain_transfer_bulk", true],
    ["domain_update", true],
    ["domain_update_bulk", true],
    ["dns_zone_update", true],
    ["dns_zone_update_bulk", true],
    ["dns_zone_create", false],
    ["dns_zone_patch_rrsets_bulk", false],
    ["contact_create", false],
    ["constructor", false]
  ])("counts a batch with %s by what its operation does to a single object: %s", (command, expected) => {
    const submitBatch = operationNamed("submitBatch")
    const { method, path } = submitBatch
    const body = { commands: [{ command: "contact_create", payload: {} }, { command, payload: {} }] }
    assert.strictEqual(isRisky(safetyOfCall(method, path, body), submitBatch, body), expected)
  })

  it("counts every cost, deletion and grant as a risk, and no other write", () => {
    for (const operation of operationCatalog) {
      const { access, cost, destructive } = operation.safety
      assert.strictEqual(isRisky(operation.safety, operation, undefined), access || cost || destructive)
    }
  })

  it("reads from the decision on a transfer whether the domain is given away", () => {
    const { method, path } = operationNamed("decideOutboundTransfer")
    assert.isTrue(safetyOfCall(method, path, { action: "approve" }).destructive)
    assert.isFalse(safetyOfCall(method, path, { action: "reject" }).destructive)
  })
})

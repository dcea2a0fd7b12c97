import { assert, describe, it } from "@effect/vitest"
import { JobKinds } from "@namewright/core/jobs"
import { Effect } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { isRisky, riskWords, safetyOf } from "../../src/approvals/Safety.ts"
import { findOperation, operationCatalog, operationNamed } from "../../src/platform/OperationCatalog.ts"
import { operations } from "../../src/platform/operations.ts"
import { isTrial, reads, readsBody, rulesOf, writes } from "../../src/shared/OperationRules.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

/** Operations that need no credential. */
const withoutCredential: ReadonlySet<string> = new Set([
  "issueToken",
  "revokeToken",
  "introspectToken",
  "getVerificationContact",
  "confirmVerification",
  "openVerificationLink",
  "submitVerificationLink",
  "getDeclaration",
  "signDeclaration",
  "submitDeclaration"
])

describe("the catalogue of operations", () => {
  it("contains every operation except the token endpoint and those for holders of links", () => {
    const ids = Array.from(operations.values(), ({ identifier }) => identifier)
    assert.sameMembers(
      operationCatalog.map(({ operationId }) => operationId),
      ids.filter((id) => !withoutCredential.has(id))
    )
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
    ["replaceDomainDnssec", "writes data, can delete or transfer resources"],
    ["disableZoneDnssec", "writes data, can delete or transfer resources"],
    ["replaceHost", "writes data, can delete or transfer resources"],
    ["listDomains", "reads data"],
    ["listUsers", "reads data"]
  ])("says of %s: %s", (id, words) => {
    assert.strictEqual(riskWords(operationNamed(id).safety), words)
  })

  it("classifies each write on credentials, people or the organization as granting access", () => {
    const writes = operationCatalog.filter(({ safety }) => !safety.read)
    const granting = writes.filter(({ rights }) =>
      rights.some((right) => /^(?:api_keys|users|organization):(?:manage|delete)$/.test(right))
    )
    assert.deepStrictEqual(
      granting.filter(({ safety }) => !safety.access).map(({ operationId }) => operationId),
      ["updateOwnAttributes", "updateAttributes", "updateAttributesSwapped"]
    )
  })

  it("classifies exactly the GET operations as reads, and reads whose requests do not fit into a URL", () => {
    const reading = operationCatalog.filter(({ method, safety }) => safety.read !== (method === "GET"))
    assert.deepStrictEqual(reading.map(({ operationId }) => operationId), [
      "previewBrandingEmail",
      "quoteDomain",
      "getClaimsNotices",
      "streamAvailability"
    ])
  })

  it.effect.each<[unknown, boolean]>([
    [{ commands: [{ command: "domain_create_bulk", payload: {} }] }, true],
    [{ commands: [{ type: "domain_transfer", payload: {} }] }, true],
    [{ commands: [{ command: null, type: "domain_transfer", payload: {} }] }, true],
    [{ commands: [{ command: "domain_update_bulk", payload: {} }] }, false],
    [{ commands: "domain_create" }, false],
    [undefined, false]
  ])("reads from a batch whether it orders something: %j", ([body, cost]) =>
    Effect.gen(function*() {
      const { command } = yield* JobKinds
      assert.strictEqual(safetyOf(operationNamed("submitBatch").rules, body, command).cost, cost)
    }).pipe(Effect.provide(TestPlatform.layer)))

  it.effect("classifies every command of a batch as a risk, except the creation of free objects", () =>
    Effect.gen(function*() {
      const { command: commandNamed, commands } = yield* JobKinds
      const names = commands().map(({ name }) => name)
      const { rules } = operationNamed("submitBatch")
      const isRiskyWith = (command: string) => {
        const body = { commands: [{ command: "contact_create", payload: {} }, { command, payload: {} }] }
        return isRisky(rules, { body }, commandNamed)
      }
      assert.sameMembers(names.filter((name) => !isRiskyWith(name)), [
        "contact_create",
        "contact_create_bulk",
        "dns_zone_create",
        "dns_zone_create_bulk"
      ])
      assert.sameMembers(
        names.filter((command) => safetyOf(rules, { commands: [{ command }] }, commandNamed).cost),
        ["domain_create", "domain_create_bulk", "domain_transfer", "domain_transfer_bulk"]
      )
      for (const name of ["constructor", "unheard_of", ""]) assert.isTrue(isRiskyWith(name))
    }).pipe(Effect.provide(TestPlatform.layer)))

  it("classifies no write as harmless if its method removes or replaces", () => {
    const harmless = operationCatalog.filter(({ rules, safety }) => !safety.read && !isRisky(rules, {}))
    assert.isNotEmpty(harmless)
    for (const { method, operationId } of harmless) assert.include(["POST", "PATCH"], method, operationId)
    for (const { method, operationId, safety } of operationCatalog) {
      assert.isTrue(method !== "DELETE" || safety.destructive, operationId)
    }
    for (const { rules, safety } of operationCatalog) {
      if (safety.access || safety.cost || safety.destructive) assert.isTrue(isRisky(rules, {}))
    }
  })

  it.each([
    ["importZoneMasterFile", { dry_run: "true" }, true],
    ["importZoneMasterFile", { dry_run: true }, true],
    ["importZoneMasterFile", { dry_run: "false" }, false],
    ["importZoneMasterFile", { dry_run: ["true", "false"] }, false],
    ["importZoneMasterFile", {}, false],
    ["checkVanitySet", {}, true],
    ["createTag", { dry_run: "true" }, false]
  ])("takes %s with %j for a trial: %s", (id, query, expected) => {
    const { rules } = operationNamed(id)
    assert.strictEqual(isTrial(rules, query), expected)
    if (expected) assert.isFalse(isRisky(rules, { query }))
  })

  it("refuses operations without rules, and writes with the rules of a read", () => {
    const things = HttpApiEndpoint.post("createThing", "/v1/things")
    assert.throws(() => rulesOf(things), /createThing/)
    assert.throws(() => rulesOf(things.annotateMerge(reads({ rights: [] }))), /createThing/)
    assert.strictEqual(rulesOf(things.annotateMerge(readsBody({ rights: [] }))).write, undefined)
    const listing = HttpApiEndpoint.get("listThings", "/v1/things")
    assert.throws(() => rulesOf(listing.annotateMerge(readsBody({ rights: [] }))), /listThings/)
    assert.throws(() => rulesOf(listing.annotateMerge(writes({ rights: [], risk: "none" }))), /listThings/)
    assert.deepStrictEqual(rulesOf(listing.annotateMerge(reads({ rights: ["hosts:read"] }))).rights, ["hosts:read"])
  })

  it.each([
    [{ add: ["a.example"] }, false],
    [{ add: ["a.example"], remove: [] }, false],
    [{ remove: ["a.example"] }, true],
    [{ replace: [] }, true],
    [{ replace: ["tag_1"] }, true]
  ])("counts a change of tags as a risk where it takes tags away: %j", (body, expected) => {
    assert.strictEqual(isRisky(operationNamed("changeObjectTags").rules, { body }), expected)
  })

  it("distinguishes by its decision a transfer that gives the domain away", () => {
    const { rules } = operationNamed("decideOutboundTransfer")
    assert.isTrue(safetyOf(rules, { action: "approve" }).destructive)
    assert.isFalse(safetyOf(rules, { action: "reject" }).destructive)
  })
})

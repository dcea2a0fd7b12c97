import { assert, describe, layer } from "@effect/vitest"
import { covers, type OrganizationId, type Permission, permissions } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { type Operation, operationCatalog, operationNamed } from "../../src/platform/OperationCatalog.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { type OperationSample, operationSamples } from "./operationSamples.ts"
import { OwnedObjects, sampleParameters, sharedParameters } from "./OwnedObjects.ts"

/** Authenticated operations. */
const closed = operationCatalog

const sampleOf = ({ operationId }: Operation): OperationSample => operationSamples[operationId] ?? {}

const isForUsers = ({ rules: { caller } }: Operation) => caller === "user" || caller === "person"

const filled = (operation: Operation, values: Readonly<Record<string, string>>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Give the path parameter ${name} a value in OwnedObjects.ts`)
    return encodeURIComponent(value)
  }) + (sampleOf(operation).query ?? "")

/** Operations with other rights than their methods imply. Source: REST specification, "Role". */
const exceptions: Readonly<Record<string, ReadonlyArray<Permission>>> = {
  introspectCredential: [],
  listWaitlist: [],
  applyForProduct: [],
  getWhitelabel: ["whitelabel_branding:view"],
  getBrandingDocument: ["whitelabel_branding:view"],
  listBrandingAssets: ["whitelabel_branding:view"],
  listBrandingEmails: ["whitelabel_branding:view"],
  previewBrandingEmail: ["whitelabel_branding:view"],
  getCurrentUser: [],
  checkAvailability: [],
  suggestDomains: [],
  streamAvailability: [],
  streamAvailabilityOfQuery: [],
  createReport: ["organization:read"],
  getContactVerification: ["contacts:manage"],
  cancelContactVerification: ["contacts:manage"],
  cancelTransfer: ["domains:manage"],
  unlinkContactAttributeSet: ["contacts:manage"],
  deleteVanitySet: ["vanity_ns:manage"],
  clearDefaultVanitySet: ["vanity_ns:manage"],
  checkVanitySet: ["vanity_ns:read"]
}

/** Operations that need further rights for some bodies: rights that they grant, and rights of commands. */
const needsMoreRights: ReadonlySet<string> = new Set(["createCredential", "createUser", "submitBatch"])

/** Operations that this installation does not sell, which is 403. Source: REST specification, "Whitelabel branding". */
const notSold: ReadonlySet<string> = new Set(["createWhitelabel"])

const scopes: Readonly<Record<string, string>> = { GET: "read", DELETE: "delete" }

/** Right of an operation: `read` for reading, `delete` for removal if the resource has it, otherwise `manage`. */
const rightOf = (resource: string, method: string) =>
  [`${resource}:${scopes[method] ?? "manage"}`, `${resource}:manage`].find((right) =>
    permissions.some((permission) => permission === right)
  )

/** All rights except `missing` and those that include it. */
const allBut = (missing: Permission) => permissions.filter((one) => !covers(new Set([one]), missing))

/** Credential of the kind that the operation requires. */
const callerOf = Effect.fnUntraced(function*(
  operation: Operation,
  organization: OrganizationId,
  rights?: ReadonlyArray<Permission>
) {
  const { key, person } = yield* TestPlatform
  return isForUsers(operation)
    ? { token: yield* person(organization, { rights }) }
    : { key: yield* key(organization, rights) }
})

layer(OwnedObjects.layer.pipe(Layer.provideMerge(TestPlatform.layer)))("every operation", (it) => {
  it("needs the rights that the specification derives from its method, or is a documented exception", () => {
    const derived = closed.filter(({ operationId }) => exceptions[operationId] === undefined)
    for (const { method, operationId, rights } of derived) {
      assert.isNotEmpty(rights, operationId)
      for (const right of rights) {
        const [resource] = right.split(":")
        assert.strictEqual(right, rightOf(resource ?? "", method), operationId)
      }
    }
    for (const [operationId, rights] of Object.entries(exceptions)) {
      assert.deepStrictEqual(operationNamed(operationId).rights, rights, operationId)
    }
    assert.sameMembers(closed.filter(isForUsers).map(({ operationId }) => operationId), [
      "getCurrentUser",
      "assignUserRole",
      "changeUserRoles",
      "applyForProduct"
    ])
  })

  describe("401: without a credential", () => {
    it.effect.each(closed)("$operationId", (operation) =>
      Effect.gen(function*() {
        const { fetch } = yield* TestPlatform
        const { body, status } = yield* fetch(
          operation.method,
          filled(operation, sampleParameters),
          sampleOf(operation).body
        )
        assert.deepStrictEqual([status, body.code], [401, "ERROR_AUTHENTICATION"])
      }))
  })

  const guarded = closed.flatMap((operation) => operation.rights.map((right) => ({ ...operation, right })))

  describe("403: with all rights except the needed one", () => {
    it.effect.each(guarded)("$operationId needs $right", ({ right, ...operation }) =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* TestPlatform
        const limited = yield* callerOf(operation, yield* organization(), allBut(right))
        const { body, status } = yield* fetch(
          operation.method,
          filled(operation, sampleParameters),
          sampleOf(operation).body,
          limited
        )
        assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"], JSON.stringify(body))
      }))
  })

  describe("not 403: with these rights and no others", () => {
    it.effect.each(closed.filter(({ operationId }) => !needsMoreRights.has(operationId) && !notSold.has(operationId)))(
      "$operationId",
      (operation) =>
        Effect.gen(function*() {
          const { fetch, organization } = yield* TestPlatform
          const caller = yield* callerOf(operation, yield* organization(), operation.rights)
          const path = filled(operation, sampleParameters)
          const { body, status } = yield* fetch(operation.method, path, sampleOf(operation).body, caller)
          assert.notStrictEqual(status, 403, JSON.stringify(body))
        })
    )
  })

  describe("403: with a key, if the operation is for people", () => {
    it.effect.each(closed.filter(isForUsers))(
      "$operationId",
      (operation) =>
        Effect.gen(function*() {
          const { fetch, key, organization } = yield* TestPlatform
          const path = filled(operation, sampleParameters)
          const { body, status } = yield* fetch(operation.method, path, sampleOf(operation).body, {
            key: yield* key(yield* organization())
          })
          assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
          assert.match(body.detail, /signed-in/)
        })
    )
  })

  const addressed = closed.flatMap((operation) =>
    operation.pathParams.filter((name) => !sharedParameters.has(name)).map((name) => ({ ...operation, name }))
  )

  describe("404: with a credential of another organization", () => {
    it.effect.each(addressed)("$operationId of another $name", ({ name, ...operation }) =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* TestPlatform
        const objects = yield* OwnedObjects
        const stranger = yield* organization()
        const path = filled(operation, { ...sampleParameters, organization_id: stranger, [name]: objects[name] ?? "" })
        const caller = yield* callerOf(operation, stranger)
        const { body, status } = yield* fetch(operation.method, path, sampleOf(operation).body, caller)
        assert.strictEqual(status, 404, JSON.stringify(body))
        assert.match(body.code, /_NOT_FOUND$/)
        assert.notInclude(JSON.stringify(body), "owned.com")
      }))
  })

  describe("404, except for its owner and the parent of that", () => {
    it.effect("an object of a suborganization by its id", () =>
      Effect.gen(function*() {
        const { fetch, key, organization } = yield* TestPlatform
        const parent = yield* organization({ credit: 1_000_000 })
        const child = yield* key(yield* organization({ parent }))
        const callers = {
          sister: yield* key(yield* organization({ parent })),
          stranger: yield* key(yield* organization())
        }
        const above = yield* key(parent)
        for (const { method, path, status } of yield* objectsReadBy(child)) {
          for (const other of Object.values(callers)) {
            const refused = yield* fetch(method, path, undefined, { key: other })
            assert.strictEqual(refused.status, 404, `${method} ${path}`)
            assert.match(refused.body.code, /_NOT_FOUND$/)
          }
          const answered = yield* fetch(method, path, undefined, { key: above })
          assert.strictEqual(answered.status, status, `${method} ${path}: ${JSON.stringify(answered.body)}`)
        }
        for (const { method, path } of yield* objectsReadBy(above)) {
          const refused = yield* fetch(method, path, undefined, { key: child })
          assert.strictEqual(refused.status, 404, `${method} ${path}`)
        }
      }))
  })
})

/**
 * Calls by the id of an object that the caller of `key` owns, with the status for callers who may act for the owner. Source:
 * REST specification, "Organization model", 4.
 */
const objectsReadBy = Effect.fnUntraced(function*(key: string) {
  const { fetch } = yield* TestPlatform
  const send = Effect.fnUntraced(function*(method: string, path: string, body?: unknown) {
    const answer = yield* fetch(method, path, body, { key })
    assert.isBelow(answer.status, 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  })
  const { contact_id } = yield* send("POST", "/v1/contacts", contactBody)
  yield* send("POST", `/v1/contacts/${contact_id}/verification`, { type: "api" })
  const { domain_id, name } = yield* send("POST", "/v1/domains", {
    name: `tenant-${contact_id.slice(-12)}.com`,
    renewal_mode: "renew",
    period: { unit: "y", value: 1 },
    contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
  })
  const { host_id } = yield* send("POST", "/v1/hosts", { hostname: `ns1.${name}`, ip_addresses: ["9.9.9.9"] })
  yield* send("POST", "/v1/dns", { name })
  const { items: [{ event_id }] } = yield* send("GET", "/v1/events")
  const { batch_id } = yield* send("POST", "/v1/jobs", {
    paused: true,
    commands: [{ command: "contact_create", payload: contactBody }]
  })
  const { items: [{ job_id }] } = yield* send("GET", `/v1/jobs/${batch_id}/jobs`)
  const removed = yield* send("POST", "/v1/contacts", contactBody)
  const reads = [
    `/v1/contacts/${contact_id}`,
    `/v1/contacts/${contact_id}/verification`,
    `/v1/domains/${domain_id}`,
    `/v1/hosts/${host_id}`,
    `/v1/dns/${name}`,
    `/v1/events/${event_id}`,
    `/v1/jobs/${batch_id}`,
    `/v1/jobs/${batch_id}/jobs`,
    `/v1/job/${job_id}`
  ]
  return [
    ...reads.map((path) => ({ method: "GET", path, status: 200 })),
    { method: "PATCH", path: `/v1/events/${event_id}`, status: 204 },
    { method: "DELETE", path: `/v1/contacts/${removed.contact_id}`, status: 204 }
  ]
})

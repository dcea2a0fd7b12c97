import { assert, describe, it } from "@effect/vitest"
import { createPlatform } from "@namewright/core/embed"
import {
  CallTimeout,
  errorCatalogue,
  type ErrorCode,
  type FailureCode,
  InternalFailure,
  InvalidInput,
  MigrationFailed,
  PlatformClosed,
  type PlatformFailure,
  RegistryInTransaction,
  SchemaMismatch,
  StorageUnavailable,
  TransactionEnded,
  TransactionLost,
  TransactionQueryFailed
} from "@namewright/core/shared"
import { statusOf } from "@namewright/http"
import { readFileSync } from "node:fs"
import { memoryDatabase } from "../../../test/memoryDatabase.ts"
import { statusOfKind } from "../src/shared/Problem.ts"

const failures: { readonly [C in FailureCode]: PlatformFailure & { readonly code: C } } = {
  ERROR_STORAGE_UNAVAILABLE: new StorageUnavailable(),
  ERROR_MIGRATION_FAILED: new MigrationFailed({ cause: null, migration: null, sqlstate: null }),
  ERROR_SCHEMA_MISMATCH: new SchemaMismatch({ known: 1, stored: 2 }),
  ERROR_PLATFORM_CLOSED: new PlatformClosed(),
  ERROR_CALL_TIMEOUT: new CallTimeout(1),
  ERROR_TRANSACTION_LOST: new TransactionLost(),
  ERROR_TRANSACTION_ENDED: new TransactionEnded(),
  ERROR_TRANSACTION_QUERY: new TransactionQueryFailed({ cause: null, sqlstate: null }),
  ERROR_REGISTRY_IN_TRANSACTION: new RegistryInTransaction(),
  ERROR_INTERNAL: new InternalFailure({ cause: null })
}

/** An error of a code, as a call rejects with it. */
const rejectionOf = (code: ErrorCode) => Object.assign(new Error("refused"), { _tag: "OfTheCatalogue", code })

const invalid = new InvalidInput({
  issues: [{ loc: ["body", "name"], msg: "Missing", type: "missing", input: undefined }]
})

describe("statusOf", () => {
  it("is the status of REST, and the table of docs/host-server.md has every code", () => {
    const page = readFileSync(new URL("../../../docs/host-server.md", import.meta.url), "utf8")
    const documented = [...page.matchAll(/^\| (\d{3}) \| (.*) \|$/gm)].flatMap(([, status, codes = ""]) =>
      [...codes.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => [`ERROR_${code}`, Number(status)] as const)
    )
    const ofCatalogue = (Object.keys(errorCatalogue) as ReadonlyArray<ErrorCode>)
      .filter((code) => code !== "ERROR_INTERNAL")
      .map((code) => [code, statusOf(rejectionOf(code))] as const)
    const ofFailures = Object.entries(failures).map(([code, failure]) => [code, statusOf(failure)] as const)
    assert.sameDeepMembers(documented, [...ofCatalogue, ...ofFailures, ["ERROR_INVALID_INPUT", statusOf(invalid)]])
    for (const [code, status] of ofCatalogue) {
      assert.strictEqual(status, statusOfKind[errorCatalogue[code as ErrorCode].kind], code)
    }
    assert.strictEqual(statusOf(failures.ERROR_STORAGE_UNAVAILABLE), 503)
    assert.strictEqual(statusOf(failures.ERROR_PLATFORM_CLOSED), 500)
  })

  it("takes rejections of calls, and anything else as a failure", async () => {
    await using platform = createPlatform({ storage: memoryDatabase() })
    const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
    const caller = platform.as({ organization_id, role: "viewer" })
    const rejected = (call: Promise<unknown>) => call.then(() => assert.fail("resolved"), (error: unknown) => error)
    assert.strictEqual(statusOf(await rejected(caller.domains.get("nobody.com"))), 404)
    assert.strictEqual(statusOf(await rejected(caller.contacts.create({} as never))), 422)
    assert.strictEqual(statusOf(await rejected(caller.tags.remove("tag_01j00000000000000000000000"))), 403)
    for (const other of [new Error("no"), new TypeError("no"), undefined, "text", { code: "ERROR_DOMAIN_NOT_FOUND" }]) {
      assert.strictEqual(statusOf(other), 500)
    }
  })
})

import { assert, describe, it } from "@effect/vitest"
import { isPlatformError, retryAfterSeconds } from "@namewright/core/embed"
import { EventNotFound } from "@namewright/core/events"
import { newEventId } from "@namewright/core/events"
import { OperationInProgress, RegistryUnavailable } from "@namewright/core/registry"
import { errorCatalogue, type ErrorKind, repetitionOf } from "@namewright/core/shared"
import { Effect } from "effect"

describe("retryAfterSeconds", () => {
  it("is a number of seconds for a domain in use, and for a registry that is away", () => {
    const busy = new OperationInProgress({ object_name: "busy.com", retry_after: 7 })
    assert.isTrue(isPlatformError(busy, "ERROR_REQUEST_IN_PROGRESS"))
    assert.strictEqual(retryAfterSeconds(busy), 7)
    assert.strictEqual(retryAfterSeconds(new RegistryUnavailable({ domain_name: "away.com" })), 5)
  })

  it.effect("is undefined for an error that stays, and for a failure of the installation", () =>
    Effect.gen(function*() {
      assert.isUndefined(retryAfterSeconds(new EventNotFound({ event_id: yield* newEventId })))
      assert.isUndefined(retryAfterSeconds(new Error("The database is gone")))
    }))
})

describe("the catalogue", () => {
  it("has a transient kind for every code that means later", () => {
    const kinds = Object.entries(errorCatalogue) as ReadonlyArray<[string, { readonly kind: ErrorKind }]>
    const transient = kinds.filter(([, { kind }]) => repetitionOf(kind) === "transient").map(([code]) => code)
    assert.deepStrictEqual(transient, [
      "ERROR_REQUEST_IN_PROGRESS",
      "ERROR_RATE_LIMITED",
      "ERROR_PRICE_UNAVAILABLE",
      "ERROR_PAYMENT_PROVIDER_UNAVAILABLE",
      "ERROR_BATCH_JOB_CREATION_FAILED",
      "ERROR_DOMAIN_SEARCH_PROVIDER",
      "ERROR_CLAIMS_SERVICE_ERROR",
      "ERROR_REGISTRY_UNAVAILABLE",
      "ERROR_REGISTRAR_UNAVAILABLE",
      "ERROR_REPORT_COOLDOWN",
      "ERROR_SERVICE_UNAVAILABLE",
      "ERROR_INTERNAL"
    ])
  })
})

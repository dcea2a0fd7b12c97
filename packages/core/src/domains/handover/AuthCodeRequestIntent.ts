import { Effect, Option, Schema } from "effect"
import {
  type AuthCodeIssued,
  done,
  type IntentHandler,
  type LookUpResult,
  maskedAddress,
  notDone,
  refusedBy,
  RegistryRouter
} from "../../registry/index.ts"
import { DomainId, DomainName, Instant } from "../../shared/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { authCodeExpiry } from "../registry/NewAuthCode.ts"
import { noDomain } from "../registry/noDomain.ts"

const AuthCodeRequestPayload = Schema.Struct({ domain_id: DomainId, name: DomainName })
export type AuthCodeRequestPayload = typeof AuthCodeRequestPayload.Type

/** Intent of the request of a new auth code, which the registry makes. */
export const makeAuthCodeRequestIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const catalog = yield* TldCatalog
  const router = yield* RegistryRouter

  const expiryOf = Effect.fnUntraced(
    function*(registry: string, name: DomainName, { auth_code, expires_on }: AuthCodeIssued) {
      const offering = catalog.split(name)
      const backend = router.find(registry)
      return expires_on !== null || Option.isNone(offering) || Option.isNone(backend)
        ? expires_on
        : authCodeExpiry(offering.value.spec, backend.value, auth_code, yield* Instant.now)
    }
  )

  const intent: IntentHandler<AuthCodeRequestPayload, AuthCodeIssued, AuthCodeIssued> = {
    kind: "domain.auth_code_request",
    payload: AuthCodeRequestPayload,

    // A registry that answers 1001 sends the code later, to the holder. Some registries return whole addresses.
    send: Effect.fnUntraced(function*({ command_id, payload: { name } }, registry) {
      const issued = yield* registry.requestAuthCode({ command_id, name })
      return done({ ...issued, recipients: issued.recipients.map(maskedAddress) })
    }),

    // A lost code cannot be read back. Another request replaces it.
    lookUp: ({ payload }, registry) =>
      Effect.map(
        registry.infoDomain(payload.name),
        (found): LookUpResult<AuthCodeIssued> =>
          Option.exists(found, ({ sponsor }) => sponsor !== "other") ? notDone : refusedBy(noDomain)
      ),

    complete: Effect.fnUntraced(function*({ organization_id, payload, registry }, issued) {
      const { domain_id, name } = payload
      const expires_on = yield* expiryOf(registry, name, issued)
      yield* changes.change(domain_id, (domain): Domain => ({
        ...domain,
        auth_code: issued.auth_code,
        auth_code_expires_on: expires_on
      }))
      yield* changes.record({ organization_id, domain_id, name }, {
        type: "MODIFICATION",
        subtype: "SUCCESS",
        message: `${name} has a new auth code`
      })
      return { ...issued, expires_on }
    }),

    accepted: () => Effect.void,

    refused: (request, reason) =>
      changes.recordRefusal(request, reason, {
        type: "MODIFICATION",
        message: `The registry made no auth code for ${request.payload.name}`
      })
  }

  return intent
})

import { assert, layer } from "@effect/vitest"
import { CertificateStore, ChallengeStore, newCertificate, newCertificateId } from "@namewright/core/certificates"
import { Hostname, Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"

layer(TestPlatform.layer)("responses to challenges of certificate authorities", (it) => {
  it.effect("are given without a credential while an order needs them, for known tokens only", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const certificate_id = yield* newCertificateId
      const now = yield* Instant.now
      const names = [Hostname.make("challenged.example")]
      yield* (yield* CertificateStore).insert(newCertificate({ certificate_id, names, organization_id: null, now }))
      const token = "0123456789abcdef-_"
      yield* (yield* ChallengeStore).put({ token, response: `${token}.thumbprint`, certificate_id, record: null })
      const { body, status } = yield* fetch("GET", `/.well-known/acme-challenge/${token}`)
      assert.deepStrictEqual([status, body], [200, `${token}.thumbprint`])
      for (const unknown of ["0123456789abcdef-0", "short", "0123456789abcdef%00-_"]) {
        assert.strictEqual((yield* fetch("GET", `/.well-known/acme-challenge/${unknown}`)).status, 404)
      }
    }))
})

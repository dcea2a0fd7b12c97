import { assert, describe, it } from "@effect/vitest"
import { CertificateStore } from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { testPlatform } from "@namewright/testing"
import { Effect } from "effect"
import { secureHosts, type TlsChoice } from "../../src/cli/tlsOf.ts"

const servedAt = (baseUrl: string): TlsChoice => ({
  environment: "production",
  acmeAcceptTerms: true,
  host: "127.0.0.1",
  httpPort: "none",
  tls: "acme",
  baseUrl,
  tlsCert: undefined,
  tlsKey: undefined
})

describe("A server with HTTPS whose base URL has changed", () => {
  it.effect("needs the certificate of its own host, and no longer that of the former one", () =>
    Effect.gen(function*() {
      const platform = yield* Effect.acquireRelease(
        Effect.promise(() => testPlatform()),
        (one) => Effect.promise(() => one.dispose())
      )
      const start = (baseUrl: string) => platform.runtime.runPromise(secureHosts(servedAt(baseUrl)))
      const owners = (name: string) =>
        platform.runtime.runPromise(CertificateStore.use((store) =>
          Effect.flatMap(
            store.withName(Hostname.make(name)),
            (found) => Effect.forEach(found, ({ certificate_id }) => store.ownersOf(certificate_id))
          )
        ))
      yield* Effect.promise(async () => {
        await start("https://former.example")
        await platform.clock.settle()
        await start("https://former.example")
        assert.deepStrictEqual(await owners("former.example"), [["platform"]])
        await start("https://app.example")
        await platform.clock.settle()
        assert.deepStrictEqual(await owners("former.example"), [[]])
        assert.deepStrictEqual(await owners("app.example"), [["platform"]])
        await platform.clock.advance({ days: 91 })
        assert.deepStrictEqual(await owners("former.example"), [])
        assert.deepStrictEqual(await owners("app.example"), [["platform"]])
      })
    }).pipe(Effect.scoped))
})

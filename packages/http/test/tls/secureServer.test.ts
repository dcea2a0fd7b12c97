import { Certificates, CertificateStore, challengePath, ChallengeStore } from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import { HttpServer } from "effect/http"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { freePort } from "../../../../test/freePort.ts"
import { serve } from "../../src/serve.ts"
import { issuedCertificates } from "../../src/tls/issuedCertificates.ts"
import { SecureContexts } from "../../src/tls/SecureContexts.ts"
import { serveChallenges } from "../../src/tls/serveChallenges.ts"
import { handshakeError, plainExchange, secureExchange } from "./secureExchange.ts"

const own = "app.example"

/** HTTPS and plain HTTP of one process over the platform; its contexts are its own. */
const listening = async ({ clock, runtime }: TestPlatform, scope: Scope.Scope) => {
  const plain = await freePort()
  const secure = await runtime.runPromise(Effect.gen(function*() {
    const contexts = new SecureContexts({ find: yield* issuedCertificates, now: () => clock.now().getTime() })
    const http = { requestLog: false }
    const server = yield* Layer.buildWithScope(
      serve({ host: "127.0.0.1", port: 0, http, tls: { contexts } }),
      scope
    )
    const challenges = { host: "127.0.0.1", port: plain, securePort: 443, contexts, ownHost: own }
    yield* Layer.buildWithScope(serveChallenges(challenges), scope)
    return Number(URL.parse(HttpServer.formatAddress(Context.get(server, HttpServer.HttpServer).address))?.port)
  }))
  return { plain, secure }
}

describe("HTTPS with certificates of the platform", () => {
  let platform: TestPlatform
  let ports: ReadonlyArray<{ readonly plain: number; readonly secure: number }>
  let root = ""
  const scope = Effect.runSync(Scope.make())

  const ensure = (...names: readonly [string, ...ReadonlyArray<string>]) => {
    const [first, ...others] = names
    return platform.runtime.runPromise(
      Certificates.use((certificates) =>
        certificates.ensure([Hostname.make(first), ...others.map((name) => Hostname.make(name))], null, "tests")
      )
    )
  }
  const stored = (...names: ReadonlyArray<string>) =>
    platform.runtime.runPromise(Effect.map(
      CertificateStore.use((store) => store.lockNames(names.map((name) => Hostname.make(name)))),
      Option.getOrThrow
    ))
  const [one, two] = [() => ports[0] ?? { plain: 0, secure: 0 }, () => ports[1] ?? { plain: 0, secure: 0 }]

  beforeAll(async () => {
    // Clients check the validity by the clock of the machine.
    platform = await testPlatform({ now: new Date(Date.now() - 3_600_000) })
    ports = [await listening(platform, scope), await listening(platform, scope)]
  })
  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await platform.dispose()
  })

  it("serves challenges only until the first certificate is issued, and says so", async () => {
    const { plain, secure } = one()
    assert.match(await handshakeError({ port: secure, root: "", sni: own }) ?? "", /alert handshake failure/)
    assert.match(await handshakeError({ port: secure, root: "", sni: "" }) ?? "", /alert handshake failure/)
    const ready = await plainExchange(plain, "GET /health/ready HTTP/1.1", `Host: ${own}`)
    assert.strictEqual(ready.status, 503)
    assert.include(ready.body, `The certificate of ${own} is not issued yet`)
    assert.strictEqual((await plainExchange(plain, "GET /health/live HTTP/1.1", "Host: 10.0.0.1")).status, 200)
    assert.strictEqual((await plainExchange(plain, "GET /v1/domains HTTP/1.1", `Host: ${own}`)).status, 503)
    const { certificate_id } = await ensure(own)
    const token = "0123456789abcdef-_"
    await platform.runtime.runPromise(
      ChallengeStore.use((store) => store.put({ token, response: `${token}.print`, certificate_id, record: null }))
    )
    for (const { plain: port } of ports) {
      const answer = await plainExchange(port, `GET ${challengePath}${token} HTTP/1.1`, "Host: any.example")
      assert.deepStrictEqual([answer.status, answer.body], [200, `${token}.print`])
    }
    await platform.clock.settle()
    await platform.clock.advance({ seconds: 15 })
    root = (await stored(own)).chain?.split(/(?<=-----END CERTIFICATE-----\n)/)[1] ?? ""
    const answer = await secureExchange({ port: secure, root, sni: own, path: "/health/ready" })
    assert.deepStrictEqual([answer.status, answer.names], [200, `DNS:${own}`])
    assert.strictEqual((await plainExchange(plain, "GET /health/ready HTTP/1.1", `Host: ${own}`)).status, 200)
  })

  it("presents the certificate of the name, and refuses others and handshakes without a name by an alert", async () => {
    await ensure("shop.example", "www.shop.example")
    await platform.clock.settle()
    const { secure: port } = one()
    const names = async (sni: string, host: string) => (await secureExchange({ port, root, sni, host })).names
    assert.strictEqual(await names("www.shop.example", "www.shop.example"), "DNS:shop.example, DNS:www.shop.example")
    assert.strictEqual(await names("WWW.Shop.Example", "www.shop.example"), "DNS:shop.example, DNS:www.shop.example")
    for (
      const sni of ["", "unknown.example", "shop.example.evil.example", "x", "a_b.example", `${"a".repeat(63)}.example`]
    ) {
      assert.match(await handshakeError({ port, root, sni }) ?? "", /alert handshake failure/, sni)
    }
  })

  it("answers 421 to a host that the presented certificate does not cover, except for health checks", async () => {
    const { secure: port } = one()
    const status = async (sni: string, host: string, path = "/v1/openapi.json") =>
      (await secureExchange({ port, root, sni, host, path })).status
    assert.strictEqual(await status(own, own), 200)
    assert.strictEqual(await status(own, `${own.toUpperCase()}.:8443`), 200)
    assert.strictEqual(await status("shop.example", "www.shop.example"), 200)
    for (const host of ["shop.example", "127.0.0.1", "[::1]", `${own}.evil.example`, `user@${own}`, "-"]) {
      assert.strictEqual(await status(own, host), 421, host)
    }
    assert.strictEqual(await status(own, "shop.example", "/unknown"), 421)
    assert.strictEqual(await status(own, own, `https://shop.example/v1/openapi.json`), 421)
    assert.strictEqual(await status(own, "127.0.0.1", "/health/live"), 200)
    const { body } = await secureExchange({ port, root, sni: own, host: "shop.example", path: "/v1/domains" })
    assert.include(JSON.parse(body), { status: 421, code: "ERROR_MISDIRECTED_REQUEST" })
  })

  it("presents a renewed certificate in every process, without a restart and without refusing a handshake", async () => {
    const presented = () =>
      Promise.all(
        ports.flatMap(({ secure: port }) =>
          ["shop.example", own].map(async (sni) => (await secureExchange({ port, root, sni })).fingerprint)
        )
      )
    const before = await presented()
    assert.strictEqual(new Set(before).size, 2)
    const renew = async (...names: ReadonlyArray<string>) => {
      const certificate = await stored(...names)
      const now = certificate.created_on
      await platform.runtime.runPromise(
        CertificateStore.use((store) => store.save({ ...certificate, renew_on: now, due_on: now }))
      )
    }
    await renew(own)
    await renew("shop.example", "www.shop.example")
    await platform.clock.advance({ seconds: 130 })
    // The handshake that finds a context old is served with it.
    await presented()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const after = await presented()
    assert.strictEqual(new Set([...before, ...after]).size, 4)
    assert.deepStrictEqual([after[0], after[1]], [after[2], after[3]])
  })

  it("redirects plain HTTP to hosts with a certificate only, whatever request target and Host say", async () => {
    const { plain: port } = two()
    const located = async (target: string, host: string, method = "GET") => {
      const { headers, status } = await plainExchange(port, `${method} ${target} HTTP/1.1`, `Host: ${host}`)
      return headers["location"] ?? status
    }
    assert.strictEqual(await located("/v1/domains?a=1", own), `https://${own}/v1/domains?a=1`)
    assert.strictEqual(await located("/", `${own.toUpperCase()}:80`), `https://${own}/`)
    assert.strictEqual(await located("/x", "www.shop.example", "POST"), "https://www.shop.example/x")
    assert.strictEqual(await located("//evil.example/", own), `https://${own}//evil.example/`)
    assert.strictEqual(await located("http://evil.example/x", own), `https://${own}/x`)
    assert.strictEqual(await located("/%0d%0aSet-Cookie:a=b", own), `https://${own}/%0d%0aSet-Cookie:a=b`)
    assert.strictEqual(await located("/\xe4", own), 400)
    assert.strictEqual(await located("/", "evil.example"), 421)
    assert.strictEqual(await located("/", `${own}@evil.example`), 400)
    assert.strictEqual(await located("/", `evil.example/${own}`), 400)
    assert.strictEqual(await located("*", own, "OPTIONS"), 400)
    assert.isNaN(await located("evil.example:443", own, "CONNECT"))
    assert.strictEqual(
      (await plainExchange(port, "GET / HTTP/1.1", `Host: ${own}`, `X: ${"a".repeat(9000)}`)).status,
      431
    )
  })

  it("looks up no path, escape or method beside the form of a token", async () => {
    const { plain: port } = one()
    const token = "0123456789abcdef-_"
    for (
      const target of [
        `${challengePath}../challenge/${token}`,
        `${challengePath}${token}/`,
        `${challengePath}${token}?x`,
        `${challengePath}%30123456789abcdef-_`,
        `${challengePath}0123456789abcdef%00`,
        `${challengePath}short`,
        challengePath
      ]
    ) {
      assert.strictEqual((await plainExchange(port, `GET ${target} HTTP/1.1`, `Host: ${own}`)).status, 404, target)
    }
    assert.strictEqual(
      (await plainExchange(port, `POST ${challengePath}${token} HTTP/1.1`, `Host: ${own}`)).status,
      404
    )
  })
})

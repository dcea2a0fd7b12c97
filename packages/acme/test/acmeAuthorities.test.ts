import { acmeAuthorities } from "@namewright/acme"
import {
  CertificateAuthorities,
  Certificates,
  CertificateStore,
  IssuedCertificates
} from "@namewright/core/certificates"
import { createPlatform, type Platform } from "@namewright/core/embed"
import { Hostname } from "@namewright/core/shared"
import { DateTime, Effect, Option, Redacted } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { once } from "node:events"
import { createServer as createTlsServer } from "node:https"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { memoryDatabase } from "../../../test/memoryDatabase.ts"
import { requires } from "../../../test/requires.ts"
import { challengeServer } from "./challengeServer.ts"
import { type Pebble, startPebble } from "./Pebble.ts"
import { serverCertificate } from "./serverCertificate.ts"

const platformOf = ({ directoryUrl, trustedRoots }: Pebble): Platform =>
  createPlatform({
    storage: memoryDatabase(),
    certificateAuthorities: acmeAuthorities({ name: "pebble", directoryUrl, trustedRoots })
  })

const ensure = ({ runtime }: Platform, ...names: readonly [string, ...ReadonlyArray<string>]) => {
  const [first, ...others] = names
  return runtime.runPromise(
    Effect.flatMap(
      Certificates,
      (certificates) =>
        certificates.ensure([Hostname.make(first), ...others.map((name) => Hostname.make(name))], null, "tests")
    )
  )
}

const served = ({ runtime }: Platform, name: string) =>
  runtime.runPromise(
    Effect.map(
      Effect.flatMap(IssuedCertificates, (issued) => issued.find(Hostname.make(name))),
      Option.getOrUndefined
    )
  )

const stored = ({ runtime }: Platform, ...names: ReadonlyArray<string>) =>
  runtime.runPromise(
    Effect.map(
      Effect.flatMap(CertificateStore, (store) => store.lockNames(names.map((name) => Hostname.make(name)))),
      Option.getOrThrow
    )
  )

describe("An authority with ACME", requires("pebble", "pebble-challtestsrv"), () => {
  let pebble: Pebble
  beforeAll(async () => {
    pebble = await startPebble()
  }, 30_000)
  afterAll(() => pebble[Symbol.asyncDispose]())

  it("issues certificates for proven names within seconds", async () => {
    const platform = platformOf(pebble)
    const server = await challengeServer(platform, pebble.httpPort)
    try {
      await ensure(platform, "shop.example", "www.shop.example")
      const started = performance.now()
      await platform.tick({ budgetMillis: 20_000 })
      assert.isBelow(performance.now() - started, 5_000)
      const found = await served(platform, "www.shop.example")
      assert.isDefined(found)
      const certificate = new X509Certificate(found.chain)
      assert.isTrue(certificate.checkPrivateKey(createPrivateKey(Redacted.value(found.key))))
      assert.isDefined(certificate.checkHost("shop.example"))
      assert.isDefined(certificate.checkHost("www.shop.example"))
      assert.isAbove(found.chain.match(/BEGIN CERTIFICATE/g)?.length ?? 0, 1)
      assert.sameMembers([...new Set(server.requests)], ["shop.example", "www.shop.example"])
      const { order_url, renewal_id } = await stored(platform, "shop.example", "www.shop.example")
      assert.isNull(order_url)
      assert.match(renewal_id ?? "", /^[\w-]{20,}\.[\w-]+$/)
    } finally {
      await server.close()
      await platform.dispose()
    }
  }, 60_000)

  it("stores the authority's reason if a name cannot be proven", async () => {
    const platform = platformOf(pebble)
    try {
      await ensure(platform, "unproven.example")
      await platform.tick({ budgetMillis: 20_000 })
      const certificate = await stored(platform, "unproven.example")
      assert.include(certificate, { failures: 1, order_url: null, chain: null })
      assert.match(certificate.error_message ?? "", /connection refused/i)
    } finally {
      await platform.dispose()
    }
  }, 60_000)
})

describe("Renewal information of an authority", () => {
  it("is read at the address of its directory, and refused with its reason", async () => {
    const { certificate, key, root } = await serverCertificate()
    const suggestedWindow = { start: "2030-01-03T00:00:00Z", end: "2030-01-05T00:00:00Z" }
    const server = createTlsServer({ cert: certificate, key }, (request, response) => {
      const json = (status: number, body: unknown) => {
        response.writeHead(status, { "content-type": "application/json", "retry-after": "21600" })
        response.end(JSON.stringify(body))
      }
      if (request.url === "/dir") return json(200, { renewalInfo: `https://${request.headers.host ?? ""}/renewals` })
      if (request.url === "/dir-without") return json(200, {})
      if (request.url === "/renewals/aki.known") return json(200, { suggestedWindow })
      return json(404, { type: "urn:ietf:params:acme:error:malformed", detail: "No such certificate" })
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = address === null || typeof address === "string" ? 0 : address.port
    const infoOf = (path: string, id: string) =>
      Effect.runPromise(
        Effect.flatMap(CertificateAuthorities, ({ all: [authority] }) =>
          authority === undefined ? Effect.die("No authority") : authority.renewalInfo(id)).pipe(
            Effect.catchTag("AuthorityFailed", ({ message, reason }) =>
              Effect.succeed(`${reason}: ${message}`)),
            Effect.provide(
              acmeAuthorities({ name: "stub", directoryUrl: `https://localhost:${port}${path}`, trustedRoots: root })
            )
          )
      )
    try {
      assert.deepStrictEqual(
        await infoOf("/dir", "aki.known"),
        Option.some({
          starts_on: DateTime.makeUnsafe(suggestedWindow.start),
          ends_on: DateTime.makeUnsafe(suggestedWindow.end),
          retry_after: 21_600
        })
      )
      assert.deepStrictEqual(await infoOf("/dir", "aki.other"), "refused: No such certificate")
      assert.deepStrictEqual(await infoOf("/dir-without", "aki.known"), Option.none())
    } finally {
      server.close()
    }
  })
})

describe("An order that another process has finalized meanwhile", () => {
  it("is looked up by its URL when the authority refuses to finalize it again", async () => {
    const { certificate, key, root } = await serverCertificate()
    const account = { url: "https://localhost/account", key: Redacted.make(key) }
    const name = Hostname.make("raced.example")
    const requests: Array<string> = []
    const server = createTlsServer({ cert: certificate, key }, (request, response) => {
      const base = `https://${request.headers.host ?? ""}`
      const path = request.url ?? ""
      requests.push(path)
      const json = (status: number, body: unknown) => {
        response.writeHead(status, { "content-type": "application/json", "replay-nonce": "nonce" })
        response.end(JSON.stringify(body))
      }
      const looks = requests.filter((one) => one === "/order").length
      if (path === "/dir") return json(200, { newNonce: `${base}/nonce` })
      if (path === "/nonce") return json(200, {})
      if (path === "/order") {
        return json(200, { status: looks === 1 ? "ready" : "valid", authorizations: [], finalize: `${base}/finalize` })
      }
      const detail = "Order's status (\"valid\") is not acceptable for finalization"
      return json(403, { type: "urn:ietf:params:acme:error:orderNotReady", detail })
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const origin = `https://localhost:${address === null || typeof address === "string" ? 0 : address.port}`
    try {
      const url = `${origin}/order`
      const order = { url, status: "ready", challenges: [], problem: null } as const
      const finalized = await Effect.runPromise(
        Effect.flatMap(
          CertificateAuthorities,
          ({ all: [authority] }) =>
            authority === undefined
              ? Effect.die("No authority")
              : authority.finalize(account, order, [name], account.key)
        )
          .pipe(Effect.provide(
            acmeAuthorities({ name: "raced", directoryUrl: `${origin}/dir`, trustedRoots: root })
          ))
      )
      assert.deepStrictEqual(finalized, { ...order, status: "valid" })
      assert.deepStrictEqual(requests.filter((path) => path === "/order" || path === "/finalize"), [
        "/order",
        "/finalize",
        "/order"
      ])
    } finally {
      server.close()
    }
  })
})

describe("A chain that cannot be read", () => {
  it.each([
    ["is no certificate", () => "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"],
    ["has no certificate", () => ""],
    [
      "ends within an intermediate certificate",
      (chain: string) => `${chain}${chain.slice(0, 200)}\n-----END CERTIFICATE-----\n`
    ]
  ])("that %s is a failure after which the order is looked up again", async (_name, chainOf) => {
    const { certificate, key, root } = await serverCertificate()
    const server = createTlsServer({ cert: certificate, key }, (request, response) => {
      const base = `https://${request.headers.host ?? ""}`
      const answers: Readonly<Record<string, string>> = {
        "/dir": JSON.stringify({ newNonce: `${base}/nonce` }),
        "/order": JSON.stringify({ status: "valid", authorizations: [], certificate: `${base}/chain` }),
        "/chain": chainOf(certificate)
      }
      response.writeHead(200, { "replay-nonce": "nonce" })
      response.end(answers[request.url ?? ""] ?? "")
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const origin = `https://localhost:${address === null || typeof address === "string" ? 0 : address.port}`
    const authority = acmeAuthorities({ name: "garbled", directoryUrl: `${origin}/dir`, trustedRoots: root })
    const order = { url: `${origin}/order`, status: "valid", challenges: [], problem: null } as const
    const account = { url: "https://localhost/account", key: Redacted.make(key) }
    try {
      const failed = await Effect.runPromise(
        Effect.flatMap(CertificateAuthorities, ({ all: [one] }) =>
          one === undefined
            ? Effect.die("No authority")
            : Effect.flip(one.download(account, order, [Hostname.make("localhost")], account.key))).pipe(
            Effect.provide(authority)
          )
      )
      assert.strictEqual(failed.reason, "unavailable")
      assert.match(failed.message, /chain/)
    } finally {
      server.close()
    }
  })
})

describe("An authority that does not answer", () => {
  it("leaves the reason with the certificate", async () => {
    const platform = createPlatform({
      storage: memoryDatabase(),
      certificateAuthorities: acmeAuthorities({ name: "away", directoryUrl: "https://127.0.0.1:9/dir" })
    })
    try {
      await ensure(platform, "shop.example")
      await platform.tick({ budgetMillis: 20_000 })
      assert.match((await stored(platform, "shop.example")).error_message ?? "", /ECONNREFUSED/)
    } finally {
      await platform.dispose()
    }
  })
})

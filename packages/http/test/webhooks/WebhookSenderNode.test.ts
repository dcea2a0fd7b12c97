import { assert, describe, it, layer } from "@effect/vitest"
import { PlatformSettings, standardSettings } from "@namewright/core/shared"
import { WebhookSender } from "@namewright/core/webhooks"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { AddressInfo } from "node:net"
import { createServer as createSocketServer } from "node:net"
import { type Resolve, systemResolve } from "../../src/webhooks/PublicLookup.ts"
import { webhookSenderWith } from "../../src/webhooks/WebhookSenderNode.ts"
import { Receiver } from "./Receiver.ts"

const withSettings = (webhook_loopback: boolean, resolve: Resolve = systemResolve) =>
  webhookSenderWith(resolve).pipe(
    Layer.provide(Layer.succeed(PlatformSettings, { ...standardSettings, webhook_loopback }))
  )

const send = (url: string, body = "{}") =>
  Effect.flatMap(WebhookSender, (sender) => sender.send({ url, headers: { "webhook-id": "event_1" }, body }))

const kindOf = (url: string) => Effect.map(Effect.flip(send(url)), ({ kind }) => kind)

layer(Receiver.layer)("WebhookSenderNode", (it) => {
  it.effect("posts the body with its headers, and returns the status and body of the response", () =>
    Effect.gen(function*() {
      const { port, received } = yield* Receiver
      const { body, status } = yield* send(`http://127.0.0.1:${port}/ok?a=1`, "{\"ä\":1}")
      assert.deepStrictEqual([status, body], [200, "answer to /ok?a=1"])
      const request = received.at(-1)
      assert.deepStrictEqual([request?.path, request?.body], ["/ok?a=1", "{\"ä\":1}"])
      assert.deepStrictEqual(
        [request?.headers["webhook-id"], request?.headers["content-type"], request?.headers["traceparent"]],
        ["event_1", "application/json", undefined]
      )
    }).pipe(Effect.provide(withSettings(true))))

  it.effect("returns other statuses, and follows no redirect", () =>
    Effect.gen(function*() {
      const { port, received } = yield* Receiver
      assert.strictEqual((yield* send(`http://127.0.0.1:${port}/gone`)).status, 410)
      assert.strictEqual((yield* send(`http://127.0.0.1:${port}/moved`)).status, 302)
      assert.strictEqual(received.at(-1)?.path, "/moved")
    }).pipe(Effect.provide(withSettings(true))))

  it.effect("reads at most 64 KiB of a response", () =>
    Effect.gen(function*() {
      const { port } = yield* Receiver
      assert.strictEqual((yield* send(`http://127.0.0.1:${port}/long`)).body.length, 64 * 1024)
    }).pipe(Effect.provide(withSettings(true))))

  it.effect.each(["/never", "/endless"])("ends %s after 15 seconds", (path) =>
    Effect.gen(function*() {
      const { port } = yield* Receiver
      const fiber = yield* Effect.forkChild(kindOf(`http://127.0.0.1:${port}${path}`))
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual(yield* Fiber.join(fiber), "timeout")
    }).pipe(Effect.provide(withSettings(true))))

  it.effect("resolves a name once, and connects to the returned address", () =>
    Effect.gen(function*() {
      const { port } = yield* Receiver
      const resolved: Array<string> = []
      const resolve: Resolve = (name) => {
        resolved.push(name)
        return Promise.resolve([{ address: "127.0.0.1", family: 4 }])
      }
      const { status } = yield* Effect.provide(send(`http://localhost:${port}/ok`), withSettings(true, resolve))
      assert.deepStrictEqual([status, resolved], [200, ["localhost"]])
    }))

  it.effect("reports the kind of a failure", () =>
    Effect.gen(function*() {
      const { port } = yield* Receiver
      assert.strictEqual(yield* kindOf(`https://127.0.0.1:${port}/ok`), "tls")
      assert.strictEqual(yield* kindOf("http://127.0.0.1:1/ok"), "connection")
      assert.strictEqual(yield* kindOf(`http://127.0.0.1:${yield* garbler}/ok`), "protocol")
    }).pipe(Effect.provide(withSettings(true))))

  it.effect("connects to this machine only if the setting allows it", () =>
    Effect.gen(function*() {
      const { port, received } = yield* Receiver
      const before = received.length
      assert.strictEqual(yield* kindOf(`http://127.0.0.1:${port}/ok`), "address_refused")
      assert.strictEqual(yield* kindOf(`http://localhost:${port}/ok`), "address_refused")
      assert.strictEqual(received.length, before)
    }).pipe(Effect.provide(withSettings(false))))
})

/** Server of another protocol. */
const garbler = Effect.acquireRelease(
  Effect.promise(() => {
    const server = createSocketServer((socket) => {
      socket.on("error", () => {}).once("data", () => socket.end("this is no HTTP\r\n\r\n"))
    })
    return new Promise<typeof server>((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)))
  }),
  (server) => Effect.sync(() => void server.close())
).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

const resolvingTo = (...addresses: ReadonlyArray<string>): Resolve => () =>
  Promise.resolve(addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })))

describe("WebhookSenderNode and names with private addresses", () => {
  it.effect.each(
    [
      ["a private network", "10.1.2.3"],
      ["a private network", "172.20.0.1"],
      ["a private network", "192.168.1.1"],
      ["loopback", "127.0.0.1"],
      ["loopback", "::1"],
      ["the metadata service of clouds", "169.254.169.254"],
      ["carrier-grade NAT", "100.64.0.1"],
      ["this network", "0.0.0.0"],
      ["any address", "::"],
      ["multicast", "224.0.0.1"],
      ["multicast", "ff02::1"],
      ["broadcast", "255.255.255.255"],
      ["unique local", "fd00::1"],
      ["link-local", "fe80::1"],
      ["site-local", "fec0::1"],
      ["IPv4 mapped into IPv6", "::ffff:10.0.0.1"],
      ["IPv4 mapped into IPv6, a public one", "::ffff:9.9.9.9"],
      ["IPv4-compatible", "::10.0.0.1"],
      ["6to4", "2002:0a00:0001::1"],
      ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
      ["NAT64 to a private network", "64:ff9b::10.0.0.1"],
      ["NAT64 of a local prefix", "64:ff9b:1::9.9.9.9"],
      ["documentation", "2001:db8::1"]
    ] as const
  )("are refused: %s, %s", ([, address]) =>
    Effect.gen(function*() {
      for (const found of [[address], ["9.9.9.9", address]]) {
        const sender = withSettings(true, resolvingTo(...found))
        assert.strictEqual(yield* Effect.provide(kindOf("https://inside.example/hook"), sender), "address_refused")
      }
    }))

  it.effect("are refused even for localhost, except loopback", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* kindOf("https://localhost/hook"), "address_refused")
    }).pipe(Effect.provide(withSettings(true, resolvingTo("10.0.0.1")))))

  it.effect("fail with dns without an address", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* kindOf("https://nowhere.example/hook"), "dns")
    }).pipe(Effect.provide(withSettings(true, resolvingTo()))))
})

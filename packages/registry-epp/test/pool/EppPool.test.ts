import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { EppUri } from "../../src/message/EppUri.ts"
import type { Login } from "../../src/message/SessionCommand.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { greeting, type Received, response, scriptedServer } from "../ScriptedServer.ts"
import { info, renew, testPool, withSlots } from "./TestPool.ts"

const loginOf = ({ of }: { readonly of: (tag: "Login") => ReadonlyArray<Received> }) => of("Login")[0]?.command as Login

describe("EppPool", () => {
  it.live("names at login what both sides have, as the greeting writes it", () =>
    withSlots(Effect.gen(function*() {
      const older = "urn:ietf:params:xml:ns:fee-0.23"
      const server = yield* scriptedServer({
        greeting: { ...greeting, extensions: [EppUri.secDNS, older, EppUri.fee, "urn:example:other"] }
      })
      const pool = yield* testPool(server, {
        wanted: {
          objects: [EppUri.domain, EppUri.contact],
          extensions: [EppUri.rgp, EppUri.secDNS, older, EppUri.fee],
          language: "fr"
        }
      })
      const services = yield* pool.services
      assert.deepStrictEqual([...services.objects], [EppUri.domain])
      assert.deepStrictEqual([...services.extensions], [EppUri.secDNS, EppUri.fee])
      const login = loginOf(server)
      assert.deepStrictEqual(login.objects, [EppUri.domain])
      assert.deepStrictEqual(login.extensions, [EppUri.secDNS, EppUri.fee])
      assert.strictEqual(login.language, "fr")
      assert.strictEqual((yield* pool.greeting).server, "Scripted registry")
    })))

  it.live("says long passwords and what software it is in the login security extension", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      const long = "a password that is longer than the schema has it"
      const pool = yield* testPool(server, {
        credentials: fixedCredentials("registrar", Redacted.make(long)),
        userAgent: { app: "Namewright" }
      })
      yield* pool.query(info("a.example"))
      assert.strictEqual(loginOf(server).password, long)
      assert.deepStrictEqual(loginOf(server).userAgent, { app: "Namewright" })
      assert.include(server.of("Login")[0]?.document, "<pw>[LOGIN-SECURITY]</pw>")
    })))

  it.live("refuses to send a long password to a server without that extension", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({ greeting: { ...greeting, extensions: [] } })
      const long = "a password that is longer than the schema has it"
      const pool = yield* testPool(server, { credentials: fixedCredentials("registrar", Redacted.make(long)) })
      const failure = yield* Effect.flip(pool.query(info("a.example")))
      assert.strictEqual(failure._tag, "EppNotSent")
      assert.notInclude(failure.message, long)
      assert.strictEqual(server.received.length, 0)
    })))

  it.live("gives each command its answer, whatever the code", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: ({ answer, command }) => {
          if (command._tag === "DomainInfo") answer(command.name === "a.example" ? 1000 : 2303, command.name)
          return command._tag === "DomainInfo"
        }
      })
      const pool = yield* testPool(server)
      const [a, b] = yield* Effect.all([pool.query(info("a.example")), pool.query(info("b.example"))], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(a.results[0], { code: 1000, message: "a.example", values: [], reasons: [] })
      assert.strictEqual(b.results[0].code, 2303)
      assert.strictEqual(server.connections().all, 1)
      const ids = server.received.map(({ clTRID }) => clTRID)
      assert.strictEqual(new Set(ids).size, ids.length)
    })))

  it.live("sends a transform under the id that it was given, and composes it for the session", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      const pool = yield* testPool(server)
      const composed = yield* pool.transform(
        ({ extensions }) => renew(extensions.has(EppUri.secDNS) ? "signed.example" : "plain.example"),
        "command-1"
      )
      assert.strictEqual(composed.clTRID, "command-1")
      const [received] = server.of("DomainRenew")
      assert.strictEqual(received?.clTRID, "command-1")
      assert.include(received?.document, "signed.example")
    })))

  it.live("asks a query again on another session when its answer is lost", () =>
    withSlots(Effect.gen(function*() {
      let cuts = 0
      const server = yield* scriptedServer({
        on: ({ command, peer }) => {
          if (command._tag !== "DomainInfo" || cuts === 2) return false
          cuts++
          peer.socket.destroy()
          return true
        }
      })
      const pool = yield* testPool(server)
      const answer = yield* pool.query(info("a.example"))
      assert.strictEqual(answer.results[0].code, 1000)
      const asked = server.of("DomainInfo")
      assert.deepStrictEqual(asked.map(({ connection }) => connection), [1, 2, 3])
      assert.strictEqual(new Set(asked.map(({ clTRID }) => clTRID)).size, 3)
    })))

  it.live("gives up on a query whose third answer is lost", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: ({ command, peer }) => {
          if (command._tag === "DomainInfo") peer.socket.destroy()
          return command._tag === "DomainInfo"
        }
      })
      const pool = yield* testPool(server)
      const failure = yield* Effect.flip(pool.query(info("a.example")))
      assert.strictEqual(failure._tag, "EppAnswerLost")
      assert.strictEqual(server.of("DomainInfo").length, 3)
    })))

  it.live("never writes a transform twice", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: ({ command, peer }) => {
          if (command._tag === "DomainRenew") peer.socket.destroy()
          return command._tag === "DomainRenew"
        }
      })
      const pool = yield* testPool(server)
      const failure = yield* Effect.flip(pool.transform(renew("a.example"), "command-1"))
      assert.deepInclude(failure, { _tag: "EppAnswerLost", clTRID: "command-1" })
      yield* pool.query(info("a.example"))
      assert.strictEqual(server.of("DomainRenew").length, 1)
    })))

  it.live("says what cannot be written without losing the session", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      const pool = yield* testPool(server)
      const failure = yield* Effect.flip(pool.transform(renew("a\u0000.example"), "command-1"))
      assert.deepInclude(failure, { _tag: "EppNotSent", reason: "unwritable" })
      yield* pool.query(info("a.example"))
      assert.strictEqual(server.connections().all, 1)
    })))

  it.live("discards the response for an interrupted caller", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => {
          const isUnanswered = received.command._tag === "DomainInfo" && received.command.name === "slow.example"
          if (isUnanswered) unanswered.push(received)
          return isUnanswered
        }
      })
      const pool = yield* testPool(server)
      const gone = yield* Effect.forkChild(pool.query(info("slow.example")))
      yield* server.until(() => unanswered.length === 1)
      yield* Fiber.interrupt(gone)
      const next = yield* Effect.forkChild(pool.query(info("a.example")))
      yield* Effect.yieldNow
      assert.strictEqual(server.of("DomainInfo").length, 1)
      unanswered[0]?.answer(2303, "late")
      assert.strictEqual((yield* Fiber.join(next)).results[0].code, 1000)
      assert.strictEqual(server.connections().all, 1)
    })))

  it.live("does not send a command whose caller has gone before its turn", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => received.command._tag === "DomainInfo" && unanswered.push(received) === 1
      })
      const pool = yield* testPool(server)
      const first = yield* Effect.forkChild(pool.query(info("a.example")))
      yield* server.until(() => unanswered.length === 1)
      const gone = yield* Effect.forkChild(pool.query(info("gone.example")))
      yield* Effect.yieldNow
      assert.strictEqual((yield* pool.state).waiting, 1)
      yield* Fiber.interrupt(gone)
      unanswered[0]?.answer(1000)
      yield* Fiber.join(first)
      yield* pool.query(info("b.example"))
      assert.deepStrictEqual(
        server.of("DomainInfo").map(({ document }) => /<domain:name>([^<]+)/.exec(document)?.[1]),
        ["a.example", "b.example"]
      )
    })))

  it.live("takes an answer without an id for that of the only command, and goes on", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: ({ command, peer }) => {
          if (command._tag === "DomainInfo") peer.send(response(2001, "Syntax error"))
          return command._tag === "DomainInfo"
        }
      })
      const pool = yield* testPool(server)
      assert.strictEqual((yield* pool.query(info("a.example"))).results[0].code, 2001)
      yield* pool.transform(renew("a.example"), "command-1")
      assert.strictEqual(server.connections().all, 1)
    })))

  it.live("reports the states of its sessions", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      const pool = yield* testPool(server)
      yield* pool.query(info("a.example"))
      const { age, ...session } = (yield* pool.state).sessions[0] ?? { age: -1 }
      assert.isAtLeast(age, 0)
      assert.deepStrictEqual(session, { slot: 1, pending: 0, commands: 2, leaving: false })
      assert.deepInclude(yield* pool.state, { waiting: 0, circuit: "closed", problem: undefined })
    })))
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { frame } from "../../src/wire/frame.ts"
import { type Received, response, scriptedServer } from "../ScriptedServer.ts"
import { info, renew, testPool, withSlots } from "./TestPool.ts"

/** Answers the first command of a kind in its own way, and all others as usual. */
const onFirst = (tag: Received["command"]["_tag"], act: (received: Received) => void) => {
  let isDone = false
  return (received: Received): boolean => {
    if (received.command._tag !== tag || isDone) return false
    isDone = true
    act(received)
    return true
  }
}

describe("a pool whose server is at fault", () => {
  it.effect("waits 30 seconds for a transform command, and discards its late response", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({ on: onFirst("DomainRenew", (received) => unanswered.push(received)) })
      const pool = yield* testPool(server)
      const late = yield* Effect.forkChild(Effect.flip(pool.transform(renew("a.example"), "command-1")))
      yield* server.until(() => unanswered.length === 1)
      yield* TestClock.adjust("29 seconds")
      assert.isUndefined(late.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* Fiber.join(late), { _tag: "EppAnswerLost", clTRID: "command-1" })
      unanswered[0]?.answer(2303, "late")
      const next = yield* pool.transform(renew("b.example"), "command-2")
      assert.deepInclude(next, { clTRID: "command-2" })
      assert.strictEqual(next.results[0].code, 1000)
      assert.strictEqual(server.of("DomainRenew")[1]?.connection, 2)
    })))

  it.effect("asks a query again that has no answer after 15 seconds", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({ on: onFirst("DomainInfo", () => undefined) })
      const pool = yield* testPool(server)
      const asked = yield* Effect.forkChild(pool.query(info("a.example")))
      yield* server.untilReceived("DomainInfo", 1)
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual((yield* Fiber.join(asked)).results[0].code, 1000)
      assert.deepStrictEqual(server.of("DomainInfo").map(({ connection }) => connection), [1, 2])
    })))

  it.effect("is not kept waiting by an answer of which an octet comes now and then", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({ on: onFirst("DomainRenew", (received) => unanswered.push(received)) })
      const pool = yield* testPool(server)
      const slow = yield* Effect.forkChild(Effect.flip(pool.transform(renew("a.example"), "command-1")))
      yield* server.until(() => unanswered.length === 1)
      const octets = frame(writeServerMessage(response(1000, "", "command-1")))
      for (let second = 0; second < 30; second++) {
        unanswered[0]?.peer.socket.write(octets.subarray(second, second + 1))
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual((yield* Fiber.join(slow))._tag, "EppAnswerLost")
    })))

  it.live("drops a session in which an answer to another command comes", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: onFirst("DomainRenew", ({ peer }) => peer.send(response(1000, "", "command-of-somebody")))
      })
      const pool = yield* testPool(server)
      const failure = yield* Effect.flip(pool.transform(renew("a.example"), "command-1"))
      assert.deepInclude(failure, { _tag: "EppAnswerLost", clTRID: "command-1" })
      assert.strictEqual((yield* pool.transform(renew("a.example"), "command-2")).clTRID, "command-2")
      yield* server.until(() => server.connections().open === 1)
    })))

  it.live("drops a session in which the same answer comes twice", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: onFirst("DomainInfo", ({ answer }) => {
          answer(1000, "first")
          answer(1000, "second")
        })
      })
      const pool = yield* testPool(server)
      assert.strictEqual((yield* pool.query(info("a.example"))).results[0].message, "first")
      yield* server.until(() => server.connections().open === 1 && server.connections().all === 2)
      assert.strictEqual((yield* pool.query(info("a.example"))).results[0].message, "")
    })))

  it.live("hears two answers that come in one packet, in order", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => received.command._tag === "DomainInfo" && unanswered.push(received) > 0
      })
      const pool = yield* testPool(server, { limits: { depth: 2 } })
      const asked = yield* Effect.forkChild(
        Effect.all([pool.query(info("a.example")), pool.query(info("b.example"))], { concurrency: "unbounded" })
      )
      yield* server.until(() => unanswered.length === 2)
      const answers = unanswered.map(({ clTRID }, index) =>
        frame(writeServerMessage(response(1000, `${index}`, clTRID)))
      )
      unanswered[0]?.peer.socket.write(Buffer.concat(answers))
      const messages = (yield* Fiber.join(asked)).map(({ results }) => results[0].message)
      assert.deepStrictEqual(messages, ["0", "1"])
    })))

  it.live("does not know whose an answer without an id is when several commands are under way", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => {
          if (received.command._tag !== "DomainInfo" || received.connection > 1) return false
          if (unanswered.push(received) === 2) received.peer.send(response(2001))
          return true
        }
      })
      const pool = yield* testPool(server, { limits: { depth: 2 } })
      const codes = yield* Effect.all([pool.query(info("a.example")), pool.query(info("b.example"))], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(codes.map(({ results }) => results[0].code), [1000, 1000])
      assert.strictEqual(server.of("DomainInfo").length, 4)
    })))

  it.live("goes on in a new session when the server has closed the one that was silent", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      const pool = yield* testPool(server)
      yield* pool.query(info("a.example"))
      for (const socket of server.sockets) socket.end()
      yield* server.until(() => server.connections().open === 0)
      assert.strictEqual((yield* pool.transform(renew("a.example"), "command-1")).results[0].code, 1000)
      assert.strictEqual(server.connections().all, 2)
    })))

  it.live("ends the session after an unsolicited frame of the server", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      const pool = yield* testPool(server)
      yield* pool.query(info("a.example"))
      server.received[0]?.peer.send(response(2500, "Idle for too long; server closing connection"))
      yield* server.until(() => server.connections().all === 2 && server.connections().open === 1)
      yield* pool.query(info("a.example"))
    })))

  it.live("gives the answer 2500 to its command, and opens a new session for the next one", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: onFirst("DomainRenew", ({ answer, peer }) => {
          answer(2500, "Command failed; server closing connection")
          peer.socket.end()
        })
      })
      const pool = yield* testPool(server)
      assert.strictEqual((yield* pool.transform(renew("a.example"), "command-1")).results[0].code, 2500)
      assert.strictEqual((yield* pool.transform(renew("a.example"), "command-2")).results[0].code, 1000)
      assert.strictEqual(server.of("DomainRenew").length, 2)
    })))

  it.live.each([2002, 2200])(
    "does not stay in a session whose login the server has forgotten (%i)",
    (code) =>
      withSlots(Effect.gen(function*() {
        const server = yield* scriptedServer({
          on: ({ answer, command, connection }) => {
            const isForgotten = connection === 1 && command._tag === "DomainInfo"
            if (isForgotten) answer(code)
            return isForgotten
          }
        })
        const pool = yield* testPool(server)
        const codes = yield* Effect.forEach(
          ["a", "b", "c", "d"],
          (label) => Effect.map(pool.query(info(`${label}.example`)), ({ results }) => results[0].code)
        )
        assert.deepStrictEqual(codes, [code, code, code, 1000])
        assert.strictEqual(server.of("Logout").length, 1)
        assert.strictEqual(server.of("Login").length, 2)
      }))
  )

  it.live("keeps a session with occasional command use errors", () =>
    withSlots(Effect.gen(function*() {
      let asked = 0
      const server = yield* scriptedServer({
        on: ({ answer, command }) => {
          const isOutOfPlace = command._tag === "DomainInfo" && ++asked % 3 !== 0
          if (isOutOfPlace) answer(2002)
          return isOutOfPlace
        }
      })
      const pool = yield* testPool(server)
      for (let index = 0; index < 9; index++) yield* pool.query(info("a.example"))
      assert.strictEqual(server.of("Login").length, 1)
    })))

  it.live("keeps what goes on in other sessions out of it", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => {
          if (received.command._tag !== "DomainRenew") return false
          unanswered.push(received)
          return true
        }
      })
      const pool = yield* testPool(server, { limits: { sessions: 2 } })
      const cut = yield* Effect.forkChild(Effect.flip(pool.transform(renew("cut.example"), "command-1")))
      const kept = yield* Effect.forkChild(pool.transform(renew("kept.example"), "command-2"))
      yield* server.until(() => unanswered.length === 2)
      unanswered.find(({ clTRID }) => clTRID === "command-1")?.peer.socket.destroy()
      assert.strictEqual((yield* Fiber.join(cut))._tag, "EppAnswerLost")
      unanswered.find(({ clTRID }) => clTRID === "command-2")?.answer(1000)
      assert.strictEqual((yield* Fiber.join(kept)).results[0].code, 1000)
    })))

  /** An answer whose words are octets of another encoding than the document is in. */
  const garbled = (clTRID: string | undefined): Buffer => {
    const [before, after] = writeServerMessage(response(1000, "caf#", clTRID)).split("#")
    const document = Buffer.concat([Buffer.from(before ?? ""), Buffer.from([0xe9]), Buffer.from(after ?? "")])
    const header = Buffer.alloc(4)
    header.writeUInt32BE(document.length + 4)
    return Buffer.concat([header, document])
  }

  it.live("takes an answer whose octets are no UTF-8 for a lost one, and keeps what can be read of it", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: onFirst("DomainRenew", ({ clTRID, peer }) => void peer.socket.write(garbled(clTRID)))
      })
      const pool = yield* testPool(server)
      const failure = yield* Effect.flip(pool.transform(renew("a.example"), "command-1"))
      assert.deepInclude(failure, { _tag: "EppAnswerLost", clTRID: "command-1" })
      assert.include(failure.text, "the octets are no UTF-8")
      assert.include(failure._tag === "EppAnswerLost" ? failure.document : undefined, "caf\ufffd")
      assert.strictEqual((yield* pool.transform(renew("a.example"), "command-2")).clTRID, "command-2")
    })))

  it.live("asks a query again whose answer is in an encoding that it does not read", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: onFirst(
          "DomainInfo",
          ({ clTRID, peer }) =>
            peer.write(writeServerMessage(response(1000, "", clTRID)).replace("UTF-8", "windows-1252"))
        )
      })
      const pool = yield* testPool(server)
      assert.strictEqual((yield* pool.query(info("a.example"))).results[0].code, 1000)
      assert.lengthOf(server.of("DomainInfo"), 2)
    })))

  it.live("reads an answer in UTF-16 or ISO-8859-1 as it is declared", () =>
    withSlots(Effect.gen(function*() {
      const encoded = (document: string, encoding: BufferEncoding) => {
        const octets = Buffer.from(document, encoding)
        const header = Buffer.alloc(4)
        header.writeUInt32BE(octets.length + 4)
        return Buffer.concat([header, octets])
      }
      let isLatin = false
      const server = yield* scriptedServer({
        on: ({ clTRID, command, peer }) => {
          if (command._tag !== "DomainRenew") return false
          const document = writeServerMessage(response(1000, "caf\u00e9", clTRID))
          peer.socket.write(
            isLatin
              ? encoded(document.replace("UTF-8", "ISO-8859-1"), "latin1")
              : encoded(`\ufeff${document.replace("UTF-8", "UTF-16")}`, "utf16le")
          )
          return isLatin = true
        }
      })
      const pool = yield* testPool(server)
      for (const order of ["command-1", "command-2"]) {
        const { results: [{ message }] } = yield* pool.transform(renew("a.example"), order)
        assert.strictEqual(message, "caf\u00e9")
      }
    })))
})

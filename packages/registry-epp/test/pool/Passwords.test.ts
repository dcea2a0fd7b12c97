import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { EppCredentials } from "../../src/pool/EppCredentials.ts"
import { type Received, scriptedServer } from "../ScriptedServer.ts"
import { info, testPool, withSlots } from "./TestPool.ts"

const first = "the first one"
const second = "the second one"

/** Credentials in memory; a step named in `broken` never ends, as if the process died there, and `isBroken` then. */
const credentialsInMemory = (broken: ReadonlyArray<"propose" | "promote"> = []) => {
  const reached = Latch.makeUnsafe()
  const end = Effect.andThen(reached.open, Effect.never)
  const stored: { password: string; proposed: string | undefined } = { password: first, proposed: undefined }
  const credentials: EppCredentials = {
    read: Effect.sync(() => ({
      clientId: "registrar",
      password: Redacted.make(stored.password),
      proposed: stored.proposed === undefined ? undefined : Redacted.make(stored.proposed)
    })),
    propose: (password) =>
      Effect.andThen(
        Effect.sync(() => void (stored.proposed = Redacted.value(password))),
        broken.includes("propose") ? end : Effect.void
      ),
    promote: broken.includes("promote")
      ? end
      : Effect.sync(() => {
        stored.password = stored.proposed ?? stored.password
        stored.proposed = undefined
      }),
    withdraw: Effect.sync(() => void (stored.proposed = undefined))
  }
  return { credentials, stored, isBroken: reached.await }
}

interface Registrar {
  password: string
  /** What it does with a login that brings a new password, instead of taking it. */
  onChange?: ((received: Received, take: () => void) => boolean) | undefined
}

/** A registry that knows one password, and changes it when it is asked to. */
const registryOf = (registrar: Registrar) =>
  scriptedServer({
    on: (received) => {
      const { answer, command } = received
      if (command._tag !== "Login") return false
      const { newPassword, password } = command
      if (password !== registrar.password) return answer(2200, "Authentication error"), true
      if (newPassword === undefined) return false
      const take = () => void (registrar.password = newPassword)
      if (registrar.onChange?.(received, take) === true) return true
      take()
      return false
    }
  })

const change = Redacted.make(second)

describe("a change of password", () => {
  it.live("stores the new one, has it taken, and promotes it", () =>
    withSlots(Effect.gen(function*() {
      const registrar: Registrar = { password: first }
      const server = yield* registryOf(registrar)
      const { credentials, stored } = credentialsInMemory()
      const pool = yield* testPool(server, { credentials })
      yield* pool.query(info("a.example"))
      yield* pool.changePassword(change)
      assert.deepStrictEqual(stored, { password: second, proposed: undefined })
      assert.strictEqual(registrar.password, second)
      yield* pool.query(info("a.example"))
      const logins = server.of("Login").map(({ command }) => command)
      assert.deepInclude(logins[1], { password: first, newPassword: second })
      assert.deepInclude(logins[2], { password: second })
    })))

  it.live("is done where the server answers that it is, and closes the connection", () =>
    withSlots(Effect.gen(function*() {
      const registrar: Registrar = {
        password: first,
        onChange: ({ answer, peer }, take) => {
          take()
          answer(1000)
          peer.socket.end()
          return true
        }
      }
      const server = yield* registryOf(registrar)
      const { credentials, stored } = credentialsInMemory()
      const pool = yield* testPool(server, { credentials })
      yield* pool.changePassword(change)
      assert.deepStrictEqual(stored, { password: second, proposed: undefined })
      yield* pool.query(info("a.example"))
    })))

  it.live("keeps the old one where the registry does not like the new one", () =>
    withSlots(Effect.gen(function*() {
      const registrar: Registrar = {
        password: first,
        onChange: ({ answer }) => (answer(2306, `Too simple: ${second}`), true)
      }
      const server = yield* registryOf(registrar)
      const { credentials, stored } = credentialsInMemory()
      const pool = yield* testPool(server, { credentials })
      const failure = yield* Effect.flip(pool.changePassword(change))
      assert.strictEqual(failure._tag, "PasswordNotTaken")
      assert.notInclude(failure.message, second)
      assert.deepStrictEqual(stored, { password: first, proposed: undefined })
      yield* pool.query(info("a.example"))
    })))

  for (const isTaken of [true, false]) {
    it.live(`finds out whether it was ${isTaken ? "" : "not "}done when the answer is lost`, () =>
      withSlots(Effect.gen(function*() {
        let losses = 0
        const registrar: Registrar = {
          password: first,
          onChange: ({ peer }, take) => {
            if (losses++ > 0) return false
            if (isTaken) take()
            peer.socket.destroy()
            return true
          }
        }
        const server = yield* registryOf(registrar)
        const { credentials, stored } = credentialsInMemory()
        const pool = yield* testPool(server, { credentials })
        yield* pool.query(info("a.example"))
        yield* pool.changePassword(change)
        assert.deepStrictEqual(stored, { password: second, proposed: undefined })
        assert.strictEqual(registrar.password, second)
        const refused = server.of("Login").filter(({ command }) =>
          command._tag === "Login" && command.password === second
        )
        assert.isAtMost(refused.length, 2)
        yield* pool.query(info("a.example"))
      })))
  }

  for (const step of ["propose", "promote"] as const) {
    it.live(`is finished by the next process when one dies after ${step === "propose" ? "storing" : "changing"} it`, () =>
      withSlots(Effect.gen(function*() {
        const registrar: Registrar = { password: first }
        const server = yield* registryOf(registrar)
        const dying = credentialsInMemory([step])
        const before = yield* testPool(server, { credentials: dying.credentials, name: "before" })
        const changing = yield* Effect.forkChild(before.changePassword(change))
        yield* dying.isBroken
        yield* Fiber.interrupt(changing)
        const after = credentialsInMemory()
        Object.assign(after.stored, dying.stored)
        const pool = yield* testPool(server, { credentials: after.credentials, name: "after" })
        yield* pool.query(info("a.example"))
        assert.deepStrictEqual(after.stored, { password: second, proposed: undefined })
        assert.strictEqual(registrar.password, second)
      })))
  }

  it.live("goes on with the old one when the registry refuses what a process that died has proposed", () =>
    withSlots(Effect.gen(function*() {
      const registrar: Registrar = { password: first, onChange: ({ answer }) => (answer(2306, "Too simple"), true) }
      const server = yield* registryOf(registrar)
      const { credentials, stored } = credentialsInMemory()
      stored.proposed = second
      const pool = yield* testPool(server, { credentials })
      yield* pool.query(info("a.example"))
      assert.deepStrictEqual(stored, { password: first, proposed: undefined })
      assert.strictEqual(server.of("Login").length, 3)
    })))

  it.effect("tries the new and the old password once each when the registry knows neither", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* registryOf({ password: "another one" })
      const { credentials, stored } = credentialsInMemory()
      stored.proposed = second
      const pool = yield* testPool(server, { credentials })
      yield* server.untilReceived("Login", 2)
      assert.deepInclude(yield* Effect.flip(pool.query(info("a.example"))), { reason: "refused" })
      assert.deepStrictEqual(stored, { password: first, proposed: second })
      yield* TestClock.adjust("3 hours")
      assert.strictEqual(server.of("Login").length, 2)
    })))

  it.live("uses the slot of the only session during a login", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* registryOf({ password: first })
      const { credentials } = credentialsInMemory()
      const pool = yield* testPool(server, { credentials, limits: { sessions: 1 } })
      yield* pool.query(info("a.example"))
      yield* Effect.all([pool.changePassword(change), pool.query(info("b.example"))], { concurrency: "unbounded" })
      yield* pool.query(info("c.example"))
      const most = server.received.filter(({ command }) => command._tag === "Logout")
      assert.strictEqual(most.length, 2)
      yield* server.until(() => server.connections().open === 1)
    })))
})

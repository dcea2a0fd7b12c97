import { afterAll, assert, describe, it } from "@effect/vitest"
import { testPlatform } from "@namewright/testing"
import { Effect } from "effect"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { killsAtEachStep, killStride } from "../../../../test/killStride.ts"
import { crashingBundle } from "../../../core/test/domains/crashingBundle.ts"
import { smtpMailer } from "../../src/mail/smtpMailer.ts"
import { accepting, type FaultyMailServer, faultyMailServer, type SmtpBehaviour } from "../mail/FaultyMailServer.ts"
import { refusal } from "../mail/MailServer.ts"
import {
  type Call,
  callerOf,
  hour,
  linkPath,
  type Preparation,
  type Prepared,
  prepared,
  verificationPath
} from "./preparedVerification.ts"
import { assertConsistent, assertVerifiedOnce, messageIds, rowsOf, type State, stateOf } from "./verificationState.ts"
import { browser } from "./verifying.ts"
import { type VerifyingServer, verifyingServer } from "./VerifyingServer.ts"

/** Later than the killed process worked, so that its leases have ended. */
const later = () => new Date(Date.now() + hour)

interface Operation extends Preparation {
  /** Requests to the process, which then sends its mails. Status of the last; undefined if the process died before. */
  readonly request: (server: VerifyingServer, given: Prepared) => Promise<number | undefined>
  readonly expectedStatus: number
  /** Requests of a caller that got no response. */
  readonly repeat: (call: Call, given: Prepared) => Promise<void>
  readonly expected: State
  /** True if the holder of the address has not confirmed it yet. */
  readonly isOpen: boolean
}

const start = (server: VerifyingServer, given: Prepared) =>
  server.request("POST", verificationPath(given), { "x-api-key": given.key })

const press = (server: VerifyingServer, { token }: Prepared) => server.request("POST", linkPath(token), browser)

/** Starts a verification unless a newer one than that of the prepared token exists. */
const startMissing = async (call: Call, given: Prepared) => {
  const newest = await call("GET", verificationPath(given))
  const isMissing = newest.status === 404
    || (given.token !== "" && (await call("GET", linkPath(given.token))).body.status !== "canceled")
  if (isMissing) assert.strictEqual((await call("POST", verificationPath(given))).status, 201)
}

const resent = {
  request: start,
  expectedStatus: 201,
  repeat: async (call: Call, given: Prepared) => {
    await startMissing(call, given)
    assert.strictEqual((await call("POST", linkPath(given.token))).status, 404)
  },
  expected: { verifications: ["canceled, mail sent", "pending, mail sent"], claims: [], events: [] },
  isOpen: true
}

const operations: Readonly<Record<string, Operation>> = {
  "starts a verification": {
    age: hour,
    verification: "none",
    request: start,
    expectedStatus: 201,
    repeat: startMissing,
    expected: { verifications: ["pending, mail sent"], claims: [], events: [] },
    isOpen: true
  },
  "confirms an address": {
    age: hour,
    verification: "mailed",
    request: press,
    expectedStatus: 200,
    repeat: async (call, { token }) => assert.strictEqual((await call("POST", linkPath(token), browser)).status, 200),
    expected: { verifications: ["verified, mail sent"], claims: ["EMAIL VERIFIED"], events: ["SUCCESS"] },
    isOpen: false
  },
  "sends another mail": { ...resent, age: hour, verification: "mailed" },
  "refuses an expired link, and sends another mail": {
    ...resent,
    age: 15 * 24 * hour,
    verification: "mailed",
    request: async (server, given) => {
      const status = await press(server, given)
      if (status === undefined) return undefined
      assert.strictEqual(status, 400)
      return await start(server, given)
    }
  }
}

interface SmtpFault {
  /** Behaviour of the mail server until the process has ended; undefined if it is stopped. */
  readonly behaviour: SmtpBehaviour | undefined
  /** Status of the mail that the process stores. */
  readonly stored: "pending" | "failed"
}

const faults: Readonly<Record<string, SmtpFault>> = {
  "is busy": {
    behaviour: (stage) => stage === "sender" ? refusal(421, "Busy") : undefined,
    stored: "pending"
  },
  "does not know the recipient": {
    behaviour: (stage) => stage === "recipient" ? refusal(550, "Unknown") : undefined,
    stored: "failed"
  },
  "is down": { behaviour: undefined, stored: "pending" }
}

const maximumSteps = 100

/** Copies a file and runs the work on the copy for one step after another, until the work returns true. */
const eachStep = async (base: string, work: (file: string, step: number) => Promise<boolean>) => {
  for (let step = 1;; step += killStride) {
    assert.isBelow(step, maximumSteps)
    const file = base.replace(/\.sqlite$/, `-${step}.sqlite`)
    copyFileSync(base, file)
    const isLast = await work(file, step)
    for (const suffix of ["", "-shm", "-wal"]) rmSync(`${file}${suffix}`, { force: true })
    if (isLast) return
  }
}

const restarted = (filename: string, { port }: FaultyMailServer) =>
  testPlatform({ filename, now: later(), mailer: smtpMailer({ url: `smtp://127.0.0.1:${port}` }) })

describe("a process that is killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-verification-"))
  let bundle: Promise<string> | undefined
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const bundled = () =>
    bundle ??= Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "verifyingProcess.ts")))

  const baseOf = (title: string) => join(folder, `${title.replaceAll(/\W/g, "-")}.sqlite`)

  const served = async (filename: string, mails: FaultyMailServer, step: number) =>
    await verifyingServer(await bundled(), { filename, smtpPort: mails.port, step })

  /** Runs a process until it is killed at the step or has done the work. */
  const worked = async <A>(
    file: string,
    mails: FaultyMailServer,
    step: number,
    work: (server: VerifyingServer) => Promise<A>
  ) => {
    await using server = await served(file, mails, step)
    const answered = await work(server)
    return { answered, isFinished: !server.isKilled() }
  }

  for (const [title, operation] of Object.entries(operations)) {
    it(`while it ${title} loses nothing, and repeats a mail only if its outcome was not stored`, async () => {
      const base = baseOf(title)
      const given = await prepared(base, operation)
      const repeated: Array<number> = []
      await eachStep(base, async (file, step) => {
        const at = `step ${step}`
        await using mails = await faultyMailServer()
        const { answered, isFinished } = await worked(file, mails, step, async (server) => {
          const status = await operation.request(server, given)
          if (operation.isOpen) await server.sendMails()
          return status
        })
        assert.include([undefined, operation.expectedStatus], answered, at)
        const acceptedBefore = mails.received.length
        const before = rowsOf(file).at(-1)
        assert.isAtMost(acceptedBefore, 1, at)

        await using platform = await restarted(file, mails)
        const call = callerOf(platform, given)
        const state = await stateOf(file, call, given)
        assertConsistent(state, at)
        if (answered !== undefined) {
          assert.lengthOf(state.verifications, operation.expected.verifications.length, `${at}: an answer is stored`)
          assert.deepStrictEqual(state.claims, operation.expected.claims, `${at}: an answer is stored`)
        }
        await operation.repeat(call, given)
        await platform.clock.settle()
        assert.deepStrictEqual(await stateOf(file, call, given), operation.expected, at)

        const newest = rowsOf(file).at(-1)
        const isUnknown = acceptedBefore === 1 && before?.mail !== "sent"
        if (isUnknown) repeated.push(step)
        const times = operation.isOpen ? isUnknown ? 2 : 1 : 0
        assert.deepStrictEqual<unknown>(messageIds(mails), Array(times).fill(newest?.message_id), at)
        if (operation.isOpen) await assertVerifiedOnce(file, call, given, mails)
        if (isFinished) assert.deepStrictEqual([answered, before], [operation.expectedStatus, newest])
        return isFinished
      })
      // Steps after the acceptance, before its outcome is stored. Other jobs may commit between both.
      if (!operation.isOpen) assert.isEmpty(repeated)
      else if (killsAtEachStep) assert.isNotEmpty(repeated)
    })
  }

  for (const [title, { behaviour, stored }] of Object.entries(faults)) {
    it(`while the mail server ${title} loses no mail`, async () => {
      const base = baseOf(title)
      const given = await prepared(base, { age: hour, verification: "pending" })
      await eachStep(base, async (file, step) => {
        const at = `step ${step}`
        await using mails = await faultyMailServer()
        if (behaviour === undefined) await mails.stop()
        else mails.behave(behaviour)
        const { isFinished } = await worked(file, mails, step, (server) => server.sendMails())
        if (behaviour === undefined) await mails.start()
        mails.behave(accepting)
        const isFailed = rowsOf(file).at(-1)?.mail === "failed"
        if (isFinished) assert.strictEqual(isFailed, stored === "failed")

        await using platform = await restarted(file, mails)
        const call = callerOf(platform, given)
        assertConsistent(await stateOf(file, call, given), at)
        await platform.clock.settle()
        const after = rowsOf(file).at(-1)
        // The job of a mail that has failed is repeated if its own failure was not stored.
        assert.include(isFailed ? ["failed", "sent"] : ["sent"], after?.mail, at)
        const isSent = after?.mail === "sent"
        assert.deepStrictEqual<unknown>(messageIds(mails), isSent ? [after?.message_id] : [], at)
        if (isFinished) assert.strictEqual(isSent, stored !== "failed")
        if (!isSent) {
          assert.strictEqual((await call("POST", verificationPath(given))).status, 201)
          await platform.clock.settle()
        }
        await assertVerifiedOnce(file, call, given, mails)
        return isFinished
      })
    })
  }

  for (const stage of ["connect", "sender", "recipient", "message", "stored"] as const) {
    const times = stage === "stored" ? 2 : 1
    it(`while the mail server is slow with its response to "${stage}" has the mail arrive ${times} x`, async () => {
      const base = baseOf(`slow ${stage}`)
      const given = await prepared(base, { age: hour, verification: "pending" })
      await using mails = await faultyMailServer()
      {
        await using server = await served(base, mails, 0)
        mails.behave((reached) => {
          if (reached !== stage) return undefined
          server.kill()
          return "silence"
        })
        await server.sendMails()
        assert.isTrue(server.isKilled())
      }
      mails.behave(accepting)
      assert.strictEqual(rowsOf(base).at(-1)?.mail, "pending")
      await using platform = await restarted(base, mails)
      await platform.clock.settle()
      const { mail, message_id } = rowsOf(base).at(-1) ?? {}
      assert.strictEqual(mail, "sent")
      assert.deepStrictEqual<unknown>(messageIds(mails), Array(times).fill(message_id))
      await assertVerifiedOnce(base, callerOf(platform, given), given, mails)
    })
  }
})

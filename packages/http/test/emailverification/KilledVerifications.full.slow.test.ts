import { afterAll, assert, describe, it } from "@effect/vitest"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { Effect } from "effect"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { crashingBundle } from "../../../core/test/domains/crashingBundle.ts"
import { smtpMailer } from "../../src/mail/smtpMailer.ts"
import { toFetch } from "../../src/toFetch.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { accepting, type FaultyMailServer, faultyMailServer, type SmtpBehaviour } from "../mail/FaultyMailServer.ts"
import { messageIdOf, partsOf, refusal } from "../mail/MailServer.ts"
import { browser, deliver, tokenIn } from "./verifying.ts"
import { type VerifyingServer, verifyingServer } from "./VerifyingServer.ts"

const hour = 3_600_000
const ago = (millis: number) => new Date(Date.now() - millis)
/** Later than the killed process worked, so that its leases have ended. */
const later = () => new Date(Date.now() + hour)

/** Caller and contact of a file, and the token of the link that was mailed before the process starts. */
interface Prepared {
  readonly key: string
  readonly contact_id: string
  readonly token: string
}

interface Preparation {
  /** Milliseconds between the preparation and the start of the process. */
  readonly age: number
  /** `mailed`: a verification was started and its mail was sent. `pending`: its mail is due. */
  readonly verification: "none" | "pending" | "mailed"
}

const prepared = async (filename: string, { age, verification }: Preparation): Promise<Prepared> => {
  await using platform = await testPlatform({ filename, now: ago(age) })
  const { organization_id } = await platform.create.organization()
  const caller = platform.as(organization_id, "admin")
  const { contact_id } = await caller.contacts.create(contactBody)
  const { api_key } = await caller.apiKeys.create({ api_key_name: "verifying" })
  if (verification !== "none") await caller.contactVerifications.start(contact_id)
  // Without the scheduled work of the platform, which has many steps of its own.
  if (verification === "mailed") await platform.runtime.runPromise(deliver)
  return { key: api_key, contact_id, token: tokenIn(platform.mails().at(-1)?.text ?? "") }
}

const verificationPath = ({ contact_id }: Prepared) => `/v1/contacts/${contact_id}/verification`
const linkPath = (token: string) => `/v1/contacts/verify?token=${token}`

/** Status and body of requests to a platform in this process. */
const callerOf = (platform: TestPlatform, { key }: Prepared) => {
  const fetch = toFetch(platform, { requestLog: false, rateLimits: false })
  return async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(
      new Request(`http://platform.test${path}`, { method, headers: { "x-api-key": key, ...headers } })
    )
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json") === true
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
}

type Call = ReturnType<typeof callerOf>

interface VerificationRow {
  readonly status: string
  /** Status of the mail; null if none was stored. */
  readonly mail: string | null
  readonly message_id: string | null
}

/** The verifications of a file with their mails, the oldest first. */
const rowsOf = (filename: string): ReadonlyArray<VerificationRow> => {
  const database = new DatabaseSync(filename)
  try {
    return database.prepare(
      `SELECT v.status, m.status AS mail, m.message_id FROM contact_verifications v
        LEFT JOIN mails m ON m.cause = 'contact_verification/' || v.contact_verification_id
        ORDER BY v.created_on, v.contact_verification_id`
    ).all().map((row) => ({
      status: String(row["status"]),
      mail: row["mail"] === null ? null : String(row["mail"]),
      message_id: row["message_id"] === null ? null : String(row["message_id"])
    }))
  } finally {
    database.close()
  }
}

const stateOf = async (filename: string, call: Call, { contact_id }: Prepared) => {
  const listed = await call("GET", `/v1/contacts/${contact_id}/verifications`)
  // Until a claim was required or attested, the contact has no claims, and the response is 404.
  if (listed.status !== 200) {
    assert.deepStrictEqual([listed.status, listed.body.code], [404, "ERROR_CONTACT_VERIFICATION_UPSTREAM_NOT_FOUND"])
  }
  const claims: ReadonlyArray<any> = listed.status === 200 ? listed.body.verifications : []
  const events: ReadonlyArray<any> = (await call("GET", `/v1/events?object_id=${contact_id}`)).body.items
  return {
    verifications: rowsOf(filename).map(({ mail, status }) => `${status}, mail ${mail}`),
    claims: claims.map(({ claim, state }) => `${claim} ${state}`),
    events: events.filter(({ type }) => type === "VERIFICATION").map(({ subtype }) => String(subtype))
  }
}

type State = Awaited<ReturnType<typeof stateOf>>

const isVerified = (entry: string) => entry.startsWith("verified")

/** What holds after a kill at any step: every verification has its mail, and status, claim and event change together. */
const assertConsistent = ({ claims, events, verifications }: State, at: string) => {
  assert.isTrue(verifications.every((entry) => !entry.endsWith("null")), `${at}: ${verifications.join("; ")}`)
  const verified = verifications.filter(isVerified).length
  assert.deepStrictEqual(claims, Array(verified).fill("EMAIL VERIFIED"), `${at}: claims`)
  assert.deepStrictEqual(events, Array(verified).fill("SUCCESS"), `${at}: events`)
}

const messageIds = ({ received }: FaultyMailServer): ReadonlyArray<string> => received.map(messageIdOf)

/** Confirms the address with the link of the newest mail, twice. */
const assertVerifiedOnce = async (filename: string, call: Call, given: Prepared, mails: FaultyMailServer) => {
  const link = linkPath(tokenIn(partsOf(mails.received.at(-1) ?? { raw: "" })))
  assert.strictEqual((await call("POST", link)).status, 200)
  assert.strictEqual((await call("POST", link)).status, 400)
  const { claims, events } = await stateOf(filename, call, given)
  assert.deepStrictEqual([claims, events], [["EMAIL VERIFIED"], ["SUCCESS"]])
}

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

/** Copies a file and runs the work on the copy for step 1, 2 and so on, until the work returns true. */
const eachStep = async (base: string, work: (file: string, step: number) => Promise<boolean>) => {
  for (let step = 1;; step++) {
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
      // The step after the acceptance, before its outcome is stored.
      assert.lengthOf(repeated, operation.isOpen ? 1 : 0)
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

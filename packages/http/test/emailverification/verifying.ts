import { assert } from "@effect/vitest"
import { JobWorker } from "@namewright/core/jobs"
import { mailbox } from "@namewright/core/mail"
import { Duration, Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

/** A browser sends this with the request for a page. */
export const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

/** A platform whose mails arrive in a mailbox. */
export const platformWithMailbox = () => {
  const mails = mailbox()
  return { mails, platform: TestPlatform.layerWith({}, { mailer: mails }) }
}

/** Sends the mails that wait. */
export const deliver = Effect.asVoid(JobWorker.use((worker) => worker.drain(Duration.minutes(1))))

/** Token of the link in the text of a mail. */
export const tokenIn = (text: string): string => /\/v1\/contacts\/verify\?token=([\w-]{43})$/m.exec(text)?.[1] ?? ""

/** An organization with a contact, whose address no other test uses. */
export const contactCaller = Effect.fnUntraced(function*(email: string, members: Record<string, unknown> = {}) {
  const { fetch } = yield* TestPlatform
  const call = yield* caller()
  const { body, status } = yield* call("POST", "/v1/contacts", { ...contactBody, email, ...members })
  assert.strictEqual(status, 201, JSON.stringify(body))
  const contact_id: string = body.contact_id
  const path = `/v1/contacts/${contact_id}/verification`
  /** The path of the page, with the method and the headers of a browser or a program. */
  const link = (method: "GET" | "POST", token: string, headers: Record<string, string> = {}) =>
    fetch(method, `/v1/contacts/verify?token=${token}`, undefined, { headers })
  const open = (method: "GET" | "PUT", token: string) => fetch(method, `/v1/contacts/verification?token=${token}`)
  return Object.assign(call, { contact_id, path, link, open })
})

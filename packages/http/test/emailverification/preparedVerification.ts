import { type TestPlatform, testPlatform } from "@namewright/testing"
import { toFetch } from "../../src/toFetch.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { deliver, tokenIn } from "./verifying.ts"

/** In milliseconds. */
export const hour = 3_600_000

/** Caller and contact of a file, and the token of the link that was mailed before the process starts. */
export interface Prepared {
  readonly key: string
  readonly contact_id: string
  readonly token: string
}

export interface Preparation {
  /** Milliseconds between the preparation and the start of the process. */
  readonly age: number
  /** `mailed`: a verification was started and its mail was sent. `pending`: its mail is due. */
  readonly verification: "none" | "pending" | "mailed"
}

/** Writes a file with a caller, a contact and its verification. */
export const prepared = async (filename: string, { age, verification }: Preparation): Promise<Prepared> => {
  await using platform = await testPlatform({ filename, now: new Date(Date.now() - age) })
  const { organization_id } = await platform.create.organization()
  const caller = platform.as(organization_id, "admin")
  const { contact_id } = await caller.contacts.create(contactBody)
  const { api_key } = await caller.apiKeys.create({ api_key_name: "verifying" })
  if (verification !== "none") await caller.contactVerifications.start(contact_id)
  // Without the scheduled work of the platform, which has many steps of its own.
  if (verification === "mailed") await platform.runtime.runPromise(deliver)
  return { key: api_key, contact_id, token: tokenIn(platform.mails().at(-1)?.text ?? "") }
}

export const verificationPath = ({ contact_id }: Prepared) => `/v1/contacts/${contact_id}/verification`
export const linkPath = (token: string) => `/v1/contacts/verify?token=${token}`

/** Status and body of requests to a platform in this process. */
export const callerOf = (platform: TestPlatform, { key }: Prepared) => {
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

export type Call = ReturnType<typeof callerOf>

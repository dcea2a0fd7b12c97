import { assert } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"
import type { FaultyMailServer } from "../mail/FaultyMailServer.ts"
import { messageIdOf, partsOf } from "../mail/MailServer.ts"
import { type Call, linkPath, type Prepared } from "./preparedVerification.ts"
import { tokenIn } from "./verifying.ts"

interface VerificationRow {
  readonly status: string
  /** Status of the mail; null if none was stored. */
  readonly mail: string | null
  readonly message_id: string | null
}

/** The verifications of a file with their mails, the oldest first. */
export const rowsOf = (filename: string): ReadonlyArray<VerificationRow> => {
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

/** Verifications with their mails, claims and events of the contact. */
export const stateOf = async (filename: string, call: Call, { contact_id }: Prepared) => {
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

export type State = Awaited<ReturnType<typeof stateOf>>

const isVerified = (entry: string) => entry.startsWith("verified")

/** Asserts the state after a kill at any step: every verification has its mail, and status, claim and event change together. */
export const assertConsistent = ({ claims, events, verifications }: State, at: string) => {
  assert.isTrue(verifications.every((entry) => !entry.endsWith("null")), `${at}: ${verifications.join("; ")}`)
  const verified = verifications.filter(isVerified).length
  assert.deepStrictEqual(claims, Array(verified).fill("EMAIL VERIFIED"), `${at}: claims`)
  assert.deepStrictEqual(events, Array(verified).fill("SUCCESS"), `${at}: events`)
}

/** `Message-ID` of each message that the server has stored, in order. */
export const messageIds = ({ received }: FaultyMailServer): ReadonlyArray<string> => received.map(messageIdOf)

/** Confirms the address with the link of the newest mail, twice. */
export const assertVerifiedOnce = async (filename: string, call: Call, given: Prepared, mails: FaultyMailServer) => {
  const link = linkPath(tokenIn(partsOf(mails.received.at(-1) ?? { raw: "" })))
  assert.strictEqual((await call("POST", link)).status, 200)
  assert.strictEqual((await call("POST", link)).status, 400)
  const { claims, events } = await stateOf(filename, call, given)
  assert.deepStrictEqual([claims, events], [["EMAIL VERIFIED"], ["SUCCESS"]])
}

import { assert } from "@effect/vitest"
import { Worker } from "@namewright/core/embed"
import { mailbox } from "@namewright/core/mail"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

const path = "/v1/domains/tld-specific/no"

export const platformWithMailbox = () => {
  const mails = mailbox()
  return { mails, platform: TestPlatform.layerWith({}, { mailer: mails }) }
}

/** Runs the scheduled work that is due, and the jobs that wait. */
export const work = Effect.asVoid(Worker.use((worker) => worker.tick(Duration.minutes(1))))

/** Advances the time in days, with the scheduled work of each. */
export const days = Effect.fnUntraced(function*(count: number) {
  for (let day = 0; day < count; day++) {
    yield* TestClock.adjust("1 day")
    yield* work
  }
})

export const tokenIn = (text: string): string => /applicant-declaration\?token=([\w-]{43})$/m.exec(text)?.[1] ?? ""

const company = { org: "Eksempel AS", type: "ORGANIZATION_NUMBER", value: "923609016" }
const person = { org: null, type: "ANONYMOUS_PERSON_IDENTIFIER", value: "N.PRI.12345678" }

/** A caller that has ordered a `.no` domain, and the operations on its declaration. */
export const ordered = Effect.fnUntraced(function*(name: string, members: Record<string, unknown> = {}) {
  const { fetch, organization } = yield* TestPlatform
  const call = yield* caller({ of: yield* organization({ credit: 100_000 }) })
  const { org, type, value } = members["org"] === null ? person : company
  const email = `holder@${name.replace(".no", ".example")}`
  const contact = {
    ...contactBody,
    email,
    country: "NO",
    postal_code: "0150",
    phone: "+47 22 12 34 56",
    org,
    ...members
  }
  const { contact_id } = (yield* call("POST", "/v1/contacts", contact)).body
  const attributes = { NOR_ID_IDENTITY_TYPE: type, NOR_ID_IDENTITY_VALUE: value }
  const answer = yield* call("POST", "/v1/domains", {
    name,
    renewal_mode: "renew",
    period: { unit: "y", value: 1 },
    contacts: { registrant: { contact_id, attributes }, tech: contact_id },
    nameservers: [{ hostname: "ns1.example.net" }, { hostname: "ns2.example.net" }]
  })
  assert.strictEqual(answer.status, 201, JSON.stringify(answer.body))
  const transactions = Effect.map(
    call("GET", `/v1/organizations/${call.organization}/transactions`),
    ({ body }) =>
      body.items.filter(({ product_type }: any) => product_type === "domain")
        .map(({ status }: any): string => status)
  )
  return Object.assign(call, {
    contact: contact_id,
    domain: answer.body,
    email,
    transactions,
    open: (token: string, headers: Record<string, string> = {}) =>
      fetch("GET", `${path}/applicant-declaration?token=${token}`, undefined, { headers }),
    sign: (token: string, accept_name: string, headers: Record<string, string> = {}) =>
      fetch("PUT", `${path}/applicant-declaration?token=${token}`, { accept_name }, { headers }),
    submit: (token: string, accept_name: string, headers: Record<string, string> = {}) =>
      fetch("POST", `${path}/applicant-declaration?token=${token}`, new URLSearchParams({ accept_name }).toString(), {
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
      }),
    handIn: (body: unknown) => call("POST", `${path}/${name}/applicant-declaration`, body),
    resend: call("POST", `${path}/${name}/resend-declaration-email`),
    events: Effect.map(
      call("GET", `/v1/events?object_id=${answer.body.domain_id}`),
      ({ body }) => body.items.map(({ subtype, type }: any) => `${type} ${subtype}`)
    )
  })
})

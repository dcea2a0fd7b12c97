import { newDomain } from "@namewright/conformance"
import { Approvals } from "@namewright/core/approvals"
import { DomainStore } from "@namewright/core/domains"
import { Effect } from "effect"
import { asPerson } from "../realm/policyOf.ts"
import { Program } from "../realm/Program.ts"
import { type Person, RealmServer } from "../realm/RealmServer.ts"

/** What the REST interface answered. */
export interface RestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

/** Calls the REST interface with these headers. */
export const restWith = (url: string, credential: Readonly<Record<string, string>>) =>
(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
): Effect.Effect<RestAnswer> =>
  Effect.promise(async () => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...credential, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) }
  })

/** The header with the token of an approval. */
export const approvedBy = (token: string) => ({ "approval-token": token })

/** A program that the person has connected, for the REST interface and for the tool endpoint. */
export const connectedProgram = Effect.fnUntraced(function*(person: Person) {
  const { issuer, url } = yield* RealmServer
  const program = yield* Effect.promise(() =>
    Program.register(issuer, { scope: "profile email service:mcp service:rest offline_access" })
  )
  const token = (scope: string, resource: string) =>
    Effect.promise(() => program.connect(person, { scope, resource }).then((body): string => body.access_token))
  const restToken = yield* token("openid service:rest", `${url}/v1`)
  const mcpToken = yield* token("service:mcp", `${url}/mcp`)
  const rest = restWith(url, { authorization: `Bearer ${restToken}` })
  /** Calls a tool. Returns the text for the agent. */
  const tool = (name: string, input: object, path = "/mcp") =>
    Effect.promise(async () => {
      const answer = await fetch(`${url}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${mcpToken}`
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } })
      })
      const said: any = await answer.json()
      return said.result.structuredContent ?? said.result
    })
  return { program, restToken, mcpToken, rest, tool }
})

/** The person decides on the web page of the approval; what the page does, without its form. */
export const decides = (person: Person, approval_id: string, approve: boolean) =>
  Effect.flatMap(
    Approvals,
    (approvals) => Effect.orDie(asPerson(person, approvals.decide(approval_id as never, { approve })))
  )

/** A domain of the person's organization with this auth code. */
export const domainWithCode = Effect.fnUntraced(function*({ user }: Person, name: string, auth_code = "s3cret-Code") {
  const store = yield* DomainStore
  const domain = yield* newDomain(user.organization_id, name, { auth_code })
  yield* Effect.orDie(store.insert(domain))
  return domain
})

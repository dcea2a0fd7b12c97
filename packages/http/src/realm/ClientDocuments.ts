import { Context, Option, Schema } from "effect"
import { get } from "node:https"
import { publicLookup, refuseLiteral, systemResolve } from "../webhooks/PublicLookup.ts"
import { clientMetadata } from "./clientMetadata.ts"
import type { RealmResources } from "./RealmChoice.ts"

/** Maximum size of a document in bytes. */
const documentBytes = 16 * 1024

/** Timeout of a document in milliseconds. */
const timeoutMillis = 2_500

/**
 * Fetches a program's metadata from its own URL (OAuth Client ID Metadata Document). The default fetches public https
 * URLs only, follows no redirect, and connects to no private address.
 */
export const ClientDocuments = Context.Reference<(url: URL) => Promise<string>>(
  "@namewright/http/realm/ClientDocuments",
  { defaultValue: () => readPublic }
)

const readPublic = (url: URL): Promise<string> =>
  new Promise((resolve, reject) => {
    refuseLiteral(url.hostname, false)
    const request = get(
      url,
      {
        agent: false,
        lookup: publicLookup(systemResolve, false),
        signal: AbortSignal.timeout(timeoutMillis),
        headers: { accept: "application/json" }
      },
      (answer) => {
        let text = ""
        answer.setEncoding("utf8")
        answer.on("data", (part: string) => {
          text += part
          if (text.length > documentBytes) request.destroy(new Error("The document is too long"))
        })
        answer.on("end", () =>
          answer.statusCode === 200 ? resolve(text) : reject(new Error(`The response has status ${answer.statusCode}`)))
        answer.on("error", reject)
      }
    )
    request.on("error", reject)
  })

const Identified = Schema.fromJsonString(Schema.Struct({
  client_id: Schema.String,
  token_endpoint_auth_method: Schema.optionalKey(Schema.Literal("none"))
}))

const decode = Schema.decodeUnknownOption(Identified)

/** Document for the provider, by the rules of registrations. `None` if it violates them. */
export const clientDocument = (
  url: string,
  text: string,
  resources: Partial<RealmResources>
): Option.Option<string> => {
  const identified = decode(text)
  if (Option.isNone(identified) || identified.value.client_id !== url) return Option.none()
  const read = clientMetadata(text, resources)
  return "error" in read
    ? Option.none()
    : Option.some(JSON.stringify({ ...read.metadata, client_id: url, token_endpoint_auth_method: "none" }))
}

/** Fetch function of the provider, for such documents only. */
export const documentFetch =
  (read: (url: URL) => Promise<string>, resources: Partial<RealmResources>) =>
  async (input: string | URL | Request): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const document = clientDocument(url, await read(new URL(url)), resources)
    return Option.match(document, {
      onNone: () => new Response(null, { status: 422 }),
      onSome: (text) => new Response(text, { headers: { "content-type": "application/json" } })
    })
  }

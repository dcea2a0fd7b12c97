import { Context, Option, Schema } from "effect"
import { get } from "node:https"
import { publicLookup, refuseLiteral, systemResolve } from "../webhooks/PublicLookup.ts"
import { clientMetadata } from "./clientMetadata.ts"

/** Bytes of a document that are read. */
const documentBytes = 16 * 1024

/** Milliseconds that a document may take. */
const patience = 2_500

/**
 * Reads the text that a program says of itself at its own address (OAuth Client ID Metadata Document). The default asks
 * the public internet by https, follows no redirect, and connects to no address inside of it.
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
        signal: AbortSignal.timeout(patience),
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
          answer.statusCode === 200 ? resolve(text) : reject(new Error(`It was answered with ${answer.statusCode}`)))
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

/** The document as the provider is to read it, by the rules of registrations; none where it breaks them. */
export const clientDocument = (url: string, text: string): Option.Option<string> => {
  const identified = decode(text)
  if (Option.isNone(identified) || identified.value.client_id !== url) return Option.none()
  const read = clientMetadata(text)
  return "error" in read
    ? Option.none()
    : Option.some(JSON.stringify({ ...read.metadata, client_id: url, token_endpoint_auth_method: "none" }))
}

/** How the provider fetches: nothing but such documents. */
export const documentFetch =
  (read: (url: URL) => Promise<string>) => async (input: string | URL | Request): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const document = clientDocument(url, await read(new URL(url)))
    return Option.match(document, {
      onNone: () => new Response(null, { status: 422 }),
      onSome: (text) => new Response(text, { headers: { "content-type": "application/json" } })
    })
  }

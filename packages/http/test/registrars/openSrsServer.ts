import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"

/** A domain as OpenSRS has it. */
export interface OpenSrsDomain {
  readonly name: string
  /** `YYYY-MM-DD`, with or without ` HH:MM:SS`. */
  readonly expiredate: string
  readonly f_auto_renew: "Y" | "N"
  readonly auth_info?: string
  lock_state?: "0" | "1"
}

export interface OpenSrsAccount {
  readonly key: string
  readonly domains: Array<OpenSrsDomain>
  /** A refusal of every command: its code and text. */
  readonly refusal?: readonly [code: number, text: string]
}

/** An answer that replaces that of the protocol. */
export interface OtherAnswer {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as the server has read it. */
export interface SeenRequest {
  readonly action: string
  readonly attributes: Readonly<Record<string, string>>
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex")

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&amp;": "&" }

/** Leaves of a request: `<item key="action">GET</item>`. */
const itemsOf = (body: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(body.matchAll(/<item key="([a-z_]+)">([^<]*)<\/item>/g), ([, key = "", value = ""]) => [
      key,
      value.replace(/&[a-z]+;/g, (entity) => entities[entity] ?? entity)
    ])
  )

const written = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")

const items = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => `<item key="${key}">${written(String(value))}</item>`).join("\n")

/** An answer in the layout of the guide's examples: members in any order, white space, CDATA, a document type. */
export const reply = (code: number, text: string, attributes = ""): string =>
  `<?xml version='1.0' encoding="UTF-8" standalone="no" ?>
<!DOCTYPE OPS_envelope SYSTEM "ops.dtd">
<OPS_envelope>
 <header>
  <version>0.9</version>
 </header>
 <body>
  <data_block>
   <dt_assoc>
    <item key="protocol">XCP</item>
    <item key="object">DOMAIN</item>
    <item key="response_text"><![CDATA[${text}]]></item>
    <item key="action">REPLY</item>
    ${attributes === "" ? "" : `<item key="attributes"><dt_assoc>${attributes}</dt_assoc></item>`}
    <item key="response_code">${code}</item>
    <item key="is_success">${code >= 200 && code < 300 ? 1 : 0}</item>
   </dt_assoc>
  </data_block>
 </body>
</OPS_envelope>
`

/** The list of domains, in pages that begin with 1. */
export const pageOf = (
  domains: ReadonlyArray<OpenSrsDomain>,
  { limit = "40", page = "1" }: Readonly<Record<string, string>>
): string => {
  const from = (Number(page) - 1) * Number(limit)
  const part = domains.slice(from, from + Number(limit))
  const listed = part.map(({ expiredate, f_auto_renew, name }, index) =>
    `<item key="${index}"><dt_assoc>${items({ f_let_expire: "N", name, expiredate, f_auto_renew })}</dt_assoc></item>`
  )
  const remainder = from + part.length < domains.length ? 1 : 0
  return reply(
    200,
    "Command successful",
    `<item key="exp_domains"><dt_array>${listed.join("\n")}</dt_array></item>` +
      items({ page, total: domains.length, remainder })
  )
}

const domainReply = (account: OpenSrsAccount, { action, attributes }: SeenRequest): string => {
  const domain = account.domains.find(({ name }) => name === attributes["domain"])
  if (domain === undefined) return reply(480, "Domain is not owned by the user")
  if (action === "GET" && attributes["type"] === "domain_auth_info") {
    return reply(200, "Query Successful", items({ domain_auth_info: domain.auth_info ?? "" }))
  }
  if (action === "MODIFY" && attributes["data"] === "status" && attributes["affect_domains"] === "0") {
    domain.lock_state = attributes["lock_state"] === "0" ? "0" : "1"
    return reply(200, "Domain modification successful")
  }
  return reply(465, "Unknown type")
}

const answered = (account: OpenSrsAccount | undefined, signature: unknown, body: string, seen: SeenRequest): string => {
  if (account === undefined || signature !== md5(md5(body + account.key) + account.key)) {
    return reply(401, "Authentication Error.")
  }
  if (account.refusal !== undefined) return reply(...account.refusal)
  if (seen.action !== "GET_DOMAINS_BY_EXPIREDATE") return domainReply(account, seen)
  const { exp_from = "", exp_to = "" } = seen.attributes
  const inRange = account.domains.filter(({ expiredate }) => expiredate >= exp_from && expiredate <= exp_to)
  return pageOf(inRange, seen.attributes)
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString("utf8")
}

export const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** A server on loopback that answers as the guide of OpenSRS documents. `others` are used up first. */
export const openSrsServer = async (accounts: ReadonlyMap<string, OpenSrsAccount>) => {
  const seen: Array<SeenRequest> = []
  const others: Array<OtherAnswer> = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    const { action = "", object, protocol, ...attributes } = itemsOf(body)
    seen.push({ action, attributes })
    const other = others.shift()
    if (other !== undefined) {
      response.writeHead(other.status ?? 200, { "content-type": "text/xml", ...other.headers }).end(other.body ?? "")
      return
    }
    const isMessage = request.method === "POST" && request.headers["content-type"] === "text/xml" &&
      protocol === "XCP" && object === "DOMAIN" && body.includes("<!DOCTYPE OPS_envelope SYSTEM \"ops.dtd\">")
    const account = accounts.get(String(request.headers["x-username"]))
    const text = isMessage
      ? answered(account, request.headers["x-signature"], body, { action, attributes })
      : reply(400, "Invalid command")
    response.writeHead(200, { "content-type": "text/xml" }).end(text)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    seen,
    others,
    close: () => new Promise((resolve) => server.close(resolve))
  }
}

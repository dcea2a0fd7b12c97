import { assert } from "@effect/vitest"
import {
  Client,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError
} from "@modelcontextprotocol/client"
import {
  type OAuthDiscoveryState as EarlierDiscoveryState,
  UnauthorizedError as EarlierUnauthorizedError
} from "@modelcontextprotocol/sdk/client/auth.js"
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js"
import { PersonAtBrowser } from "../realm/PersonAtBrowser.ts"

const info = { name: "official", version: "1" }

interface NamedPerson {
  readonly username: string
  readonly password: string
}

/** Connects a client as its documentation says: by discovery, registration, sign-in, and a second try. */
const signedIn = async <T>(
  connect: (transport: T) => Promise<void>,
  transport: () => T,
  finish: (transport: T) => Promise<void>,
  unauthorized: new(message?: string) => Error
) => {
  const first = transport()
  await connect(first).then(
    () => assert.fail("A client without a token was let in"),
    (error) => assert.instanceOf(error, unauthorized)
  )
  await finish(first)
  await connect(transport())
}

/** Client of revision 2026-07-28 that accepts all questions. */
export const newestClient = async (url: string, person: NamedPerson, endpoint: "/mcp" | "/mcp/readonly" = "/mcp") => {
  const provider = new PersonAtBrowser<StoredOAuthClientInformation, StoredOAuthTokens, OAuthDiscoveryState>(person)
  const asked: Array<string> = []
  const client = new Client(info, {
    capabilities: { elicitation: {} },
    versionNegotiation: { mode: { pin: "2026-07-28" } }
  })
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    asked.push(params.message)
    return { action: "accept", content: { note: "asked and agreed" } }
  })
  await signedIn(
    (transport) => client.connect(transport),
    () => new StreamableHTTPClientTransport(new URL(`${url}${endpoint}`), { authProvider: provider }),
    (transport) => transport.finishAuth(provider.answer ?? new URLSearchParams()),
    UnauthorizedError
  )
  return { asked, client }
}

/** The client of earlier revisions, which cannot be asked. */
export const earlierClient = async (url: string, person: NamedPerson) => {
  const provider = new PersonAtBrowser<OAuthClientInformationMixed, OAuthTokens, EarlierDiscoveryState>(person)
  const client = new EarlierClient(info)
  await signedIn(
    (transport) => client.connect(transport),
    () => new EarlierTransport(new URL(`${url}/mcp`), { authProvider: provider }),
    (transport) => transport.finishAuth(provider.answer?.get("code") ?? ""),
    EarlierUnauthorizedError
  )
  return client
}

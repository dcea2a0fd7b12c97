import type { RealmChoice } from "../realm/RealmChoice.ts"
import type { Settings } from "./Settings.ts"

type Chosen = Pick<
  Settings,
  "realm" | "realmMcpAudience" | "realmMcpReadonlyAudience" | "realmPeople" | "realmRestAudience"
>

/** Where people sign in; `url` is where callers reach this server. */
export const realmOf = (
  { realm, realmMcpAudience, realmMcpReadonlyAudience, realmPeople, realmRestAudience }: Chosen,
  url: string
): RealmChoice =>
  realm === "embedded" || realm === "none" ? realm : {
    issuer: realm.issuer,
    audiences: {
      mcp: realmMcpAudience ?? `${url}/mcp`,
      mcpReadonly: realmMcpReadonlyAudience ?? `${url}/mcp/readonly`,
      rest: realmRestAudience ?? `${url}/v1`
    },
    people: realmPeople === "username" || realmPeople === "email" ? realmPeople : { claim: realmPeople }
  }

import type { RealmChoice } from "../realm/RealmChoice.ts"
import type { Settings } from "./Settings.ts"

type Chosen = Pick<Settings, "realm" | "realmMcpAudience" | "realmPeople" | "realmRestAudience">

/** Where people sign in; `url` is where callers reach this server. */
export const realmOf = (
  { realm, realmMcpAudience, realmPeople, realmRestAudience }: Chosen,
  url: string
): RealmChoice =>
  realm === "embedded" || realm === "none" ? realm : {
    issuer: realm.issuer,
    audiences: { mcp: realmMcpAudience ?? `${url}/mcp`, rest: realmRestAudience ?? `${url}/v1` },
    people: realmPeople === "username" || realmPeople === "email" ? realmPeople : { claim: realmPeople }
  }

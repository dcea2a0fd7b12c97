import type { RealmChoice } from "../realm/RealmChoice.ts"
import type { Settings } from "./Settings.ts"

type Chosen = Pick<
  Settings,
  "realm" | "realmMcpAudience" | "realmMcpReadonlyAudience" | "realmPeople" | "realmRestAudience"
>

/** Realm of an installation. `url` is the address of this server for callers. */
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

/** Pages where people sign in; undefined if the platform has none. */
export const signInPagesOf = ({ environment, realm }: Pick<Settings, "environment" | "realm">, url: string) =>
  realm === "embedded" ? `${url}/realms/${environment}` : undefined

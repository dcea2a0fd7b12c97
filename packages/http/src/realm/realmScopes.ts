import type { RealmResources } from "./RealmChoice.ts"

/** Scopes of programs, with their text on the consent page. Scopes with an empty text are not shown. */
export const scopes: Readonly<Record<string, string>> = {
  openid: "",
  profile: "See your name and your organization",
  email: "See your email address",
  "service:mcp":
    "Use the tools for agents in your name. Every change has to be approved first: in the program, or on a page here where your organization requires it.",
  "service:rest":
    "Use the REST interface in your name, with all your rights, outside of any conversation. The rules of your organization for agents apply: what is not a read needs an approval.",
  offline_access: "Stay connected when you are away, until you disconnect it"
}

/** Text for a scope; empty for implied and unknown scopes. */
export const scopeWords = (name: string): string => Object.hasOwn(scopes, name) ? scopes[name] ?? "" : ""

/** Default scope of requests. */
export const standardScope = "openid profile email service:mcp offline_access"

/** Scope of the REST interface, which is granted only if the organization allows it. */
export const restScope = "service:rest"

/** Scope that a token needs for a resource, because it documents the person's consent. */
export const neededScope = { mcp: "service:mcp", mcp_readonly: "service:mcp", rest: "service:rest" } as const

/** Audience and scopes of a resource (RFC 8707) by its URL; undefined for other resources. */
export const resourceOf = (
  indicator: string,
  resources: RealmResources
): { readonly audience: string; readonly scope: string } | undefined => {
  const audience = audiences.find((name) => resources[name] === indicator)
  return audience === undefined
    ? undefined
    : { audience: indicator, scope: `profile email ${neededScope[audience]}` }
}

const audiences = ["mcp", "mcp_readonly", "rest"] as const

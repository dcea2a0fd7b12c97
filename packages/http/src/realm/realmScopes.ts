import type { MailLocale } from "@namewright/core/mail"
import { scopeTexts, shownScopes } from "./pages/texts/scopeTexts.ts"
import type { RealmResources } from "./RealmChoice.ts"

/** Scopes of programs at a realm. That of the tool endpoint exists only where this is a resource. */
export const scopesOf = ({ mcp }: Partial<RealmResources>): ReadonlyArray<string> => [
  "openid",
  ...shownScopes.filter((scope) => scope !== neededScope.mcp || mcp !== undefined)
]

/** Text for a scope on the consent page; empty for implied and unknown scopes. */
export const scopeWords = (locale: MailLocale, name: string): string => {
  const shown = shownScopes.find((scope) => scope === name)
  return shown === undefined ? "" : scopeTexts[locale][shown]
}

/** Default scope of requests. */
export const standardScopeOf = ({ mcp }: Partial<RealmResources>): string =>
  `openid profile email ${mcp === undefined ? neededScope.rest : neededScope.mcp} offline_access`

/** Scope of the REST interface, which is granted only if the organization allows it. */
export const restScope = "service:rest"

/** Scope that a token needs for a resource, because it documents the person's consent. */
export const neededScope = { mcp: "service:mcp", mcp_readonly: "service:mcp", rest: "service:rest" } as const

/** Audience and scopes of a resource (RFC 8707) by its URL; undefined for other resources. */
export const resourceOf = (
  indicator: string,
  resources: Partial<RealmResources>
): { readonly audience: string; readonly scope: string } | undefined => {
  const audience = audiences.find((name) => resources[name] === indicator)
  return audience === undefined
    ? undefined
    : { audience: indicator, scope: `profile email ${neededScope[audience]}` }
}

const audiences = ["mcp", "mcp_readonly", "rest"] as const

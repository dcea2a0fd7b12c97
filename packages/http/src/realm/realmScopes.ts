/** What a program may ask for, and how it is told to the person who decides; the empty ones go without saying. */
export const scopes: Readonly<Record<string, string>> = {
  openid: "",
  profile: "See your name and your organization",
  email: "See your email address",
  "service:mcp": "Use the tools for agents in your name. What is not a read asks you first.",
  "service:rest":
    "Use the REST interface in your name, with all your rights, outside of any conversation. The rules of your organization for agents apply: what is not a read needs an approval.",
  offline_access: "Stay connected when you are away, until you disconnect it"
}

/** Asked for where a program names no scope. */
export const standardScope = "openid profile email service:mcp offline_access"

/** The scope that programs get only where the organization of the person lets them use the REST interface. */
export const restScope = "service:rest"

/** The scope without which a token is of no use for a resource, since nobody was told what it opens. */
export const neededScope = { mcp: "service:mcp", rest: "service:rest" } as const

/** Audience and scopes of a resource (RFC 8707) by its address; undefined for others' resources. */
export const resourceOf = (
  indicator: string,
  resources: { readonly mcp: string; readonly rest: string }
): { readonly audience: string; readonly scope: string } | undefined => {
  switch (indicator) {
    case resources.mcp:
    // What only reads is the same endpoint with fewer tools.
    case `${resources.mcp}/readonly`:
      return { audience: resources.mcp, scope: `profile email ${neededScope.mcp}` }
    case resources.rest:
      return { audience: resources.rest, scope: `profile email ${neededScope.rest}` }
    default:
      return undefined
  }
}

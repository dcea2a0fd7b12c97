import type { OrganizationId, Permission } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"

/** Calls the platform with a key of the organization. Default: a new organization. */
export const caller = Effect.fnUntraced(function*(
  options: { readonly of?: OrganizationId; readonly rights?: ReadonlyArray<Permission> } = {}
) {
  const { fetch, key, organization } = yield* TestPlatform
  const owner = options.of ?? (yield* organization())
  const name = yield* key(owner, options.rights)
  return Object.assign(
    (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      fetch(method, path, body, { key: name, headers }),
    { organization: owner }
  )
})

/** The `loc` and `type` of all problems of a 422. */
export const issuesOf = (body: { readonly errors: ReadonlyArray<{ loc: Array<unknown>; type: string }> }) =>
  body.errors.map(({ loc, type }) => [loc.join("."), type])

/** Id of no tag. */
export const unknownTag = "tag_01h455vb4pex5vsknk084sn02q"

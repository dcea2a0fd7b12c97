import type { Platform } from "@namewright/core"
import { toFetch } from "@namewright/http"
import { callerOf } from "./sessions.ts"

/**
 * Handlers of the file `app/names/[...path]/route.ts` of a Next application:
 * `export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = nextRoute(platform)`.
 */
export const nextRoute = (platform: Platform) => {
  const handle = toFetch(platform, {
    prefix: "/names",
    caller: ({ headers }) => callerOf(headers.get("authorization"))
  })
  const route = (request: Request, _context: { readonly params: Promise<unknown> }) => handle(request)
  return { DELETE: route, GET: route, HEAD: route, OPTIONS: route, PATCH: route, POST: route, PUT: route }
}

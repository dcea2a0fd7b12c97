import { createPlatform } from "@namewright/core/embed"
import { ObjectLogStore } from "@namewright/core/objectlog"
import { toNodeHandler } from "@namewright/http"
import { Effect, Layer } from "effect"
import { createServer } from "node:http"
import { listening, serveParent, taskOf } from "./ChildProcess.ts"
import type { Storage } from "./Databases.ts"
import { storageOf } from "./storageOf.ts"

export interface PlatformServerTask {
  readonly storage: Storage
  /** False for a server that keeps neither the request history nor the object log. Default true. */
  readonly archive?: boolean
}

/** Rate limits that are counted as in production, but never reached. */
const plenty = { perSecond: 1e9, burst: 1e9 }

const { archive = true, storage } = taskOf<PlatformServerTask>()

const withoutLog = Layer.merge(
  storageOf(storage),
  Layer.succeed(ObjectLogStore, {
    insert: () => Effect.void,
    list: (_organization, _filter, _sort, page) => Effect.succeed({ items: [], total: 0, ...page }),
    removeBefore: () => Effect.succeed(0)
  })
)

const platform = createPlatform({ storage: archive ? storageOf(storage) : withoutLog })
await platform.ready()
const server = createServer(toNodeHandler(platform, {
  rateLimits: { read: plenty, write: plenty, names: plenty, tokens: plenty },
  requestLog: false,
  requestHistory: archive
}))
serveParent(await listening(server), () => platform.dispose())

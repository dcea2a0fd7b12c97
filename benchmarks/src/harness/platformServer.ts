import { createPlatform } from "@namewright/core/embed"
import { toNodeHandler } from "@namewright/http"
import { createServer } from "node:http"
import { listening, serveParent, taskOf } from "./ChildProcess.ts"
import type { Storage } from "./Databases.ts"
import { storageOf } from "./storageOf.ts"

export interface PlatformServerTask {
  readonly storage: Storage
}

/** Rate limits that are counted as in production, but never reached. */
const plenty = { perSecond: 1e9, burst: 1e9 }

const platform = createPlatform({ storage: storageOf(taskOf<PlatformServerTask>().storage) })
await platform.ready()
const server = createServer(toNodeHandler(platform, {
  rateLimits: { read: plenty, write: plenty, names: plenty, tokens: plenty },
  requestLog: false
}))
serveParent(await listening(server), () => platform.dispose())

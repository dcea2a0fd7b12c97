import { createPlatform } from "@namewright/core/embed"
import { toNodeHandler } from "@namewright/http"
import { createServer } from "node:http"
import { listening, serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"
import { brandSettings } from "./brandSettings.ts"

export interface BrandServerTask {
  readonly storage: Storage
}

/** Rate limits that are counted as in production, but never reached. */
const plenty = { perSecond: 1e9, burst: 1e9 }

const { storage } = taskOf<BrandServerTask>()
const platform = createPlatform({ ...brandSettings, storage: storageOf(storage), loggers: [] })
await platform.ready()
const server = createServer(toNodeHandler(platform, {
  rateLimits: { read: plenty, write: plenty, names: plenty, tokens: plenty, signIns: plenty },
  realm: "embedded",
  requestLog: false
}))
serveParent(await listening(server), () => platform.dispose())

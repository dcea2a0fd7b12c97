import { createPlatform } from "@namewright/core/embed"
import { toNodeHandler } from "@namewright/http"
import { embeddedNameserver } from "@namewright/nameservers"
import { createServer } from "node:http"
import { listening, serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"

export interface DnsApiServerTask {
  readonly storage: Storage
}

/** Rate limits that are counted as in production, but never reached. */
const plenty = { perSecond: 1e9, burst: 1e9 }

const platform = createPlatform({
  storage: storageOf(taskOf<DnsApiServerTask>().storage),
  nameservers: embeddedNameserver({ port: 0 })
})
await platform.ready()
// The peer serves new zones at once, too.
const ended = new AbortController()
const work = platform.work({ signal: ended.signal }).catch(() => undefined)
const server = createServer(toNodeHandler(platform, {
  rateLimits: { read: plenty, write: plenty, names: plenty, tokens: plenty },
  requestLog: false
}))
serveParent(await listening(server), async () => {
  ended.abort()
  await work
  await platform.dispose()
})

import { createPlatform } from "@namewright/core"
import { defineRegistry } from "@namewright/core/registry"
import { tldSpec } from "@namewright/core/tlds"
import { toNodeHandler } from "@namewright/http"
import { createServer } from "node:http"
import { setTimeout } from "node:timers/promises"
import { listening, serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"

export interface AvailabilityServerTask {
  readonly storage: Storage
  /** Each has a TLD of its name. */
  readonly registries: ReadonlyArray<string>
  readonly namesPerCheck: number
  readonly delayMillis: number
  readonly groupsAtOnce: number
}

const { delayMillis, groupsAtOnce, namesPerCheck, registries, storage } = taskOf<AvailabilityServerTask>()

/** A registry that answers every check after the same time. */
const slow = defineRegistry({
  namesPerCheck,
  checkDomains: async ({ names }) => {
    await setTimeout(delayMillis)
    return names.map((name) => ({ name, available: true }))
  }
})

const platform = createPlatform({
  storage: storageOf(storage),
  registries: Object.fromEntries(registries.map((name) => [name, slow])),
  tlds: registries.map((name) => tldSpec({ name, type: "gTLD", backend: name, roles: "R" })),
  availability: { groups_at_once: groupsAtOnce }
})
const { organization_id } = await platform.operator.organizations.createParent({ name: "Benchmark" })
const server = createServer(toNodeHandler(platform, {
  caller: () => ({ organization_id, permissions: [] }),
  rateLimits: false,
  requestLog: false
}))

serveParent(await listening(server), async () => {
  server.closeAllConnections()
  await platform.dispose()
})

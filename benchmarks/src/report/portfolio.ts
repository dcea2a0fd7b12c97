import { postgres } from "@namewright/adapters-pg"
import { Effect } from "effect"
import { fill } from "../domains-list/fill.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"

/** Task of the process that fills a database; a separate one, so that its memory is not measured. */
export interface PortfolioTask {
  readonly storage: Storage & { readonly type: "postgres" }
  readonly domains: number
}

const task = taskOf<PortfolioTask>()
await Effect.runPromise(Effect.provide(fill(task.domains), postgres({ url: task.storage.url })))
serveParent(null)

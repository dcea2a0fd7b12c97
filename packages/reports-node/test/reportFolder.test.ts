import { reportFilesContract } from "@namewright/conformance"
import { reportFolder } from "@namewright/reports-node"
import { Effect, Layer } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as runner from "vitest"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-reports-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

reportFilesContract("folder", Layer.unwrap(Effect.map(folder, (path) => reportFolder(join(path, "made", "later")))), {
  runner,
  capabilities: ["ranges", "removal"]
})

import { enableCompileCache } from "node:module"
import { boundMemory } from "../../../packages/http/src/cli/boundMemory.ts"

/** The report in a process that has prepared itself as the command line does. */
boundMemory()
enableCompileCache()
await import("./ours.ts")

import * as module from "node:module"
import { boundMemory } from "./boundMemory.ts"

boundMemory()
// Compiled code is kept for the next start, so what is loaded comes after this line.
module.enableCompileCache()
await import("./run.ts")

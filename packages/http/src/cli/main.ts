#!/usr/bin/env node
import * as module from "node:module"
import { boundMemory } from "./boundMemory.ts"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`Namewright needs Node 22.19 or later; this is ${process.version}`)
  process.exit(1)
}
boundMemory()
// Compiled code is kept for the next start, so what is loaded comes after this line.
module.enableCompileCache()
await import("./run.ts")

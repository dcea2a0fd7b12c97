#!/usr/bin/env node
import { enableCompileCache } from "node:module"

// Compiled code is kept for the next start, so what is loaded comes after this line.
enableCompileCache()
await import("./run.ts")

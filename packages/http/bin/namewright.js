#!/usr/bin/env node
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`Namewright needs Node 22.19 or later; this is ${process.version}`)
  process.exit(1)
}

/** Runs the sources, which are found by a condition that only a new process can be given. */
const runSources = () => {
  const main = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url))
  const args = [...process.execArgv, "--conditions=namewright-source", main, ...process.argv.slice(2)]
  try {
    process.execve?.(process.execPath, [process.execPath, ...args])
  } catch {
    // Windows cannot replace a process.
  }
  const { signal, status } = spawnSync(process.execPath, args, { stdio: "inherit" })
  if (signal === null) process.exitCode = status ?? 1
  else process.kill(process.pid, signal)
}

// A file that is not published: this is a checkout, whose sources run without a build.
if (existsSync(new URL("../tsconfig.build.json", import.meta.url))) runSources()
else await import("../dist/cli/main.js")

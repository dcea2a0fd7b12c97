import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { ask, wireRequest } from "../harness/HttpLoad.ts"

const commandLine = fileURLToPath(new URL("../../../packages/http/src/cli/main.ts", import.meta.url))
const question = wireRequest("GET", "/health/ready", { headers: {} })
const patienceMillis = 60_000
const pauseMillis = 2

/** True if the server answers. While it selects a free port, another process may use the port for a moment. */
const isReady = async (port: number): Promise<boolean> => {
  try {
    return (await ask(port, question)).status === 200
  } catch {
    return false
  }
}

/** Starts the server as `npm start` does. Returns the milliseconds until its first response. */
export const firstAnswer = async (filename: string, port: number): Promise<number> => {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [
      "--max-semi-space-size=16",
      "--conditions=namewright-source",
      commandLine,
      "serve",
      "--port",
      String(port),
      "--dns-port",
      "0",
      "--database",
      `sqlite:${filename}`
    ],
    { stdio: ["ignore", "ignore", "inherit"] }
  )
  const ended = once(child, "exit")
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`)
      if (performance.now() - started > patienceMillis) throw new Error("The server does not answer")
      await setTimeout(pauseMillis)
    }
    return performance.now() - started
  } finally {
    child.kill("SIGTERM")
    await ended
  }
}

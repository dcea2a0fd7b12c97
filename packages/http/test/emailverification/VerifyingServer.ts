import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

/** A platform that is served by a process of its own, which is killed at a step or by the test. */
export interface VerifyingServer extends AsyncDisposable {
  /** Status of the response; undefined if the process died before. */
  readonly request: (method: string, path: string, headers?: Record<string, string>) => Promise<number | undefined>
  /** Sends the mails that are due. */
  readonly sendMails: () => Promise<void>
  readonly kill: () => void
  /** True if the process was killed. */
  readonly isKilled: () => boolean
}

/** Starts `verifyingProcess` on a file. A step of 0 is never reached. */
export const verifyingServer = async (
  script: string,
  { filename, smtpPort, step }: { readonly filename: string; readonly smtpPort: number; readonly step: number }
): Promise<VerifyingServer> => {
  const child = spawn(process.execPath, [script, filename, String(smtpPort), String(step)], {
    env: { NODE_COMPILE_CACHE: join(script, "..", "compiled") },
    stdio: ["ignore", "ignore", "pipe", "ipc"]
  })
  let errors = ""
  child.stderr?.on("data", (chunk) => errors += String(chunk))
  const ended = once(child, "exit").then(([code, signal]) => {
    if (signal !== "SIGKILL" && code !== 0) throw new Error(errors)
  })
  /** The next message of the process; undefined if it ends before. */
  const message = () =>
    Promise.race([once(child, "message").then(([received]) => received), ended.then(() => undefined)])
  const { port } = await message() ?? {}
  return {
    request: async (method, path, headers = {}) => {
      try {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
        await response.text()
        return response.status
      } catch {
        await ended
        return undefined
      }
    },
    sendMails: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const sent = message()
      child.send("send", () => {})
      await sent
    },
    kill: () => void child.kill("SIGKILL"),
    isKilled: () => child.signalCode === "SIGKILL",
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.disconnect()
      await ended
    }
  }
}
